#include "greedy.hpp"

#include "damage.hpp"

namespace diceman {

namespace wire = gamereferee::games::diceman::v1;

wire::Action greedy(const wire::Observation& observation) {
  // Sums must be exact, because ties go to the lowest id: up to 62 bits of a table's entry times 24
  // of a count.
  using Sum = __int128;
  const auto& counts = observation.pick_counts(1 - observation.seat()).counts();
  const NetTable table = net_table(observation.config());
  int best = 0;
  Sum most = 0;
  for (int own = 0; own < kNumCombos; ++own) {
    Sum value = 0;
    for (int other = 0; other < kNumCombos; ++other) {
      value += static_cast<Sum>(counts[other] + 1) * table[own][other];
    }
    if (own == 0 || value > most) {
      best = own;
      most = value;
    }
  }
  wire::Action action;
  for (const int die : kCombos[best]) action.add_dice(die);
  return action;
}

}  // namespace diceman
