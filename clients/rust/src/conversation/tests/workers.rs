//! Seats that go to the workers which have their matches, and come home when they can't stay.

use super::*;
use crate::v1::NonceState;

const THERE: &str = "worker.example:7071";

/// A stage whose seats of `m1` and on have a worker named at home.
fn named(tokens: u8) -> Stage {
    let mut stage = Stage::new(tokens);
    stage.conversation.opened();
    stage.said();
    for number in 1..=tokens {
        stage.join_at(LineId::HOME, number, THERE);
    }
    stage
}

/// A stage whose seats have gone to their worker, and the line there.
fn moved(tokens: u8) -> (Stage, LineId) {
    let mut stage = named(tokens);
    let line = stage.worker();
    let expected: Vec<_> = (1..=tokens).map(|number| format!("token-{number}")).collect();
    assert_eq!(stage.tokens_at(line), expected);
    for number in 1..=tokens {
        stage.hear(taken_over(number));
        stage.join_at(line, number, ""); // a worker names none
    }
    assert_eq!(stage.said_at(line), PlayRequest::default());
    (stage, line)
}

impl Stage {
    /// Has the referee take the token of a seat.
    fn join_at(&mut self, line: LineId, number: u8, worker: &str) {
        let joined = joined(&format!("m{number}"), number.into());
        let joined = v1::Joined { worker_address: worker.into(), ..joined };
        self.hear_at(line, PlayResponse { joins: vec![joined], ..Default::default() });
    }

    /// A line to a worker that has answered.
    fn worker(&mut self) -> LineId {
        let line = self.conversation.begin_line(THERE);
        let ping = Some(v1::Ping { number: 1 });
        assert_eq!(self.said_at(line), PlayRequest { ping, ..Default::default() });
        self.answer_at(line);
        line
    }

    fn answer_at(&mut self, line: LineId) {
        let pong = Some(v1::Pong { number: 1 });
        self.hear_at(line, PlayResponse { pong, ..Default::default() });
    }

    fn receive_at(&mut self, line: LineId, response: PlayResponse) {
        self.conversation.receive(line, response, Instant::now()).unwrap();
    }

    fn hear_at(&mut self, line: LineId, response: PlayResponse) {
        self.receive_at(line, response);
        self.think();
    }

    fn said_at(&mut self, line: LineId) -> PlayRequest {
        self.conversation.take(line).pop().unwrap_or_default()
    }

    /// The tokens that are presented on a line, and nothing else.
    fn tokens_at(&mut self, line: LineId) -> Vec<String> {
        let request = self.said_at(line);
        let joins = request.joins.clone();
        assert_eq!(request, PlayRequest { joins: joins.clone(), ..Default::default() });
        joins.into_iter().map(|join| join.token).collect()
    }

    /// The actions that answer these turns on a line.
    fn play_at(&mut self, line: LineId, given: impl IntoIterator<Item = v1::Turn>) -> PlayRequest {
        self.hear_at(line, turns(given));
        self.said_at(line)
    }

    fn wanted(&mut self) -> Vec<String> {
        self.conversation.wanted().collect()
    }
}

fn taken_over(number: u8) -> PlayResponse {
    rejected(v1::Rejected {
        match_id: format!("m{number}"),
        seat: 1,
        reason: ErrorReason::TakenOver as i32,
        ..Default::default()
    })
}

fn bad_token(number: u64) -> PlayResponse {
    let reason = ErrorReason::BadToken as i32;
    rejected(v1::Rejected { reason, join_number: number, ..Default::default() })
}

fn actions(actions: impl IntoIterator<Item = v1::Action>) -> PlayRequest {
    PlayRequest { actions: actions.into_iter().collect(), ..Default::default() }
}

#[test]
fn seats_stay_until_the_worker_has_answered() {
    let mut stage = named(2); // duty 34
    assert_eq!(stage.wanted(), [THERE]);
    assert_eq!(stage.wanted(), [""; 0], "asked for once");
    let line = stage.conversation.begin_line(THERE);
    stage.said_at(line);
    let expected = actions([action("m1", 1)]);
    assert_eq!(stage.play_at(LineId::HOME, [turn("m1", 1)]), expected);
    assert_eq!(stage.said_at(line), PlayRequest::default());
    stage.answer_at(line);
    assert_eq!(stage.tokens_at(line), ["token-1", "token-2"]);
    stage.answer_at(line);
    assert_eq!(stage.tokens_at(line), [""; 0], "the first word alone moves seats");
}

#[test]
fn seats_are_played_at_their_worker() {
    let (mut stage, line) = moved(2);
    let expected = actions([action("m1", 1), action("m2", 1)]);
    assert_eq!(stage.play_at(line, [turn("m1", 1), turn("m2", 1)]), expected);
    assert_eq!(stage.said(), PlayRequest::default());
    assert_eq!(stage.conversation.verdict(), Ok(()));
}

#[test]
fn a_seat_whose_worker_is_named_later_goes_at_once() {
    let mut stage = Stage::new(1);
    stage.said();
    let line = stage.worker();
    stage.join_at(LineId::HOME, 1, THERE);
    assert_eq!(stage.tokens_at(line), ["token-1"]);
    assert_eq!(stage.wanted(), [""; 0]);
}

#[test]
fn a_seat_of_no_worker_or_of_another_stays() {
    let mut stage = Stage::new(2);
    stage.said();
    let line = stage.worker();
    stage.join_at(LineId::HOME, 1, "");
    stage.join_at(LineId::HOME, 2, "other.example:7071");
    assert_eq!(stage.tokens_at(line), [""; 0]);
    assert_eq!(stage.wanted(), ["other.example:7071"]);
}

#[test]
fn a_process_that_stays_does_not_ask_and_does_not_go() {
    let mut stage = Stage::new(0);
    stage.conversation.stays = true; // duty 34
    stage.join("token-1", || Scribe { heard: Heard::default(), voices: Voices::default() });
    assert_eq!(stage.features(), ["nonce-commitments", "small-turns"]);
    stage.join_at(LineId::HOME, 1, THERE);
    assert_eq!(stage.wanted(), [""; 0]);
    assert!(!stage.conversation.wants(THERE));
}

#[test]
fn the_open_turn_goes_with_its_seat_and_so_does_its_answer() {
    let mut stage = named(1);
    stage.receive(turns([turn("m1", 1)]));
    let call = stage.conversation.calls().pop().unwrap();
    let line = stage.worker();
    assert_eq!(stage.tokens_at(line), ["token-1"]);
    stage.conversation.returned(call.make()).unwrap();
    assert_eq!(stage.said_at(line), PlayRequest::default(), "the turn has not come there yet");
    assert_eq!(stage.said(), PlayRequest::default());
    stage.join_at(line, 1, THERE);
    let expected = actions([action("m1", 1)]);
    assert_eq!(stage.play_at(line, [turn("m1", 1)]), expected);
    assert_eq!(stage.play_at(line, [turn("m1", 1)]), expected, "it was lost with something");
    assert_eq!(stage.heard().iter().filter(|what| what.contains("act")).count(), 1);
}

#[test]
fn turns_on_the_line_that_a_seat_has_left_are_passed_over() {
    let mut stage = named(1);
    let line = stage.worker();
    assert_eq!(stage.play_at(LineId::HOME, [turn("m1", 1)]), PlayRequest::default());
    stage.said_at(line);
    stage.join_at(line, 1, THERE);
    assert_eq!(stage.play_at(line, [turn("m1", 1)]), actions([action("m1", 1)]));
}

#[test]
fn rejections_on_the_line_that_a_seat_has_left_do_not_reach_its_bot() {
    let mut stage = named(1);
    stage.play_at(LineId::HOME, [turn("m1", 1)]);
    stage.worker();
    stage.heard();
    let refused = |reason| {
        let (match_id, reason) = ("m1".to_owned(), reason as i32);
        rejected(v1::Rejected { match_id, seat: 1, turn: 1, reason, ..Default::default() })
    };
    stage.hear(refused(ErrorReason::Ended));
    stage.hear(refused(ErrorReason::Malformed));
    assert_eq!((stage.heard(), stage.conversation.faults()), (vec![], 0));
}

#[test]
fn answers_to_a_join_count_only_on_the_line_where_the_token_was_presented_last() {
    let mut stage = named(1);
    stage.hear(turns([turn("m1", 1)]));
    stage.said();
    let line = stage.worker();
    assert_eq!(stage.tokens_at(line), ["token-1"]);
    stage.join_at(LineId::HOME, 1, "");
    stage.voices.lock().unwrap()[0].say("MAIN", "hello");
    assert_eq!(stage.said_at(line), PlayRequest::default(), "the worker has not answered");
    stage.hear(bad_token(1));
    assert_eq!(stage.said(), PlayRequest::default());
    stage.join_at(line, 1, "");
    assert_eq!(stage.said_at(line).says.len(), 1);
    assert_eq!(stage.conversation.verdict(), Ok(()));
}

#[test]
fn what_is_unsaid_goes_along() {
    let mut stage = named(2);
    stage.hear(turns([turn("m1", 1)]));
    stage.said();
    stage.conversation.opened(); // words of a seat that is being joined wait
    stage.said();
    stage.voices.lock().unwrap()[0].say("MAIN", "hello");
    stage.conversation.resign("m2".into(), 1);
    let line = stage.worker();
    assert_eq!(stage.tokens_at(line), [""; 0], "no seat moves while it is being joined");
    stage.join_at(LineId::HOME, 1, THERE);
    stage.join_at(LineId::HOME, 2, THERE);
    let resign = v1::Resign { match_id: "m2".into(), seat: 1 };
    let request = stage.said_at(line);
    assert_eq!((request.joins.len(), request.resigns), (2, vec![resign.clone()]));
    assert_eq!(request.says, [], "not before the worker has the seat");
    assert_eq!(stage.said(), PlayRequest::default());
    stage.join_at(line, 1, THERE);
    stage.join_at(line, 2, THERE);
    assert_eq!(stage.said_at(line).says.len(), 1);
    stage.conversation.resign("m2".into(), 1);
    assert_eq!(stage.said_at(line).resigns, [resign]);
}

#[test]
fn words_that_wait_for_a_stream_home_go_along() {
    let mut stage = named(1);
    stage.hear(turns([turn("m1", 1)]));
    stage.said();
    let line = stage.conversation.begin_line(THERE);
    stage.voices.lock().unwrap()[0].say("MAIN", "hello");
    assert_eq!(stage.said_at(line).says, [], "the seat is not there");
    stage.answer_at(line);
    assert_eq!(stage.tokens_at(line), ["token-1"]);
    stage.join_at(line, 1, THERE);
    assert_eq!(stage.said_at(line).says.len(), 1);
    assert_eq!(stage.said(), PlayRequest::default());
}

#[test]
fn what_a_lost_line_has_not_sent_goes_home_with_its_seats() {
    let (mut stage, line) = moved(2);
    stage.hear_at(line, turns([turn("m1", 1), turn("m2", 1)]));
    stage.conversation.resign("m2".into(), 1);
    stage.voices.lock().unwrap()[0].say("MAIN", "hello");
    assert_eq!(stage.said(), PlayRequest::default(), "words go to the line of their seat");
    assert!(stage.conversation.lost(line), "it had answered");
    let request = stage.said();
    assert_eq!((request.joins.len(), request.resigns.len(), request.says.len()), (2, 1, 0));
    assert_eq!(request.actions, [], "their turns have not come again");
    stage.join_at(LineId::HOME, 1, "");
    stage.join_at(LineId::HOME, 2, "");
    assert_eq!(stage.said().says.len(), 1);
    let expected = actions([action("m1", 1), action("m2", 1)]);
    assert_eq!(stage.play_at(LineId::HOME, [turn("m1", 1), turn("m2", 1)]), expected);
}

#[test]
fn seats_go_home_when_the_line_is_lost_and_come_back() {
    let (mut stage, line) = moved(1);
    stage.wanted();
    assert!(!stage.conversation.wants(THERE));
    stage.conversation.lost(line); // duty 34
    assert_eq!(stage.tokens_at(LineId::HOME), ["token-1"]);
    assert!(stage.conversation.wants(THERE));
    stage.join_at(LineId::HOME, 1, THERE);
    assert_eq!(stage.wanted(), [THERE]);
    assert_eq!(stage.play_at(LineId::HOME, [turn("m1", 1)]), actions([action("m1", 1)]));
    let again = stage.worker();
    assert_eq!(stage.tokens_at(again), ["token-1"]);
    stage.join_at(again, 1, THERE);
    assert_eq!(stage.play_at(again, [turn("m1", 2)]), actions([action("m1", 2)]));
    assert!(!stage.conversation.wants(THERE));
}

#[test]
fn a_line_that_is_lost_while_that_home_is_broken_leaves_its_seats_to_the_next() {
    let (mut stage, line) = moved(1);
    stage.conversation.lost(line);
    stage.conversation.opened();
    assert_eq!(stage.tokens_at(LineId::HOME), ["token-1"], "once");
}

#[test]
fn a_worker_that_never_answered_has_no_seats_to_lose() {
    let mut stage = named(1);
    let line = stage.conversation.begin_line(THERE);
    assert!(!stage.conversation.lost(line));
    assert_eq!(stage.play_at(LineId::HOME, [turn("m1", 1)]), actions([action("m1", 1)]));
}

#[test]
fn a_seat_goes_nowhere_while_its_join_is_unanswered() {
    let (mut stage, line) = moved(1);
    stage.conversation.lost(line);
    assert_eq!(stage.tokens_at(LineId::HOME), ["token-1"]);
    let again = stage.worker();
    assert_eq!(stage.said_at(again), PlayRequest::default());
    stage.join_at(LineId::HOME, 1, THERE);
    assert_eq!(stage.tokens_at(again), ["token-1"]);
}

#[test]
fn seats_of_a_worker_stay_there_when_the_line_home_breaks() {
    let (mut stage, line) = moved(1);
    stage.conversation.opened();
    assert_eq!(stage.tokens_at(LineId::HOME), [""; 0]);
    assert_eq!(stage.play_at(line, [turn("m1", 1)]), actions([action("m1", 1)]));
}

#[test]
fn a_seat_whose_token_a_worker_refuses_goes_home_for_good() {
    let mut stage = named(1);
    let line = stage.worker();
    stage.said_at(line);
    stage.hear_at(line, bad_token(1)); // duty 34
    assert_eq!(stage.tokens_at(LineId::HOME), ["token-1"]);
    stage.join_at(LineId::HOME, 1, THERE);
    assert_eq!(stage.said_at(line), PlayRequest::default());
    assert!(!stage.conversation.wants(THERE));
    assert_eq!(stage.play_at(LineId::HOME, [turn("m1", 1)]), actions([action("m1", 1)]));
    assert_eq!(stage.conversation.verdict(), Ok(()));
}

#[test]
fn a_token_that_is_refused_at_home_is_refused() {
    let (mut stage, line) = moved(1);
    stage.conversation.lost(line);
    stage.hear(bad_token(1));
    assert_eq!(stage.error(), "the referee refused the token toke…: BAD_TOKEN: ");
}

#[test]
fn a_seat_that_has_ended_at_its_worker_is_over() {
    let mut stage = named(1);
    let line = stage.worker();
    let reason = ErrorReason::Ended as i32;
    let ended = v1::Rejected { reason, join_number: 1, ..Default::default() };
    stage.hear_at(line, rejected(ended));
    assert!(stage.conversation.is_done());
    assert_eq!(stage.conversation.verdict(), Ok(()));
}

#[test]
fn a_seat_that_another_process_takes_over_at_its_worker_is_lost() {
    let (mut stage, line) = moved(1);
    stage.hear_at(line, taken_over(1));
    assert_eq!(stage.error(), "match m1 seat 1: another process plays it now");
}

#[test]
fn a_takeover_of_the_first_stay_at_home_may_come_during_the_second() {
    let mut stage = named(1);
    let line = stage.worker();
    stage.conversation.lost(line);
    stage.hear(taken_over(1)); // of the first stay at home
    stage.join_at(LineId::HOME, 1, "");
    assert_eq!(stage.conversation.verdict(), Ok(()));
    stage.hear(taken_over(1));
    assert!(stage.conversation.verdict().is_err());
}

#[test]
fn a_match_that_ends_at_its_worker_is_over_and_the_others_come_home() {
    let (mut stage, line) = moved(2);
    stage.hear_at(line, ended("m1"));
    assert!(!stage.conversation.is_done());
    stage.conversation.lost(line);
    assert_eq!(stage.tokens_at(LineId::HOME), ["token-2"]);
    stage.hear(ended("m2"));
    assert!(stage.conversation.is_done() && stage.conversation.is_quiet());
}

#[test]
fn each_line_is_asked_for_a_pong_of_its_own_and_answers_pings_of_its_own() {
    let (mut stage, line) = moved(1);
    assert!(!stage.conversation.is_silent(line)); // duty 5
    let ping = Some(v1::Ping { number: 1 });
    assert_eq!(stage.said(), PlayRequest::default());
    assert_eq!(stage.said_at(line), PlayRequest { ping, ..Default::default() });
    stage.hear(PlayResponse { ping: Some(v1::Ping { number: 7 }), ..Default::default() });
    assert_eq!(stage.said().pongs, [v1::Pong { number: 7 }]);
    assert_eq!(stage.said_at(line), PlayRequest::default());
    assert!(stage.conversation.is_silent(line), "a word at home is none of the worker's");
    assert!(!stage.conversation.is_silent(LineId::HOME));
}

#[test]
fn handles_belong_to_their_line() {
    let mut stage = named(2);
    let line = stage.worker();
    stage.said_at(line);
    let agreed = |number: u64, handle| super::short::agreed(&format!("m{number}"), number, handle);
    stage.hear_at(line, PlayResponse { joins: vec![agreed(1, 5)], ..Default::default() });
    stage.hear_at(line, PlayResponse { joins: vec![agreed(2, 6)], ..Default::default() });
    let small = |handle, turn| super::short::small_turns([(handle, turn)]);
    stage.hear_at(line, small(5, 1)); // duty 27
    assert_eq!(stage.said_at(line).small_actions.len(), 1);
    stage.hear(small(5, 2));
    assert_eq!(stage.said(), PlayRequest::default(), "no handle of the line home");
    stage.conversation.lost(line);
    stage.said();
    stage.hear(PlayResponse { joins: vec![agreed(1, 9)], ..Default::default() });
    stage.hear(small(9, 1));
    let handles: Vec<_> = stage.said().small_actions.iter().map(|small| small.handle).collect();
    assert_eq!(handles, [9], "the lost answer has the new handle");
    stage.hear(small(5, 2));
    assert_eq!(stage.said(), PlayRequest::default(), "the old one means nothing");
}

#[test]
fn a_nonce_that_was_opened_before_the_seat_went_counts_if_the_start_shows_it() {
    for shows in [true, false] {
        let mut stage = Stage::new(1);
        stage.said();
        let line = stage.worker();
        let commitment = nonce_commitment(&[1; NONCE_BYTES]);
        let nonce = |state, nonce: &[u8]| {
            let (state, nonce) = (state as i32, nonce.to_vec());
            v1::SeatNonce { state, nonce, commitment: commitment.clone() }
        };
        let (match_id, seat) = ("m1".to_owned(), 1);
        let nonces = vec![v1::SeatNonce::default(), nonce(NonceState::Committed, &[])];
        let shown = v1::NonceCommitments { match_id: match_id.clone(), seat, nonces };
        let features = vec!["nonce-commitments".to_owned()];
        let joins = vec![v1::Joined { features, ..joined("m1", 1) }];
        let commitments = vec![shown];
        stage.hear(PlayResponse { joins, commitments: commitments.clone(), ..Default::default() });
        assert_eq!(stage.said().openings.len(), 1); // duty 2
        stage.join_at(LineId::HOME, 1, THERE);
        assert_eq!(stage.tokens_at(line), ["token-1"]);
        let own = match shows {
            true => nonce(NonceState::Opened, &[1; NONCE_BYTES]),
            false => nonce(NonceState::Committed, &[]),
        };
        let nonces = vec![v1::SeatNonce::default(), own];
        let started = v1::MatchStarted { match_id, seat, nonces, ..Default::default() };
        stage.hear(PlayResponse { starts: vec![started], ..Default::default() });
        assert_eq!(stage.conversation.seats[&1].witness.nonce_told, shows);
        stage.hear_at(line, PlayResponse { commitments, ..Default::default() });
        assert_eq!(stage.said_at(line).openings.len(), 1, "where the seat is");
    }
}
