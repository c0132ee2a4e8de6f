//! Where the seats of a process are, and how they go from one line to another.
//!
//! A token is presented on another line only when its last join has been answered, or when the stream
//! that took that join is no more: of two on their way nobody could say which came last.

use super::Conversation;
use crate::line::LineId;

impl Conversation {
    /// Workers to which seats would like to go, and to which no line leads; each is named again only
    /// when another seat wants to go there.
    pub(crate) fn wanted(&mut self) -> impl Iterator<Item = String> + use<> {
        std::mem::take(&mut self.wanted).into_iter()
    }

    /// Whether a seat at home would like to go to a worker.
    pub(crate) fn wants(&self, worker: &str) -> bool {
        self.tickets.values().any(|ticket| ticket.goal() == Some(worker))
    }

    /// Begins a line to a worker, on a stream that carries nothing else. Seats go there once it has
    /// answered.
    pub(crate) fn begin_line(&mut self, worker: &str) -> LineId {
        self.lines.add(worker)
    }

    /// Takes in that the stream to a worker is no more: its seats go home. Whether the worker had
    /// answered.
    pub(crate) fn lost(&mut self, line: LineId) -> bool {
        let tickets = self.tickets.values().filter(|ticket| ticket.line == line);
        let numbers: Vec<_> = tickets.map(|ticket| ticket.number).collect();
        numbers.into_iter().for_each(|number| self.go(number, LineId::HOME));
        let has_answered = self.lines[line].has_answered;
        self.lines.remove(line);
        has_answered
    }

    /// Takes in that a worker can be reached: seats at home whose matches it has go there.
    pub(super) fn answered(&mut self, line: LineId) {
        let worker = &self.lines[line].worker;
        let settled = self.tickets.values().filter(|ticket| !ticket.is_waiting);
        let going = settled.filter(|ticket| ticket.goal() == Some(worker));
        let numbers: Vec<_> = going.map(|ticket| ticket.number).collect();
        numbers.into_iter().for_each(|number| self.go(number, line));
    }

    /// Lets a seat whose join has been answered go to the worker that has its match, or asks for a
    /// line there.
    pub(super) fn settle(&mut self, number: u64) {
        let Some(worker) = self.tickets.get(&number).and_then(|ticket| ticket.goal()) else {
            return;
        };
        match self.lines.to(worker) {
            Some(line) => self.go(number, line),
            None => {
                self.wanted.insert(worker.to_owned());
            }
        }
    }

    /// Presents a token on another line, which takes its seat over. An open turn comes again there;
    /// what no turn brings again goes along.
    pub(super) fn go(&mut self, number: u64, there: LineId) {
        let Some(ticket) = self.tickets.get_mut(&number) else { return };
        let here = std::mem::replace(&mut ticket.line, there);
        ticket.is_waiting = true;
        self.lines[there].outbox.joins.push(ticket.join(&self.name));
        let Some(seat) = self.seats.get_mut(&number) else { return };
        seat.leave(&mut self.lines[here]);
        let (says, resigns) = self.lines[here].take_out(&seat.place);
        seat.unsaid.extend(says); // until the join is answered
        self.lines[there].outbox.resigns.extend(resigns);
        match self.lines[there].worker.as_str() {
            "" => log::debug!("{}: goes home", seat.place.at(0)),
            worker => log::debug!("{}: goes to worker {worker}", seat.place.at(0)),
        }
    }
}
