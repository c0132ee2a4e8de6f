//! What goes out in one message: no more than a referee takes.

use prost::Message;

use crate::v1::PlayRequest;

/// Most bytes of a message to the referee; a larger one would end the stream with all its seats.
pub(crate) const MAX_REQUEST_BYTES: usize = 1024 * 1024;
/// Most bytes that a field's number and length add to each of its items.
const FRAME_BYTES: usize = 8;

/// The next message of all there is to say; None if there is nothing. What is more stays.
///
/// The parts go out in the order in which a referee takes them in: it must know a seat before its
/// nonce, and hear what a bot says before its answer.
pub(crate) fn next(outbox: &mut PlayRequest) -> Option<PlayRequest> {
    if *outbox == PlayRequest::default() {
        return None;
    }
    if outbox.encoded_len() <= MAX_REQUEST_BYTES {
        return Some(std::mem::take(outbox));
    }
    let mut room = Room { left: MAX_REQUEST_BYTES, is_empty: true };
    Some(PlayRequest {
        ping: room.fit_one(&mut outbox.ping),
        pongs: room.fit(&mut outbox.pongs),
        joins: room.fit(&mut outbox.joins),
        openings: room.fit(&mut outbox.openings),
        says: room.fit(&mut outbox.says),
        actions: room.fit(&mut outbox.actions),
        small_actions: room.fit(&mut outbox.small_actions),
        lane_answers: room.fit(&mut outbox.lane_answers),
        skips: room.fit(&mut outbox.skips),
        resigns: room.fit(&mut outbox.resigns),
    })
}

/// What is left of a message.
struct Room {
    left: usize,
    is_empty: bool,
}

impl Room {
    /// Takes items from the front until one does not fit; nothing fits behind that one.
    fn fit<M: Message>(&mut self, items: &mut Vec<M>) -> Vec<M> {
        let count = items.iter().take_while(|item| self.has_room_for(*item)).count();
        let rest = items.split_off(count);
        std::mem::replace(items, rest)
    }

    fn fit_one<M: Message>(&mut self, item: &mut Option<M>) -> Option<M> {
        item.take_if(|item| self.has_room_for(item))
    }

    /// A single item that is too large goes out alone, since it would never fit.
    fn has_room_for(&mut self, item: &impl Message) -> bool {
        let bytes = item.encoded_len() + FRAME_BYTES;
        let fits = bytes <= self.left || self.is_empty;
        self.left = if fits { self.left.saturating_sub(bytes) } else { 0 };
        self.is_empty = false;
        fits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::v1;

    fn action(turn: i32, bytes: usize) -> v1::Action {
        let payload = Some(prost_types::Any { type_url: "x".into(), value: vec![7; bytes] });
        v1::Action { match_id: "m1".into(), seat: 1, turn, payload }
    }

    fn say(number: u64, bytes: usize) -> v1::Say {
        v1::Say { number, text: vec![b'x'; bytes], ..Default::default() }
    }

    fn all(mut outbox: PlayRequest) -> Vec<PlayRequest> {
        let requests: Vec<_> = std::iter::from_fn(|| next(&mut outbox)).collect();
        assert_eq!(outbox, PlayRequest::default());
        requests
    }

    #[test]
    fn what_fits_goes_out_in_one_message() {
        let request = PlayRequest { actions: vec![action(1, 65_536); 15], ..Default::default() };
        assert_eq!(all(request.clone()), [request]);
        assert_eq!(all(PlayRequest::default()), []);
    }

    #[test]
    fn what_is_more_goes_out_in_several_in_order_and_whole() {
        let outbox = PlayRequest {
            ping: Some(v1::Ping { number: 1 }),
            pongs: vec![v1::Pong { number: 2 }],
            joins: vec![v1::Join { number: 3, ..Default::default() }],
            openings: vec![v1::OpenNonce::default()],
            says: (1..=20).map(|number| say(number, 60_000)).collect(),
            actions: (1..=40).map(|turn| action(turn, 65_536)).collect(),
            small_actions: vec![v1::SmallAction { turn: 41, ..Default::default() }],
            lane_answers: vec![v1::LaneAnswers { lane: 1, ..Default::default() }],
            skips: vec![v1::Skip { turn: 42, ..Default::default() }],
            resigns: vec![v1::Resign { seat: 2, ..Default::default() }],
        };
        let requests = all(outbox.clone());
        assert!(requests.iter().all(|request| request.encoded_len() <= MAX_REQUEST_BYTES));
        assert_eq!(requests.len(), 4);
        assert_eq!(requests[0].joins, outbox.joins);
        let mut merged = PlayRequest::default();
        for request in &requests {
            let says_later = merged.actions.is_empty() || request.says.is_empty();
            assert!(says_later, "something is said behind an answer");
            merged.merge(request.encode_to_vec().as_slice()).unwrap();
        }
        assert_eq!(merged, outbox);
    }

    #[test]
    fn an_item_that_never_fits_goes_out_alone() {
        let actions = vec![action(1, 2 * MAX_REQUEST_BYTES), action(2, 1), action(3, 1)];
        let requests = all(PlayRequest { actions, ..Default::default() });
        let turns = requests.iter().map(|request| request.actions.iter().map(|one| one.turn));
        let turns: Vec<Vec<_>> = turns.map(Iterator::collect).collect();
        assert_eq!(turns, [vec![1], vec![2, 3]]);
    }
}
