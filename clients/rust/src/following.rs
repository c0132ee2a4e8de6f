//! When to open streams to the workers that have a process's matches, past the router that it was
//! started with.
//!
//! Plain arithmetic on times given by the caller.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::time::Instant;

use crate::address::Address;
use crate::errors::RefereeClientError;
use crate::retry::FIRST_DELAY;

/// Longest pause between two attempts to reach a worker, and how long a stream lasts that was no
/// failure: each time that seats go there costs joins, of which a seat has not many.
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

/// The workers that were named, and when to try them.
pub(crate) struct Following {
    home: Address,
    /// By address; None if there is no going there (any more).
    workers: BTreeMap<String, Option<Worker>>,
}

struct Worker {
    address: Address,
    /// How long to wait when the next stream has ended.
    pause: Duration,
    state: State,
}

#[derive(Clone, Copy)]
enum State {
    /// No seat wanted to go there when it could be tried.
    Unwanted,
    /// It can be tried from then on.
    Due(Instant),
    /// There is a stream since then.
    Tried(Instant),
}

impl Following {
    pub(crate) fn new(home: Address) -> Self {
        Self { home, workers: BTreeMap::new() }
    }

    /// Notes that a seat would like to go to a worker.
    pub(crate) fn want(&mut self, target: String, now: Instant) {
        if let Some(known) = self.workers.get_mut(&target) {
            if let Some(worker) = known
                && matches!(worker.state, State::Unwanted)
            {
                worker.state = State::Due(now);
            }
            return;
        }
        let worker = match self.home.beside(&target) {
            Ok(address) if address.target() == self.home.target() => None,
            Ok(address) => Some(Worker { address, pause: FIRST_DELAY, state: State::Due(now) }),
            Err(error) => {
                self.stay(&target, &error);
                None
            }
        };
        self.workers.insert(target, worker);
    }

    /// Workers to which a stream is to be opened now, each with its name, if seats want to go there
    /// still.
    pub(crate) fn due(
        &mut self,
        now: Instant,
        wants: impl Fn(&str) -> bool,
    ) -> Vec<(String, Address)> {
        let mut due = Vec::new();
        for (target, worker) in &mut self.workers {
            if let Some(worker) = worker
                && matches!(worker.state, State::Due(then) if then <= now)
            {
                if wants(target) {
                    worker.state = State::Tried(now);
                    due.push((target.clone(), worker.address.clone()));
                } else {
                    worker.state = State::Unwanted;
                }
            }
        }
        due
    }

    /// When to look again for what is due; None means not before a seat wants to go somewhere.
    pub(crate) fn next_look(&self) -> Option<Instant> {
        let due = self.workers.values().flatten().filter_map(|worker| match worker.state {
            State::Due(then) => Some(then),
            _ => None,
        });
        due.min()
    }

    /// Notes that a stream has ended: with why it broke, or with an error that no other stream there
    /// would mend.
    pub(crate) fn lost(
        &mut self,
        target: &str,
        had_answered: bool,
        meaning: Result<String, RefereeClientError>,
        now: Instant,
    ) {
        let Some(known) = self.workers.get_mut(target) else { return };
        let Some(Worker { pause, state, .. }) = known else { return };
        let why = match meaning {
            Ok(why) => why,
            Err(error) => {
                *known = None;
                return self.stay(target, &error);
            }
        };
        if had_answered || *pause == FIRST_DELAY {
            log::warn!("stream to worker {target} broke: {why}"); // once a row of failures
        }
        if let State::Tried(since) = *state
            && now.duration_since(since) >= LONGEST_PAUSE
        {
            *pause = FIRST_DELAY;
        }
        *state = State::Due(now + *pause);
        *pause = LONGEST_PAUSE.min(2 * *pause);
    }

    /// Goes nowhere any more.
    pub(crate) fn stop(&mut self) {
        self.workers.clear();
    }

    fn stay(&self, target: &str, error: &RefereeClientError) {
        log::warn!("staying with {}, not going to worker {target}: {error}", self.home.target());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const THERE: &str = "worker.example:7071";

    /// What is followed from an address, and the time at which that begins.
    fn following(home: &str) -> (Following, Instant) {
        (Following::new(Address::parse(home, None).unwrap()), Instant::now())
    }

    fn names(due: Vec<(String, Address)>) -> Vec<String> {
        due.into_iter().map(|(name, _)| name).collect()
    }

    #[test]
    fn a_worker_has_one_stream_however_many_seats_want_to_go() {
        let (mut following, now) = following("referee.example:7070");
        assert_eq!(following.next_look(), None);
        following.want(THERE.into(), now);
        following.want(THERE.into(), now);
        assert_eq!(following.next_look(), Some(now));
        assert_eq!(names(following.due(now, |_| true)), [THERE]);
        following.want(THERE.into(), now); // before it has answered
        assert_eq!(names(following.due(now, |_| true)), [""; 0]);
        assert_eq!(following.next_look(), None);
    }

    #[test]
    fn pauses_double_to_60_s_and_begin_again_after_a_stream_that_lasted() {
        let (mut following, mut now) = following("referee.example:7070");
        following.want(THERE.into(), now); // duty 34
        let mut pauses = Vec::new();
        for lasted in [0, 0, 1, 0, 59, 0, 0, 0, 0, 0, 0, 0, 60, 0] {
            assert_eq!(names(following.due(now, |_| true)), [THERE]);
            now += Duration::from_secs(lasted);
            following.lost(THERE, false, Ok("refused".into()), now);
            let due = following.next_look().unwrap();
            assert_eq!(names(following.due(due - Duration::from_millis(1), |_| true)), [""; 0]);
            pauses.push((due - now).as_millis());
            now = due;
        }
        let expected =
            [100, 200, 400, 800, 1600, 3200, 6400, 12800, 25600, 51200, 60000, 60000, 100, 200];
        assert_eq!(pauses, expected);
    }

    #[test]
    fn a_worker_is_tried_again_only_while_seats_want_to_go() {
        let (mut following, now) = following("referee.example:7070");
        following.want(THERE.into(), now);
        following.due(now, |_| true);
        following.lost(THERE, true, Ok("reset".into()), now);
        let due = following.next_look().unwrap();
        assert_eq!(names(following.due(due, |_| false)), [""; 0]);
        assert_eq!(following.next_look(), None);
        let later = due + Duration::from_secs(5);
        following.want(THERE.into(), later);
        assert_eq!(names(following.due(later, |target| target == THERE)), [THERE]);
    }

    #[test]
    fn a_worker_that_refuses_for_good_is_not_tried_again() {
        let (mut following, now) = following("referee.example:7070");
        following.want(THERE.into(), now); // duty 34
        following.due(now, |_| true);
        following.lost(THERE, true, Err(RefereeClientError::Protocol("no".into())), now);
        following.want(THERE.into(), now);
        assert_eq!(following.next_look(), None);
    }

    #[test]
    fn at_the_end_nothing_is_due_any_more() {
        let (mut following, now) = following("referee.example:7070");
        following.want(THERE.into(), now);
        following.stop();
        assert_eq!(following.next_look(), None);
        following.lost(THERE, true, Ok("closed".into()), now);
        assert_eq!(following.next_look(), None);
    }

    #[test]
    fn what_is_home_or_cannot_be_gone_to_is_left_alone() {
        let (mut following, now) = following("referee.example:7070");
        for target in ["referee.example:7070", "unix:/run/w-0", "nowhere"] {
            following.want(target.into(), now); // duty 34
            assert_eq!(following.next_look(), None, "{target}");
        }
    }
}
