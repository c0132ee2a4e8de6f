//! Answers that the referee refuses, or would refuse.

use prost::Message;

use super::*;

/// The rejection of the scribe's answer to a turn of `m1`; the text says how it answers again.
fn refused(turn: i32, text: &str) -> PlayResponse {
    rejected(v1::Rejected {
        match_id: "m1".into(),
        seat: 1,
        turn,
        reason: ErrorReason::Malformed as i32,
        text: text.into(),
        ..Default::default()
    })
}

/// One seat that has answered its first turn.
fn answered() -> Stage {
    let mut stage = Stage::joined(1);
    stage.hear(turns([turn("m1", 1)]));
    assert_eq!(stage.said().actions, [action("m1", 1)]);
    stage.heard();
    stage
}

fn second_answer(turn: i32) -> PlayRequest {
    let payload = Some(pack(&Action { dice: vec![0, 3], ..Action::default() }));
    let action = v1::Action { match_id: "m1".into(), seat: 1, turn, payload };
    PlayRequest { actions: vec![action], ..Default::default() }
}

fn skipped(turn: i32) -> PlayRequest {
    PlayRequest { skips: vec![skip("m1", turn)], ..Default::default() }
}

#[test]
fn an_action_over_the_limit_is_not_sent_and_gives_the_turn_up() {
    let mut stage = Stage::joined(2);
    stage.hear(turns([turn_of_round("m1", 1, 15), turn("m2", 1)])); // duty 28
    let request = stage.said();
    assert_eq!((request.actions, request.skips), (vec![action("m2", 1)], vec![skip("m1", 1)]));
    let expected = "match m1 seat 1 turn 1: the bot's own code failed: \
                    an answer of 70,004 bytes, and 65,536 are allowed";
    assert_eq!(stage.error(), expected);
}

#[test]
fn an_action_as_long_as_is_allowed_is_sent() {
    let mut faults = Vec::new();
    let mut action = Action { dice: vec![1; 65_532], ..Action::default() };
    assert_eq!(crate::player::checked(1, &action, &mut faults), Answer::Action(pack(&action)));
    assert_eq!(faults, []);
    action.dice.push(1);
    assert_eq!(crate::player::checked(1, &action, &mut faults), Answer::Skip);
    assert_eq!(faults[0].what, "an answer of 65,537 bytes, and 65,536 are allowed");
}

#[test]
fn a_turn_whose_answer_is_refused_is_given_up_at_once() {
    for reason in [ErrorReason::Malformed, ErrorReason::WrongType] {
        let mut stage = answered();
        let mut refused = refused(1, "no action");
        refused.rejections[0].reason = reason as i32;
        stage.hear(refused); // duty 29
        let name = enum_name(reason as i32, "ERROR_REASON_", ErrorReason::as_str_name);
        assert_eq!(stage.heard(), [format!("m1 rejected 1 {name}: no action")]);
        assert_eq!(stage.said(), skipped(1));
        let what = format!("the answer was refused: {name}: no action");
        let told = format!("the bot's own code failed once, in match m1 seat 1 turn 1: {what}");
        assert_eq!(stage.conversation.faults_told(), Some(told));
        stage.hear(turns([turn("m1", 2)]));
        assert_eq!(stage.said().actions, [action("m1", 2)], "the match goes on");
    }
}

#[test]
fn a_bot_may_answer_again_what_was_refused() {
    let mut stage = answered();
    stage.hear(refused(1, "think")); // duty 29
    assert_eq!(stage.said(), second_answer(1));
    stage.hear(turns([turn("m1", 1)]));
    assert_eq!(stage.said(), second_answer(1), "the same again on another stream");
    assert_eq!(stage.conversation.faults(), 1);
    stage.hear(turns([turn("m1", 2)]));
    stage.said();
    stage.hear(refused(2, "think"));
    assert_eq!(stage.said(), second_answer(2), "each turn once more");
}

#[test]
fn a_second_answer_that_is_refused_gives_the_turn_up() {
    let mut stage = answered();
    stage.hear(refused(1, "think")); // duty 29
    assert_eq!(stage.said(), second_answer(1));
    stage.heard();
    stage.hear(refused(1, "think"));
    assert_eq!(stage.said(), skipped(1));
    let heard = ["m1 rejected 1 MALFORMED: think"];
    assert_eq!(stage.heard(), heard, "what the bot returns is ignored");
    assert_eq!(stage.conversation.faults(), 2);
    stage.hear(turns([turn("m1", 1)]));
    assert_eq!(stage.said(), skipped(1), "what was given up stays so");
    stage.hear(refused(1, "think"));
    assert_eq!(stage.said(), PlayRequest::default(), "a third refusal asks for nothing");
}

#[test]
fn a_second_answer_that_is_none_gives_the_turn_up() {
    for (text, what) in [("panic", "panicked"), ("too long", "an answer of 70,004 bytes")] {
        let mut stage = answered();
        stage.hear(refused(1, text));
        assert_eq!(stage.said(), skipped(1), "{what}");
        assert_eq!(stage.conversation.faults(), 2, "{what}");
        assert_eq!(stage.heard().len(), 1, "the bot was called once");
    }
}

#[test]
fn a_refusal_is_an_error_at_once_with_strict() {
    let mut stage = answered();
    stage.conversation.is_strict = true;
    let error = stage
        .conversation
        .receive(LineId::HOME, refused(1, "bad"), Instant::now())
        .unwrap_err()
        .to_string();
    let expected = "match m1 seat 1 turn 1: the bot's own code failed: \
                    the answer was refused: MALFORMED: bad";
    assert_eq!(error, expected);
}

#[test]
fn a_refusal_of_another_turn_or_of_one_that_was_missed_asks_for_nothing() {
    let mut stage = answered();
    stage.hear(turns([turn("m1", 2)]));
    stage.said();
    stage.hear(refused(1, "think")); // an earlier turn
    stage.hear(refused(3, "think")); // one that was never asked
    stage.hear(missed("m1", 2, 1));
    stage.hear(refused(2, "think"));
    assert_eq!(stage.said(), PlayRequest::default());
    let heard = stage.heard();
    assert_eq!(heard.iter().filter(|what| what.contains("rejected")).count(), 3, "{heard:?}");
    assert_eq!(stage.conversation.faults(), 0);
}

#[test]
fn a_refusal_for_another_reason_asks_for_nothing() {
    let mut stage = answered();
    let mut late = refused(1, "think");
    late.rejections[0].reason = ErrorReason::Late as i32;
    stage.hear(late);
    assert_eq!(stage.said(), PlayRequest::default());
    assert_eq!(stage.conversation.faults(), 0);
}

#[test]
fn a_turn_that_is_missed_before_the_bot_answers_again_stays_unanswered() {
    let mut stage = answered();
    stage.hear(PlayResponse { missed: missed("m1", 1, 1).missed, ..refused(1, "think") });
    assert_eq!(stage.said(), PlayRequest::default());
    assert_eq!(stage.heard(), ["m1 rejected 1 MALFORMED: think", "m1 missed 1, strike 1"]);

    let mut stage = answered();
    stage.receive(refused(1, "think"));
    let call = stage.conversation.calls().pop().unwrap();
    stage.receive(missed("m1", 1, 1)); // before the call is made
    stage.conversation.returned(call.make()).unwrap();
    stage.think();
    assert_eq!(stage.said(), PlayRequest::default());
    assert_eq!(stage.heard(), ["m1 rejected 1 MALFORMED: think", "m1 missed 1, strike 1"]);

    let mut stage = answered();
    stage.receive(refused(1, "think"));
    let done = stage.conversation.calls().pop().unwrap().make();
    stage.receive(missed("m1", 1, 1)); // before the second answer is back
    stage.conversation.returned(done).unwrap();
    assert_eq!(stage.said(), PlayRequest::default());
}

#[test]
fn a_second_answer_outlives_a_break() {
    let mut stage = answered();
    stage.receive(refused(1, "think"));
    let call = stage.conversation.calls().pop().unwrap();
    stage.conversation.opened();
    stage.said();
    stage.conversation.returned(call.make()).unwrap();
    assert_eq!(stage.said(), PlayRequest::default(), "the new stream has no such turn yet");
    let joins = vec![v1::Joined { rejoined: true, ..joined("m1", 1) }];
    stage.hear(PlayResponse { joins, ..turns([turn("m1", 1)]) });
    assert_eq!(stage.said(), second_answer(1));
}

#[test]
fn answers_of_more_than_a_message_may_have_go_out_in_several() {
    let mut stage = Stage::joined(20);
    let turns_of_all = (1..=20).map(|number| turn_of_round(&format!("m{number}"), 1, 16));
    stage.hear(turns(turns_of_all)); // duty 28
    let requests = stage.conversation.take(LineId::HOME);
    assert_eq!(requests.len(), 2);
    assert!(requests.iter().all(|request| request.encoded_len() <= 1024 * 1024));
    let answered: usize = requests.iter().map(|request| request.actions.len()).sum();
    assert_eq!(answered, 20);
}

#[test]
fn what_is_said_at_too_great_length_is_told_to_the_bot_and_not_sent() {
    let mut stage = answered();
    let voice = stage.voices.lock().unwrap()[0].clone();
    let number = voice.say("MAIN", "x".repeat(2_000_000));
    voice.say("MAIN", "short");
    assert_eq!(stage.said().says.len(), 1, "the other goes out");
    stage.think();
    let text = "message 1 of 2,000,004 bytes, and 65,536 are allowed";
    let heard = format!("m1 rejected 1 message {number} MSG_TOO_LONG: {text}");
    assert_eq!(stage.heard(), [heard]);
    assert_eq!(stage.conversation.verdict(), Ok(()));
}
