//! What belongs to one stream of a process: what is to be said on it, the handles that the referee
//! gives seats there, and whether anything is heard.
//!
//! One line leads home, to the address that the process was given, through one stream after the
//! other. The others lead to workers of the referee, past its router, each through one stream.

use std::collections::{BTreeMap, HashMap};
use std::ops::{Index, IndexMut};

use crate::conversation::OpenLane;
use crate::place::Place;
use crate::v1;
use crate::v1::PlayRequest;

/// Feature of a client that goes to the workers which have its matches.
pub(crate) const WORKER_ADDRESS: &str = "worker-address";

/// Which line, among all that a process has ever had.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct LineId(u64);

impl LineId {
    /// The line to the address that the process was given.
    pub(crate) const HOME: Self = Self(0);
}

/// One line.
#[derive(Default)]
pub(crate) struct Line {
    /// Address of the worker that it leads to; empty for the line home.
    pub(crate) worker: String,
    /// Whether anything has come on it: before, no seat goes to a worker.
    pub(crate) has_answered: bool,
    /// What is to be said.
    pub(crate) outbox: PlayRequest,
    /// Seats by their handles, which stand for match and seat on this line alone.
    pub(crate) handles: HashMap<u32, Place>,
    /// Lanes that are open on the stream, by number.
    pub(crate) lanes: HashMap<u32, OpenLane>,
    is_pinged: bool,
}

impl Line {
    /// Begins on a new stream, to which handles mean nothing; what the last one has not taken.
    pub(crate) fn begin(&mut self) -> PlayRequest {
        let worker = std::mem::take(&mut self.worker);
        std::mem::replace(self, Self { worker, ..Self::default() }).outbox
    }

    /// Notes that something came; whether it is the first.
    pub(crate) fn hear(&mut self) -> bool {
        self.is_pinged = false;
        !std::mem::replace(&mut self.has_answered, true)
    }

    /// Notes that nothing came for a while: asks the referee for a pong. Whether it was asked before,
    /// so that the stream is dead.
    pub(crate) fn is_silent(&mut self) -> bool {
        if self.is_pinged {
            return true;
        }
        self.is_pinged = true;
        self.outbox.ping = Some(v1::Ping { number: 1 });
        false
    }

    /// Takes out what a seat has to say that no turn brings again: what its bot said, and whether it
    /// resigns.
    pub(crate) fn take_out(&mut self, place: &Place) -> (Vec<v1::Say>, Vec<v1::Resign>) {
        let Place { match_id, seat } = place;
        let says =
            self.outbox.says.extract_if(.., |say| say.seat == *seat && say.match_id == *match_id);
        let says = says.collect();
        let is_its = |resign: &mut v1::Resign| resign.seat == *seat && resign.match_id == *match_id;
        (says, self.outbox.resigns.extract_if(.., is_its).collect())
    }
}

/// All lines there are: that home, and one to each worker that has a stream.
pub(crate) struct Lines {
    lines: BTreeMap<LineId, Line>,
    last: LineId,
}

impl Lines {
    pub(crate) fn new() -> Self {
        let lines = BTreeMap::from([(LineId::HOME, Line::default())]);
        Self { lines, last: LineId::HOME }
    }

    /// Adds a line to a worker, which is asked for a pong before anything else.
    pub(crate) fn add(&mut self, worker: &str) -> LineId {
        self.last = LineId(self.last.0 + 1);
        let ping = Some(v1::Ping { number: 1 });
        let outbox = PlayRequest { ping, ..Default::default() };
        let line = Line { worker: worker.to_owned(), outbox, ..Default::default() };
        self.lines.insert(self.last, line);
        self.last
    }

    /// Removes a line on which no seat is any more.
    pub(crate) fn remove(&mut self, line: LineId) {
        self.lines.remove(&line);
    }

    /// The line to a worker that has answered.
    pub(crate) fn to(&self, worker: &str) -> Option<LineId> {
        let mut lines = self.lines.iter();
        lines.find(|(_, line)| line.has_answered && line.worker == worker).map(|(id, _)| *id)
    }
}

impl Index<LineId> for Lines {
    type Output = Line;

    fn index(&self, line: LineId) -> &Line {
        &self.lines[&line]
    }
}

impl IndexMut<LineId> for Lines {
    fn index_mut(&mut self, line: LineId) -> &mut Line {
        self.lines.get_mut(&line).expect("no seat is on a line that was removed")
    }
}
