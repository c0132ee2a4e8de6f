//! Turns and actions in short, as seats get them that ask for the feature `small-turns`.
//!
//! What a join has said once is put back here, so that nothing else has to know in which form a turn
//! came.

use std::collections::HashMap;

use prost_types::{Any, Duration};

use crate::place::Place;
use crate::v1;

/// Feature of a client that reads turns in short, and answers them so.
pub(crate) const SMALL_TURNS: &str = "small-turns";
/// Feature of a client whose bot does not look at events.
pub(crate) const WITHOUT_EVENTS: &str = "without-events";

const US_PER_S: i64 = 1_000_000;
const NANOS_PER_US: i64 = 1_000;

/// How the turns and actions of one seat travel in short, on the stream that has joined it.
pub(crate) struct ShortForm {
    form: v1::SmallForm,
    /// Microseconds that the first decision may take, and any other, without the bank; None if
    /// without end.
    free: Option<(i64, i64)>,
    phases: HashMap<i32, String>,
}

impl ShortForm {
    /// That of an answer to a join; None if turns come at length.
    pub(crate) fn new(joined: &v1::Joined) -> Option<Self> {
        let form = joined.small_form.clone()?;
        let terms = joined.time_control.unwrap_or_default();
        let free = terms.move_time.map(|other| {
            let first = terms.first_move.unwrap_or(other);
            (microseconds(first), microseconds(other))
        });
        Some(Self { form, free, phases: HashMap::new() })
    }

    /// Number that stands for match and seat.
    pub(crate) fn handle(&self) -> u32 {
        self.form.handle
    }

    /// A turn at length; turns are to be given in the order in which they came.
    pub(crate) fn turn(&mut self, place: &Place, small: v1::SmallTurn) -> v1::Turn {
        let clock = self.clock(&small);
        let form = &self.form;
        if !small.phase_name.is_empty() {
            self.phases.insert(small.phase, small.phase_name);
        }
        let mut observation = form.known_observation.clone();
        observation.extend_from_slice(&small.observation);
        let events = (!small.events.is_empty())
            .then(|| Any { type_url: form.events_url.clone(), value: small.events });
        v1::Turn {
            match_id: place.match_id.clone(),
            seat: place.seat,
            turn: small.turn,
            observation: Some(Any { type_url: form.observation_url.clone(), value: observation }),
            events,
            phase: self.phases.get(&small.phase).cloned().unwrap_or_default(),
            clock: Some(clock),
            said: small.said,
            channels: small.channels,
            legal: None, // not asked for
        }
    }

    fn clock(&self, small: &v1::SmallTurn) -> v1::Clock {
        let all = self.free.map(|(first, other)| {
            let free = if small.turn > 1 { other } else { first };
            free + small.bank.unwrap_or_default()
        });
        v1::Clock {
            remaining: small.remaining.or(all).map(from_microseconds),
            bank: small.bank.map(from_microseconds),
            last_elapsed: small.last_elapsed.map(from_microseconds),
            last_lag: small.last_elapsed.map(|_| from_microseconds(small.last_lag)),
            strikes: small.strikes,
        }
    }

    /// The answer to a turn in short; None if it is no action of the game's, which goes at length so
    /// that the referee can say what is wrong with it.
    pub(crate) fn action(&self, turn: i32, payload: &Any) -> Option<v1::SmallAction> {
        (payload.type_url == self.form.action_url).then(|| v1::SmallAction {
            handle: self.form.handle,
            turn,
            payload: payload.value.clone(),
        })
    }
}

fn microseconds(duration: Duration) -> i64 {
    duration.seconds * US_PER_S + i64::from(duration.nanos) / NANOS_PER_US
}

fn from_microseconds(all: i64) -> Duration {
    let nanos = i32::try_from(all.rem_euclid(US_PER_S) * NANOS_PER_US).unwrap_or_default();
    Duration { seconds: all.div_euclid(US_PER_S), nanos }
}

#[cfg(test)]
mod tests {
    use prost::Message;

    use super::*;
    use crate::games::diceman::v1::{Action, Config, Events, Observation};
    use crate::messages::{pack, unpack};
    use crate::v1::TimeControl;

    fn seconds(seconds: i64) -> Option<Duration> {
        Some(Duration { seconds, nanos: 0 })
    }

    fn place() -> Place {
        Place { match_id: "m1".into(), seat: 1 }
    }

    /// The form of a seat whose first move has 30 s and any other 2 s.
    fn form() -> ShortForm {
        let config = Some(Config { life: Some(7), ..Config::default() });
        let known = Observation { seat: 1, config, ..Observation::default() };
        let small_form = v1::SmallForm {
            handle: 5,
            observation_url: pack(&Observation::default()).type_url,
            events_url: pack(&Events::default()).type_url,
            action_url: pack(&Action::default()).type_url,
            known_observation: known.encode_to_vec(),
        };
        let terms =
            TimeControl { move_time: seconds(2), first_move: seconds(30), ..Default::default() };
        let (small_form, time_control) = (Some(small_form), Some(terms));
        ShortForm::new(&v1::Joined { small_form, time_control, ..Default::default() }).unwrap()
    }

    #[test]
    fn a_turn_is_what_it_is_at_length() {
        let seen = Observation { game: 2, round: 4, ..Observation::default() };
        let said = vec![v1::Said { text: "hi".into(), ..Default::default() }];
        let channels = vec![v1::Channel { name: "MAIN".into(), ..Default::default() }];
        let events = Events { events: vec![Default::default()] };
        let turn = form().turn(
            &place(),
            v1::SmallTurn {
                handle: 5,
                turn: 3,
                phase: 2,
                phase_name: "choice".into(),
                observation: seen.encode_to_vec(),
                events: events.encode_to_vec(),
                remaining: Some(1_500_000),
                bank: Some(250_000),
                last_elapsed: Some(1_000_001),
                last_lag: 2_000,
                strikes: 1,
                said: said.clone(),
                channels: channels.clone(),
                ..Default::default()
            },
        );
        let config = Some(Config { life: Some(7), ..Config::default() });
        let whole = Observation { seat: 1, config, ..seen };
        assert_eq!(turn.observation.as_ref().map(unpack), Some(Ok(whole)));
        let clock = v1::Clock {
            remaining: Some(Duration { seconds: 1, nanos: 500_000_000 }),
            bank: Some(Duration { seconds: 0, nanos: 250_000_000 }),
            last_elapsed: Some(Duration { seconds: 1, nanos: 1_000 }),
            last_lag: Some(Duration { seconds: 0, nanos: 2_000_000 }),
            strikes: 1,
        };
        let expected = v1::Turn {
            match_id: "m1".into(),
            seat: 1,
            turn: 3,
            observation: turn.observation.clone(),
            events: Some(pack(&events)),
            phase: "choice".into(),
            clock: Some(clock),
            said,
            channels,
            ..Default::default()
        };
        assert_eq!(turn, expected);
    }

    #[test]
    fn what_a_turn_leaves_out_is_what_came_before() {
        let mut form = form();
        let phase_name = "bid".to_owned();
        let first =
            form.turn(&place(), v1::SmallTurn { turn: 1, phase_name, ..Default::default() });
        assert_eq!((first.phase.as_str(), first.events), ("bid", None));
        let clock = v1::Clock { remaining: seconds(30), ..Default::default() };
        assert_eq!(first.clock, Some(clock));
        let small = v1::SmallTurn {
            turn: 2,
            bank: Some(500_000),
            last_elapsed: Some(0),
            ..Default::default()
        };
        let second = form.turn(&place(), small);
        let clock = v1::Clock {
            remaining: Some(Duration { seconds: 2, nanos: 500_000_000 }),
            bank: Some(Duration { seconds: 0, nanos: 500_000_000 }),
            last_elapsed: seconds(0),
            last_lag: seconds(0),
            strikes: 0,
        };
        assert_eq!((second.phase.as_str(), second.clock), ("bid", Some(clock)));
        let third = v1::SmallTurn { turn: 3, remaining: Some(0), ..Default::default() };
        assert_eq!(form.turn(&place(), third).clock.unwrap().remaining, seconds(0));
        form.free = None;
        let fourth = v1::SmallTurn { turn: 4, ..Default::default() };
        assert_eq!(form.turn(&place(), fourth).clock.unwrap().remaining, None);
    }

    #[test]
    fn an_answer_is_in_short_unless_it_is_no_action() {
        let payload = pack(&Action { dice: vec![1, 2], ..Action::default() });
        let value = payload.value.clone();
        let small = v1::SmallAction { handle: 5, turn: 3, payload: value };
        assert_eq!(form().action(3, &payload), Some(small));
        assert_eq!(form().action(3, &pack(&Config::default())), None);
    }
}
