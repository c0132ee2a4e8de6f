//! The threads that bots think on, so that nobody's thinking keeps the stream waiting.
//!
//! A bot goes to a thread with what it is to be told, and comes back with its answers: it is owned
//! by one thread at a time. The threads are never joined, so that a process can end while a bot
//! thinks for ever.

use std::collections::VecDeque;
use std::num::NonZero;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::chat::SharedSeat;
use crate::errors::RefereeClientError;
use crate::lanes::Decided;
use crate::messages::grouped;
use crate::panics;
use crate::player::{Answer, Fault, Player, Telling};

/// How many bots think at the same time by default.
pub(crate) const THREADS: usize = 64;
/// Most threads that may be asked for.
pub(crate) const MAX_THREADS: usize = 1024;
/// How long a call waits for a free thread before one is added.
const GROW_AFTER: Duration = Duration::from_millis(5);
/// How long a turn waits for a free thread, where none can be added, before that is worth a warning.
const WARN_AFTER: Duration = Duration::from_millis(500);
/// Least time between two of these warnings.
const WARN_EVERY: Duration = Duration::from_secs(60);

/// A bot and what it is to be told.
pub(crate) struct Call {
    /// Number of the seat's join.
    pub(crate) number: u64,
    pub(crate) player: Box<dyn Player>,
    pub(crate) tellings: Vec<Telling>,
    pub(crate) shared: Arc<SharedSeat>,
}

/// A bot that has been told.
pub(crate) struct Done {
    pub(crate) number: u64,
    pub(crate) player: Box<dyn Player>,
    /// The turn that was asked and its answer; there is never more than one open.
    pub(crate) answer: Option<(i32, Answer)>,
    /// The turn that was not asked, since it was over.
    pub(crate) passed: Option<i32>,
    /// What was decided about turns of a lane.
    pub(crate) decided: Option<Decided>,
    pub(crate) faults: Vec<Fault>,
    /// What came could not be read.
    pub(crate) error: Option<RefereeClientError>,
}

impl Call {
    /// Whether it asks for an answer.
    fn asks(&self) -> bool {
        self.tellings.iter().any(|telling| {
            matches!(telling, Telling::Turn(_) | Telling::Refused(_) | Telling::Lane(_))
        })
    }

    /// Tells the bot.
    pub(crate) fn make(mut self) -> Done {
        let (mut answer, mut passed, mut faults, mut error) = (None, None, Vec::new(), None);
        let mut decided = None;
        for telling in self.tellings {
            if let Telling::Lane(turns) = &telling {
                decided = self.player.decide(turns);
                continue;
            }
            let (turn, is_asked) = match &telling {
                Telling::Turn(turn) => (turn.turn, true),
                Telling::Refused(rejection) => (rejection.turn, false),
                _ => (0, false),
            };
            match self.player.tell(telling, &self.shared, &mut faults) {
                Ok(Some(said)) => answer = Some((turn, said)),
                Ok(None) if is_asked => passed = Some(turn),
                Ok(None) => (),
                Err(unreadable) => {
                    error = Some(unreadable);
                    break;
                }
            }
        }
        Done { number: self.number, player: self.player, answer, passed, decided, faults, error }
    }
}

/// Threads that make calls: few, and more while calls wait for a free one.
pub(crate) struct Threads {
    shared: Arc<Shared>,
}

struct Shared {
    pool: Mutex<Pool>,
    /// Wakes a thread that has nothing to do.
    work: Condvar,
    /// Wakes the watcher.
    shortage: Condvar,
    done: UnboundedSender<Done>,
}

impl Threads {
    /// Starts some, and later more, up to so many; what they have done comes out of the receiver.
    pub(crate) fn start(most: usize) -> (Self, UnboundedReceiver<Done>) {
        panics::watch();
        let (done, receiver) = unbounded_channel();
        let shared = Arc::new(Shared {
            pool: Mutex::new(Pool::new(most.max(1))),
            work: Condvar::new(),
            shortage: Condvar::new(),
            done,
        });
        let few = available_parallelism().map_or(1, NonZero::get).min(most.max(1));
        let mut pool = shared.lock();
        (0..few).for_each(|_| add_thread(&shared, &mut pool));
        assert!(pool.threads > 0, "the system starts a thread");
        drop(pool);
        let watched = Arc::clone(&shared);
        let watcher = thread::Builder::new().name("bot-threads".to_owned());
        if let Err(error) = watcher.spawn(move || watch(&watched)) {
            log::warn!("no more than {few} bots think at the same time: {error}");
        }
        (Self { shared }, receiver)
    }

    /// Hands out calls.
    pub(crate) fn hand_out(&self, calls: Vec<Call>) {
        let count = calls.len();
        if count == 0 {
            return;
        }
        let mut pool = self.shared.lock();
        pool.add(calls, Instant::now());
        let is_short = pool.is_short();
        drop(pool);
        match count {
            1 => self.shared.work.notify_one(),
            _ => self.shared.work.notify_all(),
        }
        if is_short {
            self.shared.shortage.notify_one();
        }
    }
}

impl Drop for Threads {
    /// Lets idle threads end, and busy ones after their call.
    fn drop(&mut self) {
        let mut pool = self.shared.lock();
        pool.calls.clear();
        pool.is_over = true;
        self.shared.work.notify_all();
        self.shared.shortage.notify_one();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Pool> {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What waits, and how many threads there are for it.
///
/// Plain arithmetic on times given by the caller.
struct Pool {
    /// In the order in which they came, with the time.
    calls: VecDeque<(Instant, Call)>,
    threads: usize,
    /// Most threads there may be.
    most: usize,
    /// Threads that wait for a call; those that are about to wake up count.
    idle: usize,
    /// When the last warning was logged.
    warned: Option<Instant>,
    is_over: bool,
}

impl Pool {
    fn new(most: usize) -> Self {
        Self { calls: VecDeque::new(), threads: 0, most, idle: 0, warned: None, is_over: false }
    }

    fn add(&mut self, calls: Vec<Call>, now: Instant) {
        self.calls.extend(calls.into_iter().map(|call| (now, call)));
    }

    /// Whether some call has no thread.
    fn is_short(&self) -> bool {
        self.calls.len() > self.idle
    }

    /// How many threads to add now (duty 32).
    fn missing(&self, now: Instant) -> usize {
        let is_late = |(since, _): &&(Instant, Call)| now.duration_since(*since) >= GROW_AFTER;
        let late = self.calls.iter().skip(self.idle).take_while(is_late).count();
        late.min(self.most.saturating_sub(self.threads))
    }

    /// When to look again; None means not before another call has come.
    fn next_look(&self, now: Instant) -> Option<Instant> {
        let (since, _) = self.calls.get(self.idle)?;
        if self.threads < self.most {
            return Some(*since + GROW_AFTER);
        }
        let next = self.warned.map_or(*since, |warned| warned + WARN_EVERY);
        let next = next.max(*since + WARN_AFTER);
        // What has waited for long need not be a turn, and then there was no warning.
        Some(if next > now { next } else { now + WARN_AFTER })
    }

    /// What to say about turns that wait although all threads are in use.
    fn warning(&mut self, now: Instant) -> Option<String> {
        let is_time = self.warned.is_none_or(|warned| now.duration_since(warned) >= WARN_EVERY);
        if self.threads < self.most || !is_time {
            return None;
        }
        let turns = self.calls.iter().skip(self.idle).filter(|(_, call)| call.asks());
        let waits: Vec<f64> =
            turns.map(|(since, _)| now.duration_since(*since).as_secs_f64()).collect();
        let (longest, most) = (*waits.first()?, grouped(self.most));
        if longest < WARN_AFTER.as_secs_f64() {
            return None;
        }
        self.warned = Some(now);
        let who = match waits.len() {
            1 => "1 turn waits for a free thread,".to_owned(),
            count => format!("{count} turns wait for a free thread, one of them"),
        };
        Some(format!("{who} for {longest:.1} s; --threads allows {most}"))
    }
}

/// Adds threads while calls wait, and warns when there can be no more.
fn watch(shared: &Arc<Shared>) {
    let mut pool = shared.lock();
    while !pool.is_over {
        let now = Instant::now();
        (0..pool.missing(now)).for_each(|_| add_thread(shared, &mut pool));
        if let Some(warning) = pool.warning(now) {
            drop(pool);
            log::warn!("{warning}"); // without the lock: whoever reads the log may be slow
            pool = shared.lock();
            continue;
        }
        pool = match pool.next_look(now) {
            Some(next) => {
                let wait = next.saturating_duration_since(now);
                let waited = shared.shortage.wait_timeout(pool, wait);
                waited.unwrap_or_else(PoisonError::into_inner).0
            }
            None => shared.shortage.wait(pool).unwrap_or_else(PoisonError::into_inner),
        };
    }
}

/// Starts a thread, unless the system has none to give: then it is not asked again.
fn add_thread(shared: &Arc<Shared>, pool: &mut Pool) {
    let worker = Arc::clone(shared);
    let builder = thread::Builder::new().name(format!("bot-{}", pool.threads));
    match builder.spawn(move || work(&worker)) {
        Ok(_) => pool.threads += 1,
        Err(error) if pool.threads < pool.most => {
            pool.most = pool.threads;
            log::warn!("no more than {} bots think at the same time: {error}", pool.threads);
        }
        Err(_) => (),
    }
}

fn work(shared: &Shared) {
    panics::keep_those_of_this_thread();
    loop {
        let mut pool = shared.lock();
        let call = loop {
            if let Some((_, call)) = pool.calls.pop_front() {
                break call;
            }
            if pool.is_over {
                return;
            }
            pool.idle += 1;
            pool = shared.work.wait(pool).unwrap_or_else(PoisonError::into_inner);
            pool.idle -= 1;
        };
        drop(pool);
        if shared.done.send(call.make()).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;

    use super::*;
    use crate::place::Place;

    /// Panics when told of a start, and else has no answer.
    struct Fragile;

    impl Player for Fragile {
        fn tell(
            &mut self,
            telling: Telling,
            _shared: &Arc<SharedSeat>,
            faults: &mut Vec<Fault>,
        ) -> Result<Option<Answer>, RefereeClientError> {
            if telling == Telling::Start(None) {
                std::panic::catch_unwind(|| panic!("dropped {}", 7)).unwrap_err();
                faults.push(Fault { turn: 0, what: panics::take() });
            }
            Ok(None)
        }
    }

    fn call(number: u64) -> Call {
        let tellings = vec![Telling::Start(None)];
        let place = Place { match_id: "m1".into(), seat: 0 };
        let shared = Arc::new(SharedSeat::new(place, Arc::default()));
        Call { number, player: Box::new(Fragile), tellings, shared }
    }

    #[test]
    fn calls_come_back_with_what_a_panic_said_and_where() {
        let (threads, mut done) = Threads::start(2);
        threads.hand_out((1..=20).map(call).collect());
        let mut numbers = Vec::new();
        for _ in 0..20 {
            let done = done.blocking_recv().unwrap();
            let what = &done.faults[0].what;
            assert!(what.starts_with("panicked: dropped 7 (src/thinking.rs:"), "{what}");
            numbers.push(done.number);
        }
        numbers.sort_unstable();
        assert_eq!(numbers, (1..=20).collect::<Vec<_>>());
    }

    /// Comes back only once so many of its kind are asked at the same time.
    struct Social(Arc<Barrier>);

    impl Player for Social {
        fn tell(
            &mut self,
            _telling: Telling,
            _shared: &Arc<SharedSeat>,
            _faults: &mut Vec<Fault>,
        ) -> Result<Option<Answer>, RefereeClientError> {
            self.0.wait();
            Ok(None)
        }
    }

    #[test]
    fn bots_that_wait_do_not_hold_each_other_up() {
        let count = available_parallelism().map_or(1, NonZero::get) + 20;
        let barrier = Arc::new(Barrier::new(count));
        let (threads, mut done) = Threads::start(count);
        let social =
            |number| Call { player: Box::new(Social(Arc::clone(&barrier))), ..call(number) };
        threads.hand_out((0..count as u64).map(social).collect()); // duty 32
        for _ in 0..count {
            done.blocking_recv().unwrap();
        }
        assert_eq!(threads.shared.lock().threads, count);
    }

    /// A pool with one busy thread of at most so many, and turns that have come in one by one.
    fn busy_pool(most: usize, came: &[Instant]) -> Pool {
        let mut pool = Pool::new(most);
        pool.threads = 1;
        for now in came {
            let turn = Telling::Turn(crate::v1::Turn::default());
            pool.add(vec![Call { tellings: vec![turn], ..call(1) }], *now);
        }
        pool
    }

    #[test]
    fn a_thread_is_added_when_a_call_has_waited_and_none_is_free() {
        let start = Instant::now();
        let after = |millis| start + Duration::from_millis(millis);
        let mut pool = busy_pool(4, &[start, after(3), after(9)]);
        assert!(pool.is_short());
        assert_eq!(pool.next_look(start), Some(after(5)));
        let missing = [4, 5, 8, 14].map(|millis| pool.missing(after(millis)));
        assert_eq!(missing, [0, 1, 2, 3]);
        pool.idle = 2; // these take the first two
        assert_eq!(pool.next_look(after(9)), Some(after(14)));
        assert_eq!(pool.missing(after(14)), 1);
        pool.idle = 3;
        assert!(!pool.is_short());
        assert_eq!((pool.next_look(after(99)), pool.missing(after(99))), (None, 0));
    }

    #[test]
    fn there_are_no_more_threads_than_allowed() {
        let start = Instant::now();
        let mut pool = busy_pool(3, &[start; 9]);
        let later = start + Duration::from_secs(1);
        assert_eq!(pool.missing(later), 2);
        pool.threads = 3;
        assert_eq!(pool.missing(later), 0);
    }

    #[test]
    fn turns_that_wait_although_all_threads_are_in_use_are_a_warning_once_a_minute() {
        let start = Instant::now();
        let after = |millis| start + Duration::from_millis(millis);
        let mut pool = busy_pool(1, &[start, after(100), after(200)]);
        assert_eq!(pool.next_look(after(200)), Some(after(500)));
        assert_eq!(pool.warning(after(499)), None);
        let says = "3 turns wait for a free thread, one of them for 0.5 s; --threads allows 1";
        assert_eq!(pool.warning(after(500)).as_deref(), Some(says));
        assert_eq!(pool.next_look(after(500)), Some(after(60_500)));
        assert_eq!(pool.warning(after(60_499)), None);
        pool.calls.truncate(1);
        pool.most = 1024;
        assert_eq!(pool.warning(after(60_500)), None, "a thread can be added");
        pool.threads = 1024;
        let says = "1 turn waits for a free thread, for 60.5 s; --threads allows 1,024";
        assert_eq!(pool.warning(after(60_500)).as_deref(), Some(says));
    }

    #[test]
    fn calls_that_ask_for_nothing_are_no_turns_that_wait() {
        let start = Instant::now();
        let mut pool = busy_pool(1, &[]);
        pool.add(vec![call(1)], start);
        let later = start + Duration::from_secs(9);
        assert_eq!(pool.warning(later), None);
        assert_eq!(
            pool.next_look(later),
            Some(later + WARN_AFTER),
            "and nobody looks all the time"
        );
    }

    #[test]
    fn threads_end_with_their_owner() {
        let (threads, mut done) = Threads::start(3);
        drop(threads);
        assert!(done.blocking_recv().is_none());
    }
}
