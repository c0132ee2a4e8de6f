// Package diceman has names of the numbers in messages of Diceman.
//
// Code generated from the game's tables; DO NOT EDIT.
package diceman

// Die: dice, by die id (DM-3.1). In messages: Action.dice, Roll.values.
const (
	DieMagic    = 0
	DiePriority = 1
	DieSword    = 2
	DieShield   = 3
)

// Combo: combinations of two dice, by combination id (DM-3.2). In messages: Roll.combo,
// PickCounts.counts.
const (
	ComboMagicPriority  = 0
	ComboMagicSword     = 1
	ComboMagicShield    = 2
	ComboPrioritySword  = 3
	ComboPriorityShield = 4
	ComboSwordShield    = 5
)
