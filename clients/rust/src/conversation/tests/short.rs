//! Turns in short, on one stream and over a break.

use super::*;
use crate::bot::from_fn;

/// The scribe's seat of a match, whose turns come in short under a handle.
pub(super) fn agreed(match_id: &str, join_number: u64, handle: u32) -> v1::Joined {
    let small_form = v1::SmallForm {
        handle,
        observation_url: pack(&Observation::default()).type_url,
        events_url: pack(&Events::default()).type_url,
        action_url: pack(&Action::default()).type_url,
        ..Default::default()
    };
    v1::Joined { small_form: Some(small_form), ..joined(match_id, join_number) }
}

/// A stage whose seats of `m1` and on have the handles from this one on.
fn in_short(tokens: u8, first: u32) -> Stage {
    let mut stage = Stage::new(tokens);
    stage.conversation.opened();
    stage.said();
    rejoin(&mut stage, tokens, first);
    stage
}

fn rejoin(stage: &mut Stage, tokens: u8, first: u32) {
    let joins = (1..=tokens)
        .map(|number| agreed(&format!("m{number}"), number.into(), first + u32::from(number) - 1));
    stage.hear(PlayResponse { joins: joins.collect(), ..Default::default() });
}

pub(super) fn small_turns(turns: impl IntoIterator<Item = (u32, i32)>) -> PlayResponse {
    let small = |(handle, turn)| v1::SmallTurn { handle, turn, ..Default::default() };
    PlayResponse { small_turns: turns.into_iter().map(small).collect(), ..Default::default() }
}

fn small_action(handle: u32, turn: i32) -> v1::SmallAction {
    let payload = action("", turn).payload.unwrap().value;
    v1::SmallAction { handle, turn, payload }
}

#[test]
fn turns_in_short_are_answered_in_short() {
    let mut stage = in_short(2, 5); // duty 27
    stage.hear(small_turns([(6, 1), (5, 2)]));
    let request = stage.said();
    assert_eq!(request.small_actions, [small_action(6, 1), small_action(5, 2)]);
    assert_eq!(request.actions, []);
    let heard = stage.heard();
    assert!(heard.contains(&"m1 act 2".to_owned()) && heard.contains(&"m2 act 1".to_owned()));
    stage.hear(small_turns([(7, 1)]));
    assert!(stage.heard().is_empty(), "a handle of nobody");
}

#[test]
fn a_lost_answer_is_sent_again_with_the_new_handle() {
    let mut stage = in_short(1, 1);
    stage.hear(small_turns([(1, 1)]));
    stage.said();
    stage.conversation.opened();
    stage.said();
    rejoin(&mut stage, 1, 11);
    stage.hear(small_turns([(1, 1)]));
    assert_eq!(stage.said(), PlayRequest::default(), "the old handle means nothing");
    stage.hear(small_turns([(11, 1)]));
    assert_eq!(stage.said().small_actions, [small_action(11, 1)]);
}

#[test]
fn a_referee_that_forgets_is_answered_at_length() {
    let mut stage = in_short(1, 1);
    stage.hear(small_turns([(1, 1)]));
    stage.said();
    stage.conversation.opened();
    stage.said();
    stage.hear(PlayResponse { joins: vec![joined("m1", 1)], ..turns([turn("m1", 1)]) });
    let request = stage.said();
    assert_eq!((request.actions, request.small_actions), (vec![action("m1", 1)], vec![]));
}

#[test]
fn skips_name_match_and_seat() {
    let mut stage = in_short(1, 1);
    let observation = Observation { round: 13, ..Observation::default() };
    let mut response = small_turns([(1, 1)]);
    response.small_turns[0].observation = prost::Message::encode_to_vec(&observation);
    stage.hear(response);
    let request = stage.said();
    assert_eq!((request.skips, request.small_actions), (vec![skip("m1", 1)], vec![]));
}

#[test]
fn a_turn_in_short_of_a_match_that_ends_is_not_played() {
    let mut stage = in_short(2, 1);
    stage.hear(PlayResponse { ends: ended("m1").ends, ..small_turns([(1, 1), (2, 1)]) });
    assert_eq!(stage.said().small_actions, [small_action(2, 1)]);
    stage.hear(small_turns([(1, 2)]));
    assert_eq!(stage.said(), PlayRequest::default());
}

#[test]
fn a_process_with_plain_turns_asks_for_no_turns_in_short() {
    let mut stage = Stage::new(0);
    stage.conversation.is_plain = true; // duty 27
    stage.join("token", || Unaware);
    assert_eq!(stage.features(), ["nonce-commitments", "worker-address"]);
}

/// Does not look at events, and fails if it is shown any.
struct Unaware;

impl Bot for Unaware {
    type Game = Diceman;

    fn reads_events() -> bool {
        false
    }

    fn act(&mut self, turn: &Turn<Diceman>) -> Result<Action, Failure> {
        assert_eq!(turn.events, None);
        Ok(Action { dice: vec![turn.number, turn.number + 1], ..Action::default() })
    }

    fn on_events(&mut self, _: &Match<Diceman>, events: &Events) {
        panic!("{events:?}");
    }
}

#[test]
fn only_a_bot_that_does_not_look_at_events_asks_for_turns_without() {
    let act = |_: &Turn<Diceman>| Ok(Action::default());
    let mut stage = Stage::new(0); // duty 27
    stage.join("token-1", move || from_fn(act));
    let both = ["nonce-commitments", "small-turns", "worker-address"];
    assert_eq!(stage.features(), both);
    let all = ["nonce-commitments", "small-turns", "without-events", "worker-address"];
    stage.join("token-2", move || from_fn(act).without_events());
    assert_eq!(stage.features(), all);
    stage.join("token-3", || Unaware);
    assert_eq!(stage.features(), all);
}

#[test]
fn a_bot_that_does_not_look_at_events_is_shown_none_whatever_comes() {
    let mut stage = Stage::new(0);
    stage.join("token-1", || Unaware);
    stage.said();
    stage.hear(PlayResponse { joins: vec![joined("m1", 1)], ..Default::default() });
    let unreadable = Some(Any { type_url: "x/y.Unknown".into(), value: vec![1] }); // duty 11
    stage.hear(turns([v1::Turn { events: unreadable, ..turn("m1", 1) }]));
    assert_eq!(stage.said().actions, [action("m1", 1)]);
    let mut end = ended("m1");
    end.ends[0].events = Some(two_events());
    stage.hear(end);
    assert_eq!(stage.conversation.faults(), 0);
}
