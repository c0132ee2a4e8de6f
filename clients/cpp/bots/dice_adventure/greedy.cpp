#include "greedy.hpp"

#include <optional>

#include "grid.hpp"
#include "paths.hpp"

namespace dice_adventure {
namespace {

namespace wire = gamereferee::games::dice_adventure::v1;

// Cost of entering a cell without a rock or trap in it, and one never seen (DA-9.2).
constexpr int kEmptyCost = 2, kUnexploredCost = 3;
// What a visible monster adds.
constexpr int kMonsterCost = 12;
// What a trap or rock adds for Dwarf, Giant and Human.
constexpr int kTrapCosts[3] = {4, 14, 8};
constexpr int kRockCosts[3] = {120, 12, 28};

std::optional<int> entering_cost(const Grid& grid, int member, Cell cell) {
  if (!grid.is_open(cell)) return std::nullopt;
  int cost = kUnexploredCost;
  if (!grid.is_unexplored(cell)) {
    const char kind = grid.code(cell)[0];
    cost = kEmptyCost;
    if (kind == 'T') cost += kTrapCosts[member];
    if (kind == 'R') cost += kRockCosts[member];
  }
  return cost + (grid.has_monster(cell) ? kMonsterCost : 0);
}

// The unexplored cell that costs least to get to, the first found of equals; none without any.
std::optional<Cell> nearest_unexplored(const Grid& grid, const Travel& ways) {
  std::optional<Cell> nearest;
  for (const Cell& cell : ways.reached) {
    if (!grid.is_unexplored(cell)) continue;
    if (!nearest || ways.costs[grid.index(cell)] < ways.costs[grid.index(*nearest)]) nearest = cell;
  }
  return nearest;
}

}  // namespace

wire::Action greedy(const wire::Observation& observation) {
  wire::Action action;
  if (observation.phase() == wire::PHASE_COMMUNICATION) {
    action.mutable_pings();
    return action;
  }
  wire::Plan& plan = *action.mutable_plan();
  const Grid grid(observation);
  const int member = observation.character() - 1;
  Cell at{observation.me().x(), observation.me().y()};
  const Travel ways =
      travel(grid, at, [&](Cell cell) { return entering_cost(grid, member, cell); });
  const bool has_key = observation.members(member).key();
  std::optional<Cell> goal = grid.find(has_key ? "**" : "K" + std::to_string(member + 1));
  if (!goal || !ways.can_reach(grid, *goal)) goal = nearest_unexplored(grid, ways);
  if (!goal) return action;
  // What of the path can be walked in this round, up to its first unexplored cell.
  for (const Direction* direction : ways.path_to(grid, *goal)) {
    if (plan.steps_size() == observation.me().ap()) break;
    plan.add_steps(direction->step);
    at = {at.x + direction->dx, at.y + direction->dy};
    if (grid.is_unexplored(at)) break;
  }
  return action;
}

}  // namespace dice_adventure
