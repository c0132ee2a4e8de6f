#include "paths.hpp"

#include <algorithm>
#include <queue>
#include <tuple>

namespace dice_adventure {

std::vector<const Direction*> Travel::path_to(const Grid& grid, Cell cell) const {
  std::vector<const Direction*> path;
  while (const Direction* direction = by[grid.index(cell)]) {
    path.push_back(direction);
    cell = {cell.x - direction->dx, cell.y - direction->dy};
  }
  std::reverse(path.begin(), path.end());
  return path;
}

Travel travel(const Grid& grid, Cell start, const CostOf& cost_of) {
  Travel ways{{start},
              std::vector<int>(grid.num_cells(), -1),
              std::vector<const Direction*>(grid.num_cells(), nullptr)};
  std::vector<bool> is_done(grid.num_cells(), false);
  using Entry = std::tuple<int, int, int>;  // cost, order of being found, index
  std::priority_queue<Entry, std::vector<Entry>, std::greater<Entry>> ahead;
  int order = 0;
  ways.costs[grid.index(start)] = 0;
  ahead.push({0, order++, grid.index(start)});
  while (!ahead.empty()) {
    const auto [cost, found, index] = ahead.top();
    ahead.pop();
    if (is_done[index]) continue;
    is_done[index] = true;
    const Cell cell = grid.cell(index);
    for (const Direction& direction : kDirections) {
      const Cell other{cell.x + direction.dx, cell.y + direction.dy};
      const std::optional<int> entering = cost_of(other);
      if (!entering || is_done[grid.index(other)]) continue;
      int& best = ways.costs[grid.index(other)];
      if (best >= 0 && best <= cost + *entering) continue;
      if (best < 0) ways.reached.push_back(other);
      best = cost + *entering;
      ways.by[grid.index(other)] = &direction;
      ahead.push({best, order++, grid.index(other)});
    }
  }
  return ways;
}

}  // namespace dice_adventure
