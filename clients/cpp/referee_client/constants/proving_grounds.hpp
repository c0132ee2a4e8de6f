// Names of the numbers in messages of Proving Grounds. Generated from the game's tables; do not
// edit.
#pragma once

namespace referee::constants::proving_grounds {

// Kinds of gems; the first K are in play: half the seats, rounded up, at least 2 (PG-2.2). In
// messages: Steal.gem, Stolen.gem, FinalSeat.qualified, ScenarioRoom.hoard_gems, Pass.gems,
// Deposit.gems, Withdraw.gems, Goods.gems, Hoard.gems, Floor.gems, Hero.gems, Own.vault,
// Looted.gems, FinalSeat.gems.
namespace gem {
constexpr int kRuby = 0;
constexpr int kSapphire = 1;
constexpr int kEmerald = 2;
constexpr int kDiamond = 3;
}  // namespace gem

// Characteristics: strength, dexterity, constitution, intelligence, initiative (PG-3.1). In
// messages: HeroSpec.improve, Candidate.stats, Hero.stats.
namespace stat {
constexpr int kStr = 0;
constexpr int kDex = 1;
constexpr int kCon = 2;
constexpr int kInt = 3;
constexpr int kIni = 4;
}  // namespace stat

}  // namespace referee::constants::proving_grounds
