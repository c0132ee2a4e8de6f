//! What the conversation says to what it hears, by number of the contract's duty.

use std::sync::Mutex;
use std::time::Duration;

use prost_types::Any;

use super::*;
use crate::bot::{Bot, Failure, Match, Missed, Outcome, Rejection, Turn};
use crate::chat::Voice;
use crate::fairness::nonce_commitment;
use crate::games::Diceman;
use crate::games::diceman::v1::{Action, Config, Event, Events, Observation};
use crate::messages::{enum_name, pack};
use crate::player::{Answer, BotMaker};
use crate::v1::ErrorReason;

mod chat;
mod lanes;
mod refused;
mod short;
mod workers;

type Heard = Arc<Mutex<Vec<String>>>;
type Voices = Arc<Mutex<Vec<Voice>>>;

/// Writes down all it is told, keeps its voices, and answers turn N with the dice N and N + 1.
struct Scribe {
    heard: Heard,
    voices: Voices,
}

impl Scribe {
    fn note(&self, what: impl Into<String>) {
        self.heard.lock().unwrap().push(what.into());
    }
}

impl Bot for Scribe {
    type Game = Diceman;

    fn act(&mut self, turn: &Turn<Diceman>) -> Result<Action, Failure> {
        let has_events = turn.events.as_ref().map_or(0, |events| events.events.len());
        let with = if has_events == 0 { String::new() } else { format!(", events {has_events}") };
        self.note(format!("{} act {}{with}", turn.match_id(), turn.number));
        for said in &turn.said {
            self.note(format!("{} heard {}: {}", turn.match_id(), said.seat, said.text));
        }
        for channel in &turn.channels {
            self.note(format!("{} may speak in {}", turn.match_id(), channel.name));
        }
        self.voices.lock().unwrap().push(turn.voice());
        if turn.observation.round == 12 {
            turn.say("MAIN", "a dozen");
        }
        match turn.observation.round {
            13 => Err("unlucky\nday")?,
            14 => panic!("no idea"),
            15 => Ok(huge_action()),
            16 => Ok(Action { dice: vec![1; 65_000], ..Action::default() }),
            _ => Ok(Action { dice: vec![turn.number, turn.number + 1], ..Action::default() }),
        }
    }

    fn on_start(&mut self, info: &Match<Diceman>) {
        assert!(info.config.die_sword() != 99, "a sword of 99 sides");
        let (seat, seats, trip) = (info.seat, info.num_seats, info.round_trip);
        self.note(format!("{} start: seat {seat} of {seats}, {trip:?}", info.match_id));
    }

    fn on_events(&mut self, info: &Match<Diceman>, events: &Events) {
        self.note(format!("{} events {}", info.match_id, events.events.len()));
    }

    /// Returns another answer to whatever is rejected, unless the text says otherwise.
    fn on_rejected(&mut self, info: &Match<Diceman>, rejection: &Rejection) -> Option<Action> {
        let Rejection { turn, reason, text, say_number } = rejection;
        let what = if *say_number == 0 { String::new() } else { format!(" message {say_number}") };
        self.note(format!("{} rejected {turn}{what} {reason}: {text}", info.match_id));
        match text.as_str() {
            "no action" => None,
            "panic" => panic!("no idea either"),
            "too long" => Some(huge_action()),
            _ => Some(Action { dice: vec![0, 3], ..Action::default() }),
        }
    }

    fn on_missed(&mut self, info: &Match<Diceman>, missed: &Missed) {
        self.note(format!("{} missed {}, strike {}", info.match_id, missed.turn, missed.strikes));
    }

    fn on_end(&mut self, info: &Match<Diceman>, outcome: &Outcome) {
        let rest = if outcome.goes_on { ", the match goes on" } else { "" };
        self.note(format!("{} end: {}{rest}", info.match_id, outcome.cause));
        for said in &outcome.said {
            self.note(format!("{} heard {}: {}", info.match_id, said.seat, said.text));
        }
    }
}

/// An action of 70,004 bytes.
fn huge_action() -> Action {
    Action { dice: vec![1; 70_000], ..Action::default() }
}

/// A conversation, what its bots have heard, and their voices by turn.
struct Stage {
    conversation: Conversation,
    heard: Heard,
    voices: Voices,
}

impl Stage {
    /// One with so many tokens, which are all: `token-1` and on.
    fn new(tokens: u8) -> Self {
        let (mut conversation, heard) = (Conversation::new(), Heard::default());
        let voices = Voices::default();
        conversation.name = "scribe".into();
        for number in 1..=tokens {
            let (heard, voices) = (Arc::clone(&heard), Arc::clone(&voices));
            let scribe = move || Scribe { heard: Arc::clone(&heard), voices: Arc::clone(&voices) };
            let maker = BotMaker(Arc::new(scribe));
            conversation.join(format!("token-{number}"), Arc::new(maker), [number; NONCE_BYTES]);
        }
        conversation.finish();
        Self { conversation, heard, voices }
    }

    /// Gives one more token, for a bot that this makes.
    fn join<B: Bot>(&mut self, token: &str, make: impl Fn() -> B + Send + Sync + 'static) {
        self.conversation.is_finished = false;
        let maker = Arc::new(BotMaker(Arc::new(make)));
        self.conversation.join(token.into(), maker, [9; NONCE_BYTES]);
        self.conversation.finish();
    }

    /// What is asked for with the tokens that were given.
    fn features(&mut self) -> Vec<String> {
        self.said().joins.into_iter().flat_map(|join| join.features).collect()
    }

    /// One whose tokens are joined: seat 1 of the matches `m1` and on.
    fn joined(tokens: u8) -> Self {
        let mut stage = Self::new(tokens);
        stage.conversation.opened();
        assert_eq!(stage.said().joins.len(), usize::from(tokens));
        let joins = (1..=tokens).map(|number| joined(&format!("m{number}"), number.into()));
        stage.hear(PlayResponse { joins: joins.collect(), ..Default::default() });
        stage
    }

    fn receive(&mut self, response: PlayResponse) {
        self.conversation.receive(LineId::HOME, response, Instant::now()).unwrap();
    }

    /// Lets all bots think that have something to think about.
    fn think(&mut self) {
        loop {
            let calls = self.conversation.calls();
            if calls.is_empty() {
                return;
            }
            for call in calls {
                self.conversation.returned(call.make()).unwrap();
            }
        }
    }

    fn hear(&mut self, response: PlayResponse) {
        self.receive(response);
        self.think();
    }

    /// What the bots have heard since the last time.
    fn heard(&self) -> Vec<String> {
        std::mem::take(&mut self.heard.lock().unwrap())
    }

    fn said(&mut self) -> PlayRequest {
        let mut requests = self.conversation.take(LineId::HOME);
        assert!(requests.len() <= 1, "one message is enough");
        requests.pop().unwrap_or_default()
    }

    fn error(&self) -> String {
        self.conversation.verdict().unwrap_err().to_string()
    }
}

fn joined(match_id: &str, join_number: u64) -> v1::Joined {
    v1::Joined {
        match_id: match_id.into(),
        seat: 1,
        game: "diceman".into(),
        config: Some(pack(&Config { die_sword: Some(8), ..Config::default() })),
        num_seats: 2,
        join_number,
        ..Default::default()
    }
}

fn turn(match_id: &str, number: i32) -> v1::Turn {
    turn_of_round(match_id, number, 1)
}

fn turn_of_round(match_id: &str, number: i32, round: i32) -> v1::Turn {
    let observation = pack(&Observation { round, ..Observation::default() });
    let observation = Some(observation);
    v1::Turn { match_id: match_id.into(), seat: 1, turn: number, observation, ..Default::default() }
}

fn turns(turns: impl IntoIterator<Item = v1::Turn>) -> PlayResponse {
    PlayResponse { turns: turns.into_iter().collect(), ..Default::default() }
}

fn missed(match_id: &str, turn: i32, strikes: i32) -> PlayResponse {
    let missed = v1::MissedDeadline {
        match_id: match_id.into(),
        seat: 1,
        turn,
        strikes,
        ..Default::default()
    };
    PlayResponse { missed: vec![missed], ..Default::default() }
}

fn rejected(rejected: v1::Rejected) -> PlayResponse {
    PlayResponse { rejections: vec![rejected], ..Default::default() }
}

fn ended(match_id: &str) -> PlayResponse {
    let outcome = Some(v1::Outcome { cause: 1, ..Default::default() });
    let ended =
        v1::MatchEnded { match_id: match_id.into(), seat: 1, outcome, ..Default::default() };
    PlayResponse { ends: vec![ended], ..Default::default() }
}

fn two_events() -> Any {
    pack(&Events { events: vec![Event::default(); 2] })
}

fn action(match_id: &str, turn: i32) -> v1::Action {
    let payload = Some(pack(&Action { dice: vec![turn, turn + 1], ..Action::default() }));
    v1::Action { match_id: match_id.into(), seat: 1, turn, payload }
}

fn skip(match_id: &str, turn: i32) -> v1::Skip {
    v1::Skip { match_id: match_id.into(), seat: 1, turn }
}

#[test]
fn all_tokens_go_out_at_once_with_numbers_from_1_and_their_nonces_again_after_a_break() {
    let mut stage = Stage::new(2);
    stage.conversation.opened(); // duties 1, 2
    let first = stage.said();
    let join = |number: u8| v1::Join {
        token: format!("token-{number}"),
        features: ["nonce-commitments", "small-turns", "worker-address"].map(Into::into).to_vec(),
        nonce_commitment: nonce_commitment(&[number; 16]),
        bot_name: "scribe".into(),
        client: "rust/0.3.0".into(),
        number: number.into(),
        ..Default::default()
    };
    assert_eq!(first, PlayRequest { joins: vec![join(1), join(2)], ..Default::default() });
    stage.conversation.opened();
    assert_eq!(stage.said(), first);
}

#[test]
fn seats_are_matched_to_tokens_by_number() {
    let mut stage = Stage::new(2);
    stage.hear(PlayResponse { joins: vec![joined("second", 2)], ..Default::default() }); // duty 3
    stage.hear(rejected(v1::Rejected {
        reason: ErrorReason::BadToken as i32,
        text: "no such token".into(),
        join_number: 1,
        ..Default::default()
    }));
    assert_eq!(stage.error(), "the referee refused the token toke…: BAD_TOKEN: no such token");
    assert!(!stage.conversation.is_done(), "the other seat plays on");
    stage.hear(ended("second"));
    assert!(stage.conversation.is_done() && stage.conversation.is_quiet());
}

#[test]
fn a_ping_is_answered_before_a_bot_is_asked() {
    let mut stage = Stage::joined(1);
    let ping = Some(v1::Ping { number: 77 });
    stage.receive(PlayResponse { ping, ..turns([turn("m1", 1)]) }); // duty 4
    let pongs = vec![v1::Pong { number: 77 }];
    assert_eq!(stage.said(), PlayRequest { pongs, ..Default::default() });
    assert!(stage.heard().is_empty(), "no bot was called");
}

#[test]
fn silence_asks_for_a_pong_and_then_means_a_dead_stream() {
    let mut stage = Stage::joined(1);
    assert!(!stage.conversation.is_silent(LineId::HOME)); // duty 5
    let ping = Some(v1::Ping { number: 1 });
    assert_eq!(stage.said(), PlayRequest { ping, ..Default::default() });
    stage.hear(PlayResponse::default());
    assert!(!stage.conversation.is_silent(LineId::HOME), "the referee was heard");
    assert!(stage.conversation.is_silent(LineId::HOME));
    stage.conversation.opened();
    assert!(!stage.conversation.is_silent(LineId::HOME), "a new stream has its own silence");
}

#[test]
fn the_parts_of_a_message_are_told_in_the_contracts_order() {
    let mut stage = Stage::new(2);
    let start = |match_id: &str| v1::MatchStarted {
        match_id: match_id.into(),
        seat: 1,
        round_trip: Some(prost_types::Duration { seconds: 0, nanos: 2_000_000 }),
        ..Default::default()
    };
    let late = v1::Rejected {
        match_id: "m1".into(),
        seat: 1,
        turn: 1,
        reason: ErrorReason::Late as i32,
        text: "too late".into(),
        ..Default::default()
    };
    stage.hear(PlayResponse {
        turns: vec![turn("m1", 2), turn("m2", 1)], // duty 7
        joins: vec![joined("m1", 1), joined("m2", 2)],
        starts: vec![start("m1"), start("m2")],
        rejections: vec![late],
        missed: missed("m1", 1, 1).missed,
        ends: ended("m2").ends,
        ..Default::default()
    });
    let heard = stage.heard();
    let (first, second): (Vec<_>, Vec<_>) = heard.iter().partition(|what| what.starts_with("m1"));
    let expected = [
        "m1 start: seat 1 of 2, Some(2ms)",
        "m1 rejected 1 LATE: too late",
        "m1 missed 1, strike 1",
        "m1 act 2",
    ];
    assert_eq!(first, expected);
    assert_eq!(second, ["m2 start: seat 1 of 2, Some(2ms)", "m2 end: RULES"], "no turn is played");
    assert_eq!(stage.said().actions, [action("m1", 2)]);
}

#[test]
fn answers_of_one_message_go_out_in_one() {
    let mut stage = Stage::joined(3);
    stage.hear(turns(["m1", "m2", "m3"].map(|id| turn(id, 1)))); // duty 8
    let actions = ["m1", "m2", "m3"].map(|id| action(id, 1)).to_vec();
    assert_eq!(stage.said(), PlayRequest { actions, ..Default::default() });
    assert_eq!(stage.conversation.take(LineId::HOME), [], "and nothing after that");
}

#[test]
fn a_turn_that_comes_again_is_not_asked_twice() {
    let mut stage = Stage::joined(1);
    stage.receive(turns([turn("m1", 1)])); // duty 9
    let calls = stage.conversation.calls();
    stage.hear(turns([turn("m1", 1)]));
    for call in calls {
        stage.conversation.returned(call.make()).unwrap();
    }
    assert_eq!(stage.said().actions, [action("m1", 1)]);
    stage.heard();
    stage.hear(turns([turn("m1", 1)]));
    assert_eq!(stage.said().actions, [action("m1", 1)], "the same answer");
    assert!(stage.heard().is_empty(), "without the bot");
}

#[test]
fn an_older_turn_is_passed_over() {
    let mut stage = Stage::joined(1);
    stage.hear(turns([turn("m1", 3)]));
    stage.said();
    stage.hear(turns([turn("m1", 2)]));
    assert_eq!(stage.said(), PlayRequest::default());
}

#[test]
fn an_answer_that_comes_too_late_is_not_sent() {
    let mut stage = Stage::joined(1);
    stage.receive(turns([turn("m1", 1)])); // duty 10
    let done: Vec<Done> = stage.conversation.calls().into_iter().map(Call::make).collect();
    stage.receive(missed("m1", 1, 1));
    for done in done {
        stage.conversation.returned(done).unwrap();
    }
    assert_eq!(stage.said(), PlayRequest::default());
    stage.hear(turns([turn("m1", 2)]));
    assert_eq!(stage.said().actions, [action("m1", 2)]);
}

#[test]
fn a_turn_that_is_over_before_the_bot_has_time_is_not_asked_but_its_events_are_told() {
    let mut stage = Stage::joined(1);
    stage.receive(turns([turn("m1", 1)]));
    let busy = stage.conversation.calls();
    stage.receive(missed("m1", 1, 1));
    stage.receive(turns([v1::Turn { events: Some(two_events()), ..turn("m1", 2) }]));
    stage.receive(missed("m1", 2, 2));
    for call in busy {
        stage.conversation.returned(call.make()).unwrap();
    }
    stage.think();
    let expected = [
        "m1 start: seat 1 of 2, None",
        "m1 missed 1, strike 1",
        "m1 events 2",
        "m1 missed 2, strike 2",
    ];
    assert_eq!(stage.heard(), expected);
    assert_eq!(stage.said(), PlayRequest::default());
}

#[test]
fn events_of_turns_that_are_not_asked_come_with_the_next_that_is() {
    let mut stage = Stage::joined(1);
    let eventful = |number| v1::Turn { events: Some(two_events()), ..turn("m1", number) };
    stage.receive(turns([eventful(1)])); // duty 30
    stage.receive(turns([eventful(2)])); // the first is over before it is handed out
    let call = stage.conversation.calls().pop().unwrap();
    stage.receive(missed("m1", 2, 1)); // the second before a thread has it
    stage.conversation.returned(call.make()).unwrap();
    stage.hear(turns([turn("m1", 3)]));
    let expected = [
        "m1 start: seat 1 of 2, None",
        "m1 events 2",
        "m1 events 2",
        "m1 missed 2, strike 1",
        "m1 act 3, events 4",
    ];
    assert_eq!(stage.heard(), expected);
    assert_eq!(stage.said().actions, [action("m1", 3)]);
    stage.hear(turns([eventful(4)]));
    assert_eq!(stage.heard(), ["m1 events 2", "m1 act 4, events 2"], "each event once");
}

/// A turn with two events and words whose deadline is after a second.
fn urgent_turn() -> v1::Turn {
    let second = Some(prost_types::Duration { seconds: 1, nanos: 0 });
    let clock = Some(v1::Clock { remaining: second, ..Default::default() });
    let said = vec![v1::Said { text: "hey".into(), ..Default::default() }];
    v1::Turn { clock, events: Some(two_events()), said, ..turn("m1", 1) }
}

#[test]
fn a_turn_whose_deadline_has_passed_is_not_asked() {
    let mut stage = Stage::joined(1);
    let past = Instant::now() - Duration::from_secs(2);
    stage.conversation.receive(LineId::HOME, turns([urgent_turn()]), past).unwrap(); // duty 30
    stage.think();
    assert_eq!(stage.heard(), ["m1 start: seat 1 of 2, None", "m1 events 2"]);
    assert_eq!(stage.said(), PlayRequest::default());
    stage.hear(turns([urgent_turn()])); // on another stream, and with more time
    assert_eq!(stage.heard(), ["m1 act 1, events 2", "m1 heard 0: hey"], "each of them once");
    assert_eq!(stage.said().actions, [action("m1", 1)]);
}

#[test]
fn an_answer_counts_until_the_lag_margin_after_the_deadline() {
    for (margin, millis) in [(None, 50), (Some(Duration::from_millis(200)), 200)] {
        let mut stage = Stage::new(1);
        stage.said();
        let lag_margin = margin.map(|margin| margin.try_into().unwrap());
        let time_control = Some(v1::TimeControl { lag_margin, ..Default::default() });
        let joins = vec![v1::Joined { time_control, ..joined("m1", 1) }];
        stage.hear(PlayResponse { joins, ..Default::default() });
        let now = Instant::now();
        stage.conversation.receive(LineId::HOME, turns([urgent_turn()]), now).unwrap();
        let call = stage.conversation.calls().pop().unwrap();
        let end = now + Duration::from_millis(1000 + millis);
        assert!(!call.shared.is_over_at(1, end - Duration::from_nanos(1)));
        assert!(call.shared.is_over_at(1, end));
        stage.conversation.receive(LineId::HOME, turns([urgent_turn()]), end).unwrap(); // after a break
        assert!(!call.shared.is_over_at(1, end), "with what is left of its time now");
    }
}

#[test]
fn a_turn_is_open_until_it_is_missed_or_followed_or_its_match_is_over() {
    let over: [fn() -> PlayResponse; 3] =
        [|| missed("m1", 1, 1), || turns([turn("m1", 2)]), || ended("m1")];
    for over in over {
        let mut stage = Stage::joined(1);
        stage.receive(turns([turn("m1", 1)]));
        let call = stage.conversation.calls().pop().unwrap();
        let open = |call: &Call| !call.shared.is_over(1);
        assert!(open(&call)); // what Turn::is_open says
        stage.receive(over());
        assert!(!open(&call), "{:?}", over());
        stage.conversation.returned(call.make()).unwrap();
        assert!(!stage.heard().contains(&"m1 act 1".to_owned()));
    }
}

#[test]
fn a_token_that_is_given_twice_is_joined_once() {
    let mut stage = Stage::new(1);
    let scribe = || Scribe { heard: Heard::default(), voices: Voices::default() };
    stage.join("token-1", scribe); // duty 31
    stage.join("token-2", scribe);
    let numbers: Vec<_> = stage.said().joins.iter().map(|join| join.number).collect();
    assert_eq!(numbers, [1, 2]);
    let joins = vec![joined("m1", 1), joined("m2", 2)];
    stage.hear(PlayResponse { joins, ..Default::default() });
    stage.hear(ended("m1"));
    stage.join("token-1", scribe);
    assert_eq!(stage.said(), PlayRequest::default(), "nor after its end");
    stage.hear(ended("m2"));
    assert!(stage.conversation.is_done() && stage.conversation.is_quiet());
    assert_eq!(stage.conversation.verdict(), Ok(()));
}

#[test]
fn events_are_told_before_the_turn_and_before_the_end() {
    let mut stage = Stage::joined(1);
    stage.hear(turns([v1::Turn { events: Some(two_events()), ..turn("m1", 1) }]));
    let mut end = ended("m1");
    end.ends[0].events = Some(two_events());
    stage.hear(end);
    let expected = [
        "m1 start: seat 1 of 2, None",
        "m1 events 2",
        "m1 act 1, events 2",
        "m1 events 2",
        "m1 end: RULES",
    ];
    assert_eq!(stage.heard(), expected);
}

#[test]
fn messages_of_unknown_types_are_errors_that_name_them() {
    let chess = |name: &str| {
        let type_url = format!("type.googleapis.com/gamereferee.games.chess.v1.{name}");
        Some(Any { type_url, value: vec![] })
    };
    let said = |error: RefereeClientError, name: &str| {
        let start =
            format!("no generated class for the message 'gamereferee.games.chess.v1.{name}': ");
        assert!(error.to_string().starts_with(&start), "{error}");
    };
    let mut stage = Stage::new(1); // duty 11
    let odd = v1::Joined { config: chess("Config"), ..joined("m1", 1) };
    let odd = PlayResponse { joins: vec![odd], ..Default::default() };
    said(stage.conversation.receive(LineId::HOME, odd, Instant::now()).unwrap_err(), "Config");

    for (name, odd) in [
        ("Observation", v1::Turn { observation: chess("Observation"), ..turn("m1", 1) }),
        ("Events", v1::Turn { events: chess("Events"), ..turn("m1", 1) }),
    ] {
        let mut stage = Stage::joined(1);
        stage.receive(turns([odd]));
        let call = stage.conversation.calls().pop().unwrap();
        said(stage.conversation.returned(call.make()).unwrap_err(), name);
    }
}

#[test]
fn after_a_break_answers_wait_until_their_turn_comes_again() {
    let mut stage = Stage::joined(1);
    stage.receive(turns([turn("m1", 1)]));
    let call = stage.conversation.calls().pop().unwrap();
    stage.conversation.opened();
    assert_eq!(stage.said().joins.len(), 1);
    stage.conversation.returned(call.make()).unwrap();
    assert_eq!(stage.said(), PlayRequest::default(), "the new stream has no such turn yet");
    let joins = vec![v1::Joined { rejoined: true, ..joined("m1", 1) }];
    stage.hear(PlayResponse { joins, ..turns([turn("m1", 1)]) });
    assert_eq!(stage.said().actions, [action("m1", 1)]);
}

#[test]
fn only_seats_whose_match_has_not_ended_are_joined_again() {
    let mut stage = Stage::joined(2);
    stage.hear(ended("m1"));
    stage.conversation.opened(); // duty 15
    let joins: Vec<_> = stage.said().joins.iter().map(|join| join.token.clone()).collect();
    assert_eq!(joins, ["token-2"]);
}

#[test]
fn a_seat_taken_over_is_given_up_and_the_others_go_on() {
    let mut stage = Stage::joined(2);
    stage.receive(turns([turn("m1", 1)]));
    let call = stage.conversation.calls().pop().unwrap();
    stage.hear(rejected(v1::Rejected {
        match_id: "m1".into(),
        seat: 1,
        reason: ErrorReason::TakenOver as i32,
        text: "another stream holds the seat".into(),
        ..Default::default()
    }));
    stage.conversation.returned(call.make()).unwrap(); // duties 15, 17
    assert_eq!(stage.said(), PlayRequest::default(), "the answer is not this process's any more");
    stage.hear(turns([turn("m2", 1)]));
    assert_eq!(stage.said().actions, [action("m2", 1)]);
    stage.conversation.opened();
    assert_eq!(stage.said().joins.len(), 1);
    stage.hear(ended("m2"));
    assert!(stage.conversation.is_done() && stage.conversation.is_quiet());
    assert_eq!(stage.error(), "match m1 seat 1: another stream holds the seat");
}

#[test]
fn a_seat_that_ended_while_the_stream_was_broken_is_no_error() {
    let mut stage = Stage::joined(1);
    stage.conversation.opened();
    stage.hear(rejected(v1::Rejected {
        reason: ErrorReason::Ended as i32,
        join_number: 1,
        ..Default::default()
    }));
    assert!(stage.conversation.is_done());
    assert_eq!(stage.conversation.verdict(), Ok(()));
}

#[test]
fn a_seat_of_another_game_is_resigned_on_every_stream() {
    let mut stage = Stage::new(2);
    let swordman = v1::Joined { game: "swordman".into(), ..joined("m1", 1) };
    stage.said();
    let joins = vec![swordman.clone(), joined("m2", 2)];
    stage.hear(PlayResponse { joins, ..turns([turn("m1", 1)]) }); // duty 18
    let resigns = vec![v1::Resign { match_id: "m1".into(), seat: 1 }];
    assert_eq!(stage.said(), PlayRequest { resigns: resigns.clone(), ..Default::default() });
    stage.conversation.opened();
    assert_eq!(stage.said().joins.len(), 2, "the first resignation may have been lost");
    stage.hear(PlayResponse { joins: vec![swordman], ..Default::default() });
    assert_eq!(stage.said().resigns, resigns);
    stage.hear(ended("m2"));
    assert!(stage.conversation.is_done());
    let expected = "match m1 seat 1: this bot plays 'diceman', and the seat is one of 'swordman'";
    assert_eq!(stage.error(), expected);
}

#[test]
fn a_turn_at_which_the_bot_fails_is_given_up_and_the_bot_is_asked_again() {
    let mut stage = Stage::joined(1);
    stage.hear(turns([turn_of_round("m1", 1, 13)])); // duty 19
    let skips = vec![skip("m1", 1)];
    assert_eq!(stage.said(), PlayRequest { skips: skips.clone(), ..Default::default() });
    stage.hear(turns([turn_of_round("m1", 1, 13)]));
    assert_eq!(stage.said().skips, skips, "what was given up stays so");
    stage.hear(turns([turn_of_round("m1", 2, 14)]));
    assert_eq!(stage.said().skips, [skip("m1", 2)]);
    stage.hear(turns([turn("m1", 3)]));
    assert_eq!(stage.said().actions, [action("m1", 3)]);
    stage.hear(ended("m1"));
    assert_eq!(stage.conversation.faults(), 2);
    let first = "match m1 seat 1 turn 1: the bot's own code failed: ";
    assert!(stage.error().starts_with(first), "{}", stage.error());
    let told = stage.conversation.faults_told().unwrap();
    let start = "the bot's own code failed 2 times, the first time in match m1 seat 1 turn 1: ";
    assert!(told.starts_with(start) && told.ends_with("unlucky"), "one line: {told}");
}

#[test]
fn a_failure_that_is_about_no_turn_gives_none_up() {
    let mut stage = Stage::new(1);
    let config = Some(pack(&Config { die_sword: Some(99), ..Config::default() }));
    let joins = vec![v1::Joined { config, ..joined("m1", 1) }];
    stage.said();
    stage.hear(PlayResponse { joins, ..turns([turn("m1", 1)]) });
    assert_eq!(stage.conversation.faults(), 1, "on_start panicked");
    let request = stage.said();
    assert_eq!((request.skips, request.actions), (vec![], vec![action("m1", 1)]));
    let told = stage.conversation.faults_told().unwrap();
    assert!(told.starts_with("the bot's own code failed once, in match m1 seat 1: "), "{told}");
}

#[test]
fn with_strict_the_first_failure_is_an_error_at_once() {
    let mut stage = Stage::joined(1);
    stage.conversation.is_strict = true;
    stage.receive(turns([turn_of_round("m1", 1, 13)]));
    let call = stage.conversation.calls().pop().unwrap();
    let error = stage.conversation.returned(call.make()).unwrap_err().to_string();
    let start =
        "match m1 seat 1 turn 1: the bot's own code failed: unlucky\nday (src/conversation/";
    assert!(error.starts_with(start), "{error}");
}

#[test]
fn more_answers_may_come_while_a_bot_is_asked() {
    let mut stage = Stage::joined(1);
    stage.receive(turns([turn("m1", 1)]));
    assert!(!stage.conversation.is_asking(), "not asked yet");
    let call = stage.conversation.calls().pop().unwrap();
    assert!(stage.conversation.is_asking());
    stage.conversation.returned(call.make()).unwrap();
    assert!(!stage.conversation.is_asking());
}

#[test]
fn bots_hear_the_end_even_when_they_are_busy() {
    let mut stage = Stage::joined(1);
    stage.receive(turns([turn("m1", 1)]));
    let call = stage.conversation.calls().pop().unwrap();
    stage.receive(ended("m1"));
    assert!(stage.conversation.is_done() && !stage.conversation.is_quiet());
    stage.conversation.returned(call.make()).unwrap();
    stage.think();
    assert!(stage.conversation.is_quiet());
    assert_eq!(stage.heard().last().unwrap(), "m1 end: RULES");
    assert_eq!(stage.said(), PlayRequest::default(), "the answer came after the end");
}

#[test]
fn what_is_about_unknown_seats_is_passed_over() {
    let mut stage = Stage::joined(1);
    stage.heard();
    stage.hear(turns([turn("elsewhere", 1)]));
    stage.hear(missed("elsewhere", 1, 1));
    stage.hear(ended("elsewhere"));
    stage.hear(PlayResponse { joins: vec![joined("unasked", 9)], ..Default::default() });
    assert!(stage.heard().is_empty());
    assert_eq!(stage.said(), PlayRequest::default());
    assert!(!stage.conversation.is_done());
}

#[test]
fn a_resignation_outlives_a_break() {
    let mut stage = Stage::joined(1);
    stage.conversation.resign("m1".into(), 1);
    stage.conversation.opened();
    assert_eq!(stage.said().resigns, [v1::Resign { match_id: "m1".into(), seat: 1 }]);
}
