#include "damage.hpp"

#include <algorithm>
#include <map>
#include <mutex>

namespace diceman {
namespace {

namespace wire = gamereferee::games::diceman::v1;
using Whole = std::int64_t;

enum Die { kMagic, kPriority, kSword, kShield };

// What of a config decides a round (DM-2.1).
struct Dice {
  std::array<int, 4> sides;  // by die id, each 1..100
  bool so_far;               // whether damage of earlier phases disturbs Magic (DM-5.9.5)
};

// The faces of a die in somebody's hand: 1 to its sides, or a single 0 if it is not held.
struct Faces {
  int first, last;
  Whole count() const { return last - first + 1; }
};

// Sum of a value over all rolls of two dice.
template <class Value>
Whole sum(const Faces& a, const Faces& b, Value value) {
  Whole total = 0;
  for (int x = a.first; x <= a.last; ++x) {
    for (int y = b.first; y <= b.last; ++y) total += value(x, y);
  }
  return total;
}

// One seat's dice against another's (DM-5.12). All amounts are sums over all rolls of all dice but
// the two Priorities, so that none has to be divided.
class Duel {
 public:
  Duel(const Dice& dice, int own, int other)
      : dice_(dice),
        own_(own),
        other_(other),
        magic_(faces(own, kMagic)),
        their_magic_(faces(other, kMagic)),
        sword_(faces(own, kSword)),
        their_sword_(faces(other, kSword)),
        shield_(faces(own, kShield)),
        their_shield_(faces(other, kShield)),
        attacks_(sword_.count() * their_shield_.count()),
        defences_(shield_.count() * their_sword_.count()),
        magics_(magic_.count() * their_magic_.count()) {}

  // Damage dealt by the own dice, summed over all rolls of all dice.
  Whole dealt() const {
    const Faces priority = faces(own_, kPriority), their_priority = faces(other_, kPriority);
    std::map<int, Whole> leads;
    sum(priority, their_priority, [&](int p, int q) { return ++leads[p - q]; });
    Whole total = 0;
    for (const auto& [lead, count] : leads) {
      total += count * (lead > 0 ? first(lead) : lead < 0 ? second() : together());
    }
    return total;
  }

  // Number of rolls of all dice.
  Whole num_rolls() const {
    return attacks_ * defences_ * magics_ * faces(own_, kPriority).count() *
           faces(other_, kPriority).count();
  }

 private:
  bool holds(int combo, Die die) const {
    return kCombos[combo][0] == die || kCombos[combo][1] == die;
  }

  Faces faces(int combo, Die die) const {
    return holds(combo, die) ? Faces{1, dice_.sides[die]} : Faces{0, 0};
  }

  Whole plain_sword() const {
    return sum(sword_, their_shield_, [](int s, int h) { return std::max(0, s - h); }) * defences_ *
           magics_;
  }

  Whole all_magic() const {
    return sum(magic_, their_magic_, [](int m, int) { return m; }) * attacks_ * defences_;
  }

  Whole first(int lead) const {
    const Whole edge_and_sword = sum(sword_, their_shield_, [lead](int s, int h) {
      const int edge = std::min(lead, s);
      return edge + std::max(0, s - edge - h);
    });
    const Whole strike = sum(shield_, their_sword_, [lead](int h, int s) {
      return std::min({lead, h, s});
    });
    return edge_and_sword * defences_ * magics_ + strike * attacks_ * magics_ + all_magic();
  }

  Whole second() const {
    // Who strikes first with Priority and Shield against no Sword is the only one to do no harm.
    const bool is_disturbed = dice_.so_far && (!holds(other_, kShield) || holds(own_, kSword));
    return plain_sword() + (is_disturbed ? 0 : all_magic());
  }

  Whole together() const {
    // What a seat deals by sword and what it suffers by sword hang on different dice.
    const auto hurts = [](int s, int h) { return s > h ? 1 : 0; };
    const Whole unhurt = defences_ - sum(their_sword_, shield_, hurts);
    const Whole casts = sum(magic_, their_magic_, [](int m, int) { return m; });
    if (!holds(other_, kMagic)) return plain_sword() + unhurt * casts * attacks_;
    const Whole hurting = sum(sword_, their_shield_, hurts);
    const Whole duels = sum(magic_, their_magic_, [](int m, int n) { return std::max(0, m - n); });
    return plain_sword() + unhurt * (hurting * casts + (attacks_ - hurting) * duels);
  }

  const Dice& dice_;
  int own_, other_;
  Faces magic_, their_magic_, sword_, their_sword_, shield_, their_shield_;
  Whole attacks_;   // rolls of the own sword and their shield
  Whole defences_;  // rolls of their sword and the own shield
  Whole magics_;    // rolls of both Magics
};

NetTable make_table(const Dice& dice) {
  Whole unit = 1;  // a multiple of every number of rolls: at most 100^8
  for (const int sides : dice.sides) unit *= static_cast<Whole>(sides) * sides;
  NetTable table;
  for (int own = 0; own < kNumCombos; ++own) {
    for (int other = 0; other < kNumCombos; ++other) {
      const Duel duel(dice, own, other);
      const Whole net = duel.dealt() - Duel(dice, other, own).dealt();
      table[own][other] = net * (unit / duel.num_rolls());
    }
  }
  return table;
}

}  // namespace

NetTable net_table(const wire::Config& config) {
  const Dice dice{
      {config.die_magic(), config.die_priority(), config.die_sword(), config.die_shield()},
      config.magic_scope() == wire::MAGIC_SCOPE_SO_FAR};
  static std::mutex mutex;
  static std::map<std::pair<std::array<int, 4>, bool>, NetTable> known;
  const std::lock_guard lock(mutex);
  const auto [found, is_new] = known.try_emplace({dice.sides, dice.so_far});
  if (is_new) found->second = make_table(dice);
  return found->second;
}

}  // namespace diceman
