//! Cheapest paths over a grid, in whole costs and with ties broken the same way every time.

use std::cmp::Reverse;
use std::collections::hash_map::Entry;
use std::collections::{BinaryHeap, HashMap, HashSet};

/// Column and row, (x, y).
pub type Cell = (i32, i32);

/// Where one can go from a cell, and at what cost.
pub struct Travel {
    start: Cell,
    /// Cells that can be reached, in the order in which they were reached first.
    pub reached: Vec<Cell>,
    /// Cost of the cheapest path to each of them; 0 for the start.
    pub costs: HashMap<Cell, i32>,
    /// The cell before each of them on that path; the start has none.
    before: HashMap<Cell, Cell>,
}

impl Travel {
    /// Cells of the cheapest path in order, without the start, to a cell that can be reached.
    pub fn path_to(&self, mut cell: Cell) -> Vec<Cell> {
        let mut path = Vec::new();
        while cell != self.start {
            path.push(cell);
            cell = self.before[&cell];
        }
        path.reverse();
        path
    }
}

/// The four neighbours up, down, left, right, on the map or not.
pub fn around((x, y): Cell) -> [Cell; 4] {
    [(x, y - 1), (x, y + 1), (x - 1, y), (x + 1, y)]
}

/// Finds the cheapest paths from a cell to all others (Dijkstra).
///
/// Of cells at equal cost the one that was reached first is expanded first, and a path that is no
/// cheaper replaces nothing. `cost_of` is the cost of entering a cell, at least 1; None for what
/// can't be entered, as off the map.
pub fn travel(start: Cell, cost_of: impl Fn(Cell) -> Option<i32>) -> Travel {
    let mut travel = Travel {
        start,
        reached: vec![start],
        costs: HashMap::from([(start, 0)]),
        before: HashMap::new(),
    };
    let mut done = HashSet::new();
    let mut ahead = BinaryHeap::from([Reverse((0, 0, start))]);
    let mut order = 0;
    while let Some(Reverse((cost, _, cell))) = ahead.pop() {
        if !done.insert(cell) {
            continue;
        }
        for other in around(cell).into_iter().filter(|other| !done.contains(other)) {
            let Some(entering) = cost_of(other) else { continue };
            let total = cost + entering;
            match travel.costs.entry(other) {
                Entry::Occupied(known) if *known.get() <= total => continue,
                Entry::Occupied(mut known) => *known.get_mut() = total,
                Entry::Vacant(unknown) => {
                    unknown.insert(total);
                    travel.reached.push(other);
                }
            }
            travel.before.insert(other, cell);
            order += 1;
            ahead.push(Reverse((total, order, other)));
        }
    }
    travel
}
