//! Where a bot plays: a seat of a match.

/// Match and seat.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Place {
    pub(crate) match_id: String,
    pub(crate) seat: i32,
}

impl Place {
    /// Match, seat and turn, for logs and errors.
    pub(crate) fn at(&self, turn: i32) -> String {
        let Self { match_id, seat } = self;
        match turn {
            0 => format!("match {match_id} seat {seat}"),
            _ => format!("match {match_id} seat {seat} turn {turn}"),
        }
    }
}
