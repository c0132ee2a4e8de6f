// Package dungeonkeeper has names of the numbers in messages of Dungeon Keeper.
//
// Code generated from the game's tables; DO NOT EDIT.
package dungeonkeeper

// Direction: directions of a step, clockwise from north (DK-2.8). In messages:
// FireStreamOrder.direction.
const (
	DirectionN  = 0
	DirectionNe = 1
	DirectionE  = 2
	DirectionSe = 3
	DirectionS  = 4
	DirectionSw = 5
	DirectionW  = 6
	DirectionNw = 7
)
