//! Lanes of a message, the calls about their turns, and what bots have decided about these.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use super::Conversation;
use crate::errors::RefereeClientError;
use crate::lanes::{Decided, Lane, LaneTurns, RowAnswer, lane_answers};
use crate::line::LineId;
use crate::place::Place;
use crate::player::{Fault, Telling};
use crate::v1;

/// A lane of one stream: which seat, by its join, has which row.
pub(crate) struct OpenLane {
    lane: Arc<Lane>,
    seats: HashMap<i32, u64>,
    rows: HashMap<u64, i32>,
}

impl OpenLane {
    fn new(opened: &v1::LaneOpened) -> Self {
        Self { lane: Arc::new(Lane::new(opened)), seats: HashMap::new(), rows: HashMap::new() }
    }

    /// Gives a seat its row, in place of one that it had.
    fn add(&mut self, row: i32, seat: u64) {
        self.drop(seat);
        self.seats.insert(row, seat);
        self.rows.insert(seat, row);
    }

    /// Forgets the row of a seat.
    pub(crate) fn drop(&mut self, seat: u64) {
        if let Some(row) = self.rows.remove(&seat) {
            self.seats.remove(&row);
        }
    }
}

impl Conversation {
    /// Takes in lanes, their rows and their turns.
    ///
    /// # Errors
    ///
    /// `Protocol` if they can't be read.
    pub(super) fn hear_lanes(
        &mut self,
        opened: &[v1::LaneOpened],
        rows: Vec<v1::LaneRows>,
        turns: Vec<v1::LaneTurns>,
        line: LineId,
        now: Instant,
    ) -> Result<(), RefereeClientError> {
        for opened in opened {
            self.lines[line].lanes.insert(opened.lane, OpenLane::new(opened));
        }
        for rows in rows {
            self.rows(rows, line)?;
        }
        turns.into_iter().try_for_each(|message| self.lane_turns(message, line, now))
    }

    fn rows(&mut self, rows: v1::LaneRows, line: LineId) -> Result<(), RefereeClientError> {
        let Some(lane) = self.lines[line].lanes.get_mut(&rows.lane) else {
            return Err(not_open(rows.lane));
        };
        let seat = i32::try_from(lane.lane.seat).unwrap_or_default();
        for (row, match_id) in (rows.first_row..).zip(rows.match_ids) {
            let number = self.places.get(&Place { match_id, seat });
            let ticket = number.and_then(|number| self.tickets.get(number));
            // Else its match is over, or the seat is on another line.
            if let Some(ticket) = ticket.filter(|ticket| ticket.line == line) {
                lane.add(row, ticket.number);
            }
        }
        Ok(())
    }

    fn lane_turns(
        &mut self,
        message: v1::LaneTurns,
        line: LineId,
        now: Instant,
    ) -> Result<(), RefereeClientError> {
        let Some(lane) = self.lines[line].lanes.get(&message.lane) else {
            return Err(not_open(message.lane));
        };
        self.hearings += 1;
        let mut turns = LaneTurns::new(&lane.lane, message, self.hearings, line)?;
        let mut held = Vec::with_capacity(turns.len());
        for index in 0..turns.len() {
            let number = lane.seats.get(&turns.rows[index]);
            let Some(seat) = number.and_then(|number| self.seats.get_mut(number)) else {
                continue; // its match is over
            };
            let turn = turns.numbers[index];
            seat.is_away = false;
            seat.start(None); // this process may have taken it up in the middle of the match
            seat.close(turn - 1);
            seat.expect_within(turn, turns.remaining.as_ref().map(|all| all[index]), now);
            (seat.hearing, seat.on_lane) = (Some(turns.hearing), turn);
            self.to_tell.push(seat.number);
            turns.seats[index] = seat.number;
            turns.match_ids[index].clone_from(&seat.place.match_id);
            held.push(index);
        }
        self.lane_turns.push(turns.some(&held));
        Ok(())
    }

    /// Has those bots told of turns in columns that have heard all before them; others wait.
    pub(super) fn tell_lanes(&mut self) {
        for turns in std::mem::take(&mut self.lane_turns) {
            let seats = || turns.seats.iter().filter_map(|number| self.seats.get(number));
            if !seats().all(|seat| seat.is_idle() || seat.hearing != Some(turns.hearing)) {
                self.lane_turns.push(turns);
                continue;
            }
            let open = (0..turns.len()).filter(|&index| {
                let seat = self.seats.get(&turns.seats[index]);
                seat.is_some_and(|seat| seat.is_deciding(&turns, index))
            });
            let open: Vec<_> = open.collect();
            let turns = turns.some(&open);
            // Any of its seats can carry them to the bot, which is the same for all.
            if let Some(seat) = turns.seats.first().and_then(|number| self.seats.get_mut(number)) {
                self.to_tell.push(seat.number);
                seat.tell(Telling::Lane(Arc::new(turns)));
            }
        }
    }

    /// Answers turns of a lane that are still open, and gives up those without an answer.
    ///
    /// # Errors
    ///
    /// `Bot` if its own code failed and the client is strict.
    pub(super) fn decided(&mut self, decided: &Decided) -> Result<(), RefereeClientError> {
        let Decided { turns, values, faults } = decided;
        let (mut answers, mut skips): (Vec<RowAnswer<'_>>, Vec<v1::Skip>) = Default::default();
        for (index, value) in values.iter().enumerate() {
            let Some(seat) = self.seats.get_mut(&turns.seats[index]) else { continue };
            let is_open = seat.is_deciding(turns, index);
            if seat.hearing == Some(turns.hearing) {
                seat.hearing = None;
            }
            let turn = turns.numbers[index];
            match value {
                _ if !is_open => (), // it is over by now, or comes again elsewhere
                Some(value) => answers.push((turns.rows[index], turn, value)),
                None => {
                    let Place { match_id, seat } = seat.place.clone();
                    skips.push(v1::Skip { match_id, seat, turn });
                }
            }
        }
        if !answers.is_empty() || !skips.is_empty() {
            let outbox = &mut self.lines[turns.line].outbox;
            outbox.lane_answers.extend(lane_answers(&turns.lane, &answers));
            outbox.skips.extend(skips);
        }
        faults.iter().try_for_each(|(index, what)| {
            let (turn, what) = (index.map_or(0, |index| turns.numbers[index]), what.clone());
            let Lane { game, seat, .. } = &*turns.lane;
            let place = match index.and_then(|index| self.seats.get(&turns.seats[index])) {
                Some(seat) => seat.place.at(turn),
                None => format!("{} matches of {game}, seat {seat}", turns.len()),
            };
            self.failed(place, Fault { turn, what })
        })
    }
}

fn not_open(lane: u32) -> RefereeClientError {
    RefereeClientError::Protocol(format!("lane {lane} is not open"))
}
