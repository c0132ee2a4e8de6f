//! Chat and early ends.

use std::collections::BTreeSet;
use std::thread;

use super::*;
use crate::chat::{Channel, Said};

fn said(seat: i32, text: &str) -> v1::Said {
    let (channel, phase) = ("MAIN".to_owned(), "TALK".to_owned());
    v1::Said { channel, number: 2, seat, text: text.to_owned(), round: 3, phase }
}

fn say(match_id: &str, turn: i32, text: &str, number: u64) -> v1::Say {
    let (channel, text) = ("MAIN".to_owned(), text.as_bytes().to_vec());
    v1::Say { match_id: match_id.into(), seat: 1, turn, channel, text, number }
}

/// A turn of a round at which the scribe says `a dozen`.
fn talkative_turn(number: i32) -> v1::Turn {
    turn_of_round("m1", number, 12)
}

fn rejoined(match_id: &str, join_number: u64) -> PlayResponse {
    let joined = v1::Joined { rejoined: true, ..joined(match_id, join_number) };
    PlayResponse { joins: vec![joined], ..Default::default() }
}

/// The end of `m1` for the scribe, while the match goes on.
fn put_out() -> v1::MatchEnded {
    let result = |seat, placement| v1::SeatResult { seat, placement, ..Default::default() };
    let outcome = Some(v1::Outcome {
        cause: 1,
        seats: vec![result(0, 0), result(1, 4)],
        ..Default::default()
    });
    v1::MatchEnded { match_id: "m1".into(), seat: 1, outcome, goes_on: true, ..Default::default() }
}

impl Stage {
    /// Speaks with the voice of a turn, counted over all turns that were asked.
    fn speak(&self, turn: usize, text: &str) -> u64 {
        self.voices.lock().unwrap()[turn - 1].say("MAIN", text)
    }
}

#[test]
fn what_is_said_goes_out_while_the_bot_thinks_and_with_the_answer_at_the_latest() {
    let mut stage = Stage::joined(1);
    stage.receive(turns([talkative_turn(1)])); // duty 24
    let done: Vec<Done> = stage.conversation.calls().into_iter().map(Call::make).collect();
    let says = vec![say("m1", 1, "a dozen", 1)];
    assert_eq!(stage.said(), PlayRequest { says, ..Default::default() }, "no answer is there yet");
    for done in done {
        stage.conversation.returned(done).unwrap();
    }
    assert_eq!(stage.said(), PlayRequest { actions: vec![action("m1", 1)], ..Default::default() });

    stage.hear(turns([talkative_turn(2)]));
    let (says, actions) = (vec![say("m1", 2, "a dozen", 2)], vec![action("m1", 2)]);
    assert_eq!(stage.said(), PlayRequest { says, actions, ..Default::default() });
}

#[test]
fn a_bot_speaks_after_its_answer_in_order_and_as_utf_8() {
    let mut stage = Stage::joined(1);
    stage.hear(turns([turn("m1", 1)]));
    stage.said();
    assert_eq!((stage.speak(1, "peace"), stage.speak(1, "or not, Jürgen")), (1, 2));
    let request = stage.said();
    assert_eq!(request.says, [say("m1", 1, "peace", 1), say("m1", 1, "or not, Jürgen", 2)]);
    assert_eq!(request.says[1].text[8..], *b"J\xc3\xbcrgen");
    stage.hear(turns([turn("m1", 2)]));
    stage.said();
    stage.speak(1, "too late");
    assert_eq!(stage.said().says, [say("m1", 1, "too late", 3)], "which the referee judges");
}

#[test]
fn messages_of_all_threads_and_seats_have_numbers_of_their_own() {
    let mut stage = Stage::joined(2);
    stage.hear(turns([turn("m1", 1), turn("m2", 1)]));
    stage.said();
    let voices = stage.voices.lock().unwrap().clone();
    let told: Vec<u64> = thread::scope(|scope| {
        let talk = |voice: &Voice| (0..50).map(|_| voice.say("MAIN", "hey")).collect::<Vec<_>>();
        let talks: Vec<_> =
            voices.iter().chain(&voices).map(|voice| scope.spawn(move || talk(voice))).collect();
        talks.into_iter().flat_map(|talk| talk.join().unwrap()).collect()
    });
    let says = stage.said().says;
    let sent: Vec<u64> = says.iter().map(|say| say.number).collect();
    assert_eq!(sent, (1..=200).collect::<Vec<_>>());
    assert_eq!(told.into_iter().collect::<BTreeSet<_>>(), sent.into_iter().collect());
    assert_eq!(says.iter().filter(|say| say.match_id == "m2").count(), 100);
}

#[test]
fn what_was_said_is_not_said_again_after_a_break() {
    let mut stage = Stage::joined(1);
    stage.hear(turns([talkative_turn(1)]));
    assert_eq!(stage.said().says.len(), 1);
    stage.conversation.opened();
    assert_eq!(stage.said().says, []);
    stage.hear(PlayResponse { turns: vec![talkative_turn(1)], ..rejoined("m1", 1) });
    let actions = vec![action("m1", 1)];
    assert_eq!(stage.said(), PlayRequest { actions, ..Default::default() }, "the answer alone");
}

#[test]
fn what_is_said_while_the_stream_is_broken_waits_for_the_seat() {
    let mut stage = Stage::joined(2);
    stage.hear(turns([turn("m1", 1), turn("m2", 1)]));
    stage.said();
    let of =
        |id: &str| if stage.voices.lock().unwrap()[0].shared.place.match_id == id { 1 } else { 2 };
    let (first, second) = (of("m1"), of("m2"));
    stage.speak(first, "before the break");
    stage.conversation.opened();
    stage.speak(first, "after it");
    stage.speak(second, "elsewhere");
    let request = stage.said();
    assert_eq!((request.joins.len(), request.says), (2, vec![]));
    stage.conversation.opened(); // that stream came to nothing
    stage.said();
    stage.hear(rejoined("m1", 1));
    assert_eq!(
        stage.said().says,
        [say("m1", 1, "before the break", 1), say("m1", 1, "after it", 2)]
    );
    stage.speak(first, "now");
    assert_eq!(stage.said().says, [say("m1", 1, "now", 4)], "the other seat still waits");
    stage.hear(rejoined("m2", 2));
    assert_eq!(stage.said().says, [say("m2", 1, "elsewhere", 3)]);
}

#[test]
fn a_seat_that_is_over_says_nothing_more() {
    let mut stage = Stage::joined(2);
    stage.hear(turns([turn("m1", 1)]));
    stage.said();
    stage.hear(turns([turn("m2", 1)]));
    stage.said();
    stage.speak(1, "good game");
    stage.speak(2, "hey");
    stage.conversation.opened();
    stage.said();
    stage.hear(ended("m1"));
    assert_eq!(stage.speak(1, "anybody there?"), 3);
    assert_eq!(stage.said(), PlayRequest::default());
    stage.hear(rejoined("m2", 2));
    stage.speak(2, "ho");
    assert_eq!(stage.said().says, [say("m2", 1, "hey", 2), say("m2", 1, "ho", 4)]);
}

#[test]
fn a_message_that_was_not_taken_is_told_with_its_number() {
    let mut stage = Stage::joined(1);
    stage.hear(turns([turn("m1", 1)]));
    stage.heard();
    stage.hear(rejected(v1::Rejected {
        match_id: "m1".into(), // duty 25
        seat: 1,
        turn: 1,
        reason: ErrorReason::MsgTooLong as i32,
        text: "241 bytes".into(),
        say_number: 7,
        ..Default::default()
    }));
    assert_eq!(stage.heard(), ["m1 rejected 1 message 7 MSG_TOO_LONG: 241 bytes"]);
    assert_eq!(stage.conversation.verdict(), Ok(()));
}

#[test]
fn words_and_channels_are_read() {
    let expected = Said {
        channel: "MAIN".into(),
        number: 2,
        seat: 4,
        text: "hey".into(),
        round: 3,
        phase: "TALK".into(),
    };
    assert_eq!(Said::from(said(4, "hey")), expected);
    let channel = v1::Channel { name: "TILE".into(), number: 9, members: vec![0, 3, 15] };
    let expected = Channel { name: "TILE".into(), number: 9, members: vec![0, 3, 15] };
    assert_eq!(Channel::from(channel), expected);
}

#[test]
fn a_bot_hears_at_its_turn_what_was_said_and_where_it_may_speak() {
    let mut stage = Stage::joined(1);
    let room = |name: &str| v1::Channel { name: name.into(), number: 1, members: vec![0, 1] };
    stage.hear(turns([v1::Turn {
        said: vec![said(0, "truce?"), said(1, "no")],
        channels: vec![room("MAIN"), room("TILE")],
        ..turn("m1", 1)
    }]));
    stage.hear(turns([turn("m1", 2)]));
    let expected = [
        "m1 start: seat 1 of 2, None",
        "m1 act 1",
        "m1 heard 0: truce?",
        "m1 heard 1: no",
        "m1 may speak in MAIN",
        "m1 may speak in TILE",
        "m1 act 2",
    ];
    assert_eq!(stage.heard(), expected);
}

#[test]
fn what_was_said_before_a_turn_that_is_not_asked_is_heard_at_the_next() {
    let mut stage = Stage::joined(1);
    stage.receive(turns([v1::Turn { said: vec![said(0, "one")], ..turn("m1", 1) }]));
    stage.receive(missed("m1", 1, 1)); // before the bot has time
    stage.receive(turns([v1::Turn { said: vec![said(0, "two")], ..turn("m1", 2) }]));
    let call = stage.conversation.calls().pop().unwrap();
    stage.receive(missed("m1", 2, 2)); // before the call is made
    stage.conversation.returned(call.make()).unwrap();
    stage.hear(turns([v1::Turn { said: vec![said(0, "three")], ..turn("m1", 3) }]));
    let heard = stage.heard();
    let expected = ["m1 act 3", "m1 heard 0: one", "m1 heard 0: two", "m1 heard 0: three"];
    assert_eq!(heard[heard.len() - 4..], expected);
    assert_eq!(heard.iter().filter(|what| what.contains(" act ")).count(), 1);
}

#[test]
fn a_seat_that_the_rules_put_out_ends_like_any_other() {
    let mut stage = Stage::joined(2);
    stage.hear(turns([turn("m1", 1)]));
    stage.said();
    stage.heard();
    let last_words = vec![said(0, "bye")];
    let end = v1::MatchEnded { said: last_words, events: Some(two_events()), ..put_out() };
    stage.hear(PlayResponse { ends: vec![end], ..turns([turn("m2", 1)]) }); // duty 26
    let (first, _): (Vec<_>, Vec<_>) =
        stage.heard().into_iter().partition(|what| what.starts_with("m1"));
    assert_eq!(first, ["m1 events 2", "m1 end: RULES, the match goes on", "m1 heard 0: bye"]);
    assert_eq!(stage.said().actions, [action("m2", 1)], "the other seat plays on");
    stage.conversation.opened();
    let tokens: Vec<_> = stage.said().joins.into_iter().map(|join| join.token).collect();
    assert_eq!(tokens, ["token-2"], "nobody joins it again");
    stage.hear(ended("m2"));
    assert!(stage.conversation.is_done() && stage.conversation.is_quiet());
    assert_eq!(stage.conversation.verdict(), Ok(()));
}

#[test]
fn of_an_early_end_only_the_seats_own_result_is_known() {
    let outcome = Outcome::new(put_out());
    assert!(outcome.goes_on && !outcome.is_void());
    assert_eq!(outcome.reveal, None);
    let placements: Vec<_> = outcome.seats.iter().map(|seat| seat.placement).collect();
    assert_eq!(placements, [0, 4]);
    assert!(!Outcome::new(ended("m1").ends.remove(0)).goes_on);
}
