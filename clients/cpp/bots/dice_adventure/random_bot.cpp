// A bot for Dice Adventure that wanders about: steps that lead against no known wall (DA-9.1).
#include <random>
#include <vector>

#include "grid.hpp"
#include "referee_client/run.hpp"

using namespace gamereferee::games::dice_adventure::v1;
using namespace dice_adventure;

class RandomBot : public referee::Bot<Observation, Action> {
  Action act(const Observation& observation, const referee::Turn&) override {
    Action action;
    if (observation.phase() == PHASE_COMMUNICATION) {
      action.mutable_pings();
      return action;
    }
    const Grid grid(observation);
    Cell at{observation.me().x(), observation.me().y()};
    Plan& plan = *action.mutable_plan();
    while (plan.steps_size() < observation.me().ap()) plan.add_steps(wander(grid, at));
    return action;
  }

  Step wander(const Grid& grid, Cell& at) {
    std::vector<Direction> open;
    for (const Direction& direction : kDirections) {
      if (grid.is_open({at.x + direction.dx, at.y + direction.dy})) open.push_back(direction);
    }
    if (open.empty()) return STEP_WAIT;
    const Direction way =
        open[std::uniform_int_distribution<std::size_t>(0, open.size() - 1)(random)];
    at = {at.x + way.dx, at.y + way.dy};
    return way.step;
  }

  std::mt19937 random{std::random_device{}()};
};

int main(int argc, char** argv) {
  return referee::run<RandomBot>(argc, argv);
}
