// Package provinggrounds has names of the numbers in messages of Proving Grounds.
//
// Code generated from the game's tables; DO NOT EDIT.
package provinggrounds

// Gem: kinds of gems; the first K are in play: half the seats, rounded up, at least 2 (PG-2.2). In
// messages: Steal.gem, Stolen.gem, FinalSeat.qualified, ScenarioRoom.hoard_gems, Pass.gems,
// Deposit.gems, Withdraw.gems, Goods.gems, Hoard.gems, Floor.gems, Hero.gems, Own.vault,
// Looted.gems, FinalSeat.gems.
const (
	GemRuby     = 0
	GemSapphire = 1
	GemEmerald  = 2
	GemDiamond  = 3
)

// Stat: characteristics: strength, dexterity, constitution, intelligence, initiative (PG-3.1). In
// messages: HeroSpec.improve, Candidate.stats, Hero.stats.
const (
	StatStr = 0
	StatDex = 1
	StatCon = 2
	StatInt = 3
	StatIni = 4
)
