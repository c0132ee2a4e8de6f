package main

import (
	"math/big"
	"sync"

	diceman "github.com/gamereferee/gamereferee/clients/go/gen/gamereferee/games/diceman/v1"
)

// Ids of the dice (DM-3.1).
const (
	magic int32 = iota
	priority
	sword
	shield
)

// combo is a combination: two dice.
type combo struct{ first, second int32 }

// combos has the dice of each combination, by combination id (DM-3.2).
var combos = [6]combo{
	{magic, priority}, {magic, sword}, {magic, shield}, {priority, sword}, {priority, shield}, {sword, shield},
}

// dice is what of a match's config decides a round (DM-2.1).
type dice struct {
	// sides by die id, each 1 to 100.
	sides [4]int32
	// soFar tells whether damage of earlier phases disturbs Magic (DM-5.9.5).
	soFar bool
}

func diceOf(config *diceman.Config) dice {
	return dice{
		[4]int32{config.GetDieMagic(), config.GetDiePriority(), config.GetDieSword(), config.GetDieShield()},
		config.GetMagicScope() == diceman.MagicScope_MAGIC_SCOPE_SO_FAR,
	}
}

// table has the expected net damage of the row's combination against the column's, in whole numbers
// of one unit: sums of them are exact, and so are ties.
type table [6][6]*big.Int

var (
	tables     = map[dice]*table{}
	tablesLock sync.Mutex
)

// netTable is the table of some dice; deaths are ignored, as in the rulebook's (DM-11.2).
func netTable(d dice) *table {
	tablesLock.Lock()
	defer tablesLock.Unlock()
	if tables[d] == nil {
		tables[d] = d.newTable()
	}
	return tables[d]
}

func (d dice) newTable() *table {
	var net [6][6]*big.Rat
	unit := big.NewInt(1) // the least common multiple of all denominators
	for x, own := range combos {
		for y, other := range combos {
			net[x][y] = new(big.Rat).Sub(d.dealt(own, other), d.dealt(other, own))
			denominator := net[x][y].Denom()
			common := new(big.Int).GCD(nil, nil, unit, denominator)
			unit.Mul(unit, common.Quo(denominator, common))
		}
	}
	whole := new(table)
	for x := range net {
		for y, value := range net[x] {
			whole[x][y] = new(big.Rat).Mul(value, new(big.Rat).SetInt(unit)).Num()
		}
	}
	return whole
}

// dealt is the expected damage that a seat with the dice own deals to one with the dice other
// (DM-5.12). It goes by sums over one or two dice at a time, never over all rolls.
func (d dice) dealt(own, other combo) *big.Rat {
	swords, theirShields := d.faces(own, sword), d.faces(other, shield)
	shields, theirSwords := d.faces(own, shield), d.faces(other, sword)
	magics, theirMagics := d.faces(own, magic), d.faces(other, magic)
	plainSword := mean(swords, theirShields, func(s, h int) int { return max(0, s-h) })
	meanMagic := mean(magics, []int{0}, func(m, _ int) int { return m })

	first := func(lead int) *big.Rat {
		edge := mean(swords, theirShields, func(s, h int) int {
			return min(lead, s) + max(0, s-min(lead, s)-h)
		})
		strike := mean(shields, theirSwords, func(h, s int) int { return min(lead, h, s) })
		return sum(edge, strike, meanMagic)
	}
	second := func() *big.Rat {
		// Who strikes first with Priority and Shield against no Sword is the only one to do no harm.
		if d.soFar && (!other.has(shield) || own.has(sword)) {
			return plainSword
		}
		return sum(plainSword, meanMagic)
	}
	together := func() *big.Rat {
		// What a seat deals by sword and what it suffers by sword hang on different dice.
		safe := mean(theirSwords, shields, func(s, h int) int { return indicator(s <= h) })
		cast := meanMagic
		if other.has(magic) {
			hurts := mean(swords, theirShields, func(s, h int) int { return indicator(s > h) })
			calm := new(big.Rat).Sub(big.NewRat(1, 1), hurts)
			duel := mean(magics, theirMagics, func(m, n int) int { return max(0, m-n) })
			cast = sum(hurts.Mul(hurts, meanMagic), calm.Mul(calm, duel))
		}
		return sum(plainSword, safe.Mul(safe, cast))
	}

	priorities, theirPriorities := d.faces(own, priority), d.faces(other, priority)
	leads := map[int]int64{}
	for _, p := range priorities {
		for _, q := range theirPriorities {
			leads[p-q]++
		}
	}
	total := new(big.Rat)
	for lead, count := range leads {
		damage := together
		if lead > 0 {
			damage = func() *big.Rat { return first(lead) }
		} else if lead < 0 {
			damage = second
		}
		total.Add(total, new(big.Rat).Mul(big.NewRat(count, 1), damage()))
	}
	return total.Mul(total, big.NewRat(1, int64(len(priorities)*len(theirPriorities))))
}

func (c combo) has(die int32) bool { return c.first == die || c.second == die }

// faces are the values of a die of a combination; 0 where it is not held.
func (d dice) faces(held combo, die int32) []int {
	if !held.has(die) {
		return []int{0}
	}
	faces := make([]int, d.sides[die])
	for i := range faces {
		faces[i] = i + 1
	}
	return faces
}

// mean is the mean of a value over all rolls of two dice, each face equally likely (DM-11.1).
func mean(a, b []int, value func(x, y int) int) *big.Rat {
	total := 0
	for _, x := range a {
		for _, y := range b {
			total += value(x, y)
		}
	}
	return big.NewRat(int64(total), int64(len(a)*len(b)))
}

func sum(terms ...*big.Rat) *big.Rat {
	total := new(big.Rat)
	for _, term := range terms {
		total.Add(total, term)
	}
	return total
}

func indicator(is bool) int {
	if is {
		return 1
	}
	return 0
}
