// Cheapest paths over a grid, in whole costs and with ties broken the same way every time.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "grid.hpp"

namespace dice_adventure {

// Cost of entering a cell, at least 1; none for what can't be entered.
using CostOf = std::function<std::optional<int>(Cell)>;

// Where one can go from a cell, and at what cost.
struct Travel {
  std::vector<Cell> reached;         // all that can be reached, in the order of being found first
  std::vector<int> costs;            // of the cheapest path, by index; -1 for what can't be reached
  std::vector<const Direction*> by;  // the last step of that path, by index; null for the start

  bool can_reach(const Grid& grid, Cell cell) const { return costs[grid.index(cell)] >= 0; }
  // Steps of the cheapest path to a cell that can be reached.
  std::vector<const Direction*> path_to(const Grid& grid, Cell cell) const;
};

// Finds the cheapest paths from a cell to all others (Dijkstra). Of paths of equal cost the one
// found first counts, so that the same grid gives the same path.
Travel travel(const Grid& grid, Cell start, const CostOf& cost_of);

}  // namespace dice_adventure
