//! What a member knows, in cells and codes.

use std::collections::{HashMap, HashSet};

use referee_client::games::dice_adventure::v1::Observation;

use crate::paths::Cell;

/// Code of what nobody can enter.
pub const WALL: &str = "##";
const UNEXPLORED: &str = "??";

/// An observation of a living member.
pub struct View<'a> {
    /// Who sees: 0 Dwarf, 1 Giant, 2 Human.
    pub member: usize,
    /// Code of each explored cell.
    pub codes: HashMap<Cell, &'a str>,
    /// Cells with monsters in sight.
    pub monsters: HashSet<Cell>,
    /// Its own cell.
    pub at: Cell,
    /// Its action points.
    pub action_points: usize,
    /// Whether it has its own key.
    pub has_key: bool,
    size: Cell,
}

impl<'a> View<'a> {
    /// Reads an observation; None if a part is missing.
    pub fn of(observation: &'a Observation) -> Option<Self> {
        let me = observation.me?;
        let level = observation.level?;
        let member = usize::try_from(observation.character).ok()?.checked_sub(1)?;
        let mut codes = HashMap::new();
        for (y, row) in (0..).zip(&observation.grid) {
            for (x, start) in (0..level.w).zip((0..).step_by(2)) {
                let code = row.get(start..start + 2)?;
                if code != UNEXPLORED {
                    codes.insert((x, y), code);
                }
            }
        }
        Some(Self {
            member,
            codes,
            monsters: observation.monsters.iter().map(|monster| (monster.x, monster.y)).collect(),
            at: (me.x(), me.y()),
            action_points: usize::try_from(me.ap).ok()?,
            has_key: observation.members.get(member)?.key,
            size: (level.w, level.h),
        })
    }

    /// Whether a cell is on the map.
    pub fn is_inside(&self, (x, y): Cell) -> bool {
        (0..self.size.0).contains(&x) && (0..self.size.1).contains(&y)
    }

    /// The explored cell of a code that is on the map once; of several, the first by row and column.
    pub fn find(&self, code: &str) -> Option<Cell> {
        let found = self.codes.iter().filter(|(_, known)| **known == code);
        found.map(|(cell, _)| *cell).min_by_key(|(x, y)| (*y, *x))
    }
}
