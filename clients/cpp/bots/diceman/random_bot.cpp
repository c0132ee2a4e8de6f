// A bot for Diceman that picks one of the six combinations, uniformly (DM-9.1).
#include <random>

#include "gamereferee/games/diceman/v1/diceman.pb.h"
#include "referee_client/run.hpp"

using namespace gamereferee::games::diceman::v1;

class RandomBot : public referee::Bot<Observation, Action> {
  Action act(const Observation&, const referee::Turn&) override {
    static constexpr int combos[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
    Action action;
    for (int die : combos[pick(random)]) action.add_dice(die);
    return action;
  }

  std::mt19937 random{std::random_device{}()};
  std::uniform_int_distribution<> pick{0, 5};
};

int main(int argc, char** argv) {
  return referee::run<RandomBot>(argc, argv);
}
