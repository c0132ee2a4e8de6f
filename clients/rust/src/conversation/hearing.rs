//! The parts of a message from the referee, one function each.

use std::sync::Arc;
use std::time::Instant;

use super::{Conversation, held};
use crate::bot::{Missed, Outcome, Rejection};
use crate::chat::SharedSeat;
use crate::errors::RefereeClientError;
use crate::fairness::{NONCE_COMMITMENTS, nonce_commitment, start_problem, witness_problem};
use crate::line::LineId;
use crate::messages::enum_name;
use crate::place::Place;
use crate::player::{Fault, Telling};
use crate::seats::{Refusal, Seat};
use crate::v1;
use crate::v1::ErrorReason;

impl Conversation {
    pub(super) fn joined(
        &mut self,
        joined: &v1::Joined,
        line: LineId,
    ) -> Result<(), RefereeClientError> {
        let place = Place { match_id: joined.match_id.clone(), seat: joined.seat };
        if self.foreign.contains_key(&place) {
            self.resign(place.match_id, place.seat);
            return Ok(());
        }
        let Some(ticket) = self.tickets.get_mut(&joined.join_number) else {
            log::warn!("{}: joined unasked", place.at(0));
            return Ok(());
        };
        if ticket.line != line {
            return Ok(()); // the seat has gone on meanwhile
        }
        ticket.is_waiting = false;
        if line == LineId::HOME && !self.stays {
            ticket.worker.clone_from(&joined.worker_address);
        }
        if let Some(seat) = self.seats.get_mut(&ticket.number) {
            log::info!("{}: joined again", place.at(0));
            self.lines[line].outbox.says.append(&mut seat.unsaid);
            seat.agree(&mut self.lines[line], joined);
            self.settle(joined.join_number);
            return Ok(());
        }
        match ticket.maker.player(joined) {
            Ok(player) => {
                log::info!("{}: joined a match of {}", place.at(0), joined.game);
                let is_asked = joined.features.iter().any(|name| name == NONCE_COMMITMENTS);
                let counts = is_asked && !joined.rejoined; // else whoever joined first's does
                let witness = v1::SeatWitness {
                    joined: Some(joined.clone()),
                    nonce: if counts { ticket.nonce.to_vec() } else { Vec::new() },
                    ..Default::default()
                };
                let shared = SharedSeat::new(place.clone(), Arc::clone(&self.words));
                let mut seat = Seat::new(ticket.number, shared, witness, player);
                seat.agree(&mut self.lines[line], joined);
                self.places.insert(place, ticket.number);
                self.seats.insert(seat.number, seat);
                self.settle(joined.join_number);
                Ok(())
            }
            Err(error) if error.is_about_a_seat() => {
                let ticket = self.tickets.remove(&joined.join_number);
                self.resign(place.match_id.clone(), place.seat);
                self.foreign.extend(ticket.map(|ticket| (place, ticket)));
                self.refuse(error);
                Ok(())
            }
            Err(error) => Err(error),
        }
    }

    /// Opens the seat's nonce, now that all seats have committed themselves to theirs.
    pub(super) fn committed(&mut self, shown: v1::NonceCommitments) {
        let place = Place { match_id: shown.match_id.clone(), seat: shown.seat };
        let own = usize::try_from(shown.seat).ok().and_then(|seat| shown.nonces.get(seat));
        let Some(own) = own.map(|nonce| nonce.commitment.clone()) else { return };
        let found = held(&self.places, &self.tickets, &mut self.seats, &place);
        let Some((ticket, seat)) = found else { return };
        let (at, witness, mut nonce) = (place.at(0), &mut seat.witness, Vec::new());
        if witness.commitments.as_ref().is_some_and(|before| *before != shown) {
            log::error!("{at}: unfair nonces: other commitments than were shown before");
        } else if own == nonce_commitment(&ticket.nonce) {
            nonce = ticket.nonce.to_vec();
            witness.commitments = Some(shown);
            witness.nonce.clone_from(&nonce);
            witness.nonce_told = true;
        } else if own.is_empty() {
            return; // it joined too late to add a nonce
        } else if !witness.nonce.is_empty() {
            log::error!("{at}: unfair nonces: not this seat's own commitment");
        } else {
            log::info!("{at}: another process has drawn this seat's nonce");
        }
        let Place { match_id, seat } = place;
        let opening = v1::OpenNonce { match_id, seat, nonce };
        self.lines[ticket.line].outbox.openings.push(opening);
    }

    pub(super) fn started(&mut self, started: v1::MatchStarted) {
        let place = Place { match_id: started.match_id.clone(), seat: started.seat };
        let found = held(&self.places, &self.tickets, &mut self.seats, &place);
        if let Some((_, seat)) = found {
            check_start(seat, &started);
            self.to_tell.push(seat.number);
            seat.start(started.round_trip);
        }
    }

    pub(super) fn turn(&mut self, mut turn: v1::Turn, line: LineId, now: Instant) {
        // The bot knows its match: the id is not needed any more.
        let place = Place { match_id: std::mem::take(&mut turn.match_id), seat: turn.seat };
        let found = held(&self.places, &self.tickets, &mut self.seats, &place);
        let Some((_, seat)) = found.filter(|(ticket, _)| ticket.line == line) else {
            return; // its match is over, or the seat has gone where the turn comes again
        };
        seat.is_away = false;
        seat.expect(&turn, now);
        if seat.open.is_some_and(|open| open >= turn.turn) {
            return; // it is being thought about
        }
        if turn.turn <= seat.answered() {
            if turn.turn == seat.answered() {
                seat.say_answer(&mut self.lines[line].outbox); // the answer was lost with a stream
            }
            return;
        }
        if seat.passed == turn.turn {
            (turn.events, turn.said) = (None, Vec::new()); // the bot has them already
        }
        seat.start(None); // this process may have taken it up in the middle of the match
        seat.close(turn.turn - 1);
        seat.open = Some(turn.turn);
        self.to_tell.push(seat.number);
        seat.tell(Telling::Turn(turn));
    }

    /// A turn in short; one of a handle that the line has not is passed over.
    pub(super) fn small_turn(&mut self, small: v1::SmallTurn, line: LineId, now: Instant) {
        let Some(place) = self.lines[line].handles.get(&small.handle) else { return };
        let found = held(&self.places, &self.tickets, &mut self.seats, place);
        let Some(form) = found.and_then(|(_, seat)| seat.form.as_mut()) else { return };
        let turn = form.turn(place, small);
        self.turn(turn, line, now);
    }

    pub(super) fn rejected(
        &mut self,
        rejected: v1::Rejected,
        line: LineId,
    ) -> Result<(), RefereeClientError> {
        let reason = enum_name(rejected.reason, "ERROR_REASON_", ErrorReason::as_str_name);
        if let Some(ticket) = self.tickets.get(&rejected.join_number) {
            if ticket.line == line {
                self.join_refused(rejected.join_number, reason, rejected.text);
            }
            return Ok(());
        }
        let place = Place { match_id: rejected.match_id, seat: rejected.seat };
        let found = held(&self.places, &self.tickets, &mut self.seats, &place);
        let Some((ticket, seat)) = found else {
            log::warn!("rejected: {reason}: {}", rejected.text);
            return Ok(());
        };
        if ticket.line != line {
            log::debug!("{}: {reason} on the line it has left", place.at(rejected.turn));
            return Ok(());
        }
        if rejected.reason == ErrorReason::TakenOver as i32 {
            if ticket.is_waiting {
                // It is about the seat's last stay on this line, which another line of ours has
                // ended: what ends this one comes after the answer to its join.
                log::debug!("{}: taken over before it came back", place.at(0));
                return Ok(());
            }
            let text = match rejected.text.as_str() {
                "" => "another process plays it now".to_owned(),
                text => text.to_owned(),
            };
            let number = seat.number;
            self.lose(number);
            self.refuse(RefereeClientError::TakenOver { place: place.at(0), text });
            return Ok(());
        }
        let is_unreadable = [ErrorReason::Malformed as i32, ErrorReason::WrongType as i32]
            .contains(&rejected.reason);
        let v1::Rejected { turn, text, say_number, .. } = rejected;
        let refusal = match is_unreadable && say_number == 0 {
            true => seat.refuse(turn),
            false => Refusal::Nothing,
        };
        let what = format!("the answer was refused: {reason}: {text}");
        log::warn!("{}: rejected: {reason}: {text}", place.at(turn));
        let rejection = Rejection { turn, reason, text, say_number };
        self.to_tell.push(seat.number);
        match refusal {
            Refusal::Nothing => {
                seat.tell(Telling::Rejected(rejection));
                return Ok(());
            }
            Refusal::Again => seat.tell(Telling::Refused(rejection)),
            Refusal::Skip => {
                seat.tell(Telling::Rejected(rejection));
                seat.say_answer(&mut self.lines[line].outbox);
            }
        }
        self.failed(place.at(turn), Fault { turn, what })
    }

    fn join_refused(&mut self, number: u64, reason: String, text: String) {
        let Some(ticket) = self.tickets.get_mut(&number) else { return };
        if ticket.line != LineId::HOME && reason != "ENDED" {
            let worker = &self.lines[ticket.line].worker;
            log::warn!("worker {worker} does not take a seat: {reason}: {text}");
            ticket.is_refused = true;
            self.go(number, LineId::HOME);
            return;
        }
        let token = ticket.token_start();
        let place = self.seats.get(&number).map(|seat| seat.place.at(0));
        self.lose(number);
        match place {
            Some(place) if reason == "ENDED" => {
                log::warn!("{place}: ended while the stream was broken");
            }
            _ => self.refuse(RefereeClientError::Join { token, reason, text }),
        }
    }

    pub(super) fn missed(&mut self, wire: v1::MissedDeadline) {
        let place = Place { match_id: wire.match_id, seat: wire.seat };
        let found = held(&self.places, &self.tickets, &mut self.seats, &place);
        let Some((_, seat)) = found else { return };
        let missed = Missed {
            turn: wire.turn,
            strikes: wire.strikes,
            strikes_limit: wire.strikes_limit,
            forfeited: wire.forfeited,
            given_up: wire.given_up,
        };
        let limit = match missed.strikes_limit {
            0 => String::new(),
            limit => format!(" of {limit}"),
        };
        let (at, strikes) = (place.at(missed.turn), missed.strikes);
        let how = if missed.given_up { "gave the turn up" } else { "missed the deadline" };
        log::warn!("{at}: {how}, strike {strikes}{limit}");
        seat.close(missed.turn);
        seat.tell(Telling::Missed(missed));
        self.to_tell.push(seat.number);
    }

    pub(super) fn ended(&mut self, mut ended: v1::MatchEnded) {
        let place = Place { match_id: std::mem::take(&mut ended.match_id), seat: ended.seat };
        self.foreign.remove(&place);
        let Some(number) = self.places.remove(&place) else { return };
        let (Some(ticket), Some(seat)) =
            (self.tickets.remove(&number), self.seats.get_mut(&number))
        else {
            return;
        };
        if ended.reveal_withheld {
            log::warn!("{}: the reveal is withheld: the dice are to be checked later", place.at(0));
        }
        let events = ended.events.take();
        let outcome = Outcome::new(ended);
        log::info!("{}: ended: {}", place.at(0), summary(&outcome, place.seat));
        if let Some(reveal) = &outcome.reveal
            && seat.is_started // else there were no dice
            && let Some(problem) = witness_problem(&seat.witness, reveal)
        {
            log::error!("{}: unfair dice: {problem}", place.at(0));
        }
        seat.close(i32::MAX);
        if let Some(events) = events {
            seat.tell(Telling::Events(events));
        }
        seat.tell(Telling::End(outcome));
        seat.is_over = true;
        seat.quit(&mut self.lines[ticket.line]);
        self.to_tell.push(number);
    }

    /// Forgets a seat that is not this process's any more; its bot hears nothing of it.
    fn lose(&mut self, number: u64) {
        let Some(ticket) = self.tickets.remove(&number) else { return };
        if let Some(mut seat) = self.seats.remove(&number) {
            seat.close(i32::MAX);
            self.places.remove(&seat.place);
            seat.quit(&mut self.lines[ticket.line]);
        }
    }

    fn refuse(&mut self, error: RefereeClientError) {
        log::error!("{error}");
        self.refusals.push(error);
    }
}

fn summary(outcome: &Outcome, seat: i32) -> String {
    let Outcome { cause, text, .. } = outcome;
    match outcome.seats.iter().find(|result| result.seat == seat) {
        _ if outcome.is_void() => format!("void, {cause}: {text}"),
        Some(own) => {
            format!("placement {}, score {}, {cause}: {text}", own.placement, own.score)
        }
        None => format!("{cause}: {text}"),
    }
}

/// Remembers how the match began, and sees that no nonce was changed or chosen late.
fn check_start(seat: &mut Seat, started: &v1::MatchStarted) {
    let (at, witness) = (seat.place.at(0), &mut seat.witness);
    if let Some(before) = &witness.started {
        if before.nonces != started.nonces {
            log::error!("{at}: unfair nonces: other ones than at the start");
        }
        return;
    }
    witness.started = Some(started.clone());
    // A stream that broke, or that the seat has left, may have taken the opening before.
    let own = usize::try_from(started.seat).ok().and_then(|seat| started.nonces.get(seat));
    let is_shown = own.is_some_and(|own| own.nonce == witness.nonce);
    witness.nonce_told |= is_shown && !witness.nonce.is_empty();
    if let Some(problem) = start_problem(witness) {
        log::error!("{at}: unfair nonces: {problem}");
    } else if !witness.nonce.is_empty() && !witness.nonce_told {
        log::warn!("{at}: this seat's nonce was not opened in time");
    } else if started.nonces.is_empty() {
        log::info!("{at}: nonces not committed: the referee knows nothing of it");
    } else if !started.nonces_committed {
        log::info!("{at}: nonces not committed: not all seats have done so");
    } else if witness.nonce.is_empty() {
        log::warn!("{at}: this seat's nonce is another process's to check");
    }
}
