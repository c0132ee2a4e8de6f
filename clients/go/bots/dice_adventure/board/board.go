// Package board reads an observation of Dice Adventure as cells and codes, for the bots beside it.
package board

import (
	adventure "github.com/gamereferee/gamereferee/clients/go/gen/gamereferee/games/dice_adventure/v1"
)

// Codes of a map (DA-2.8).
const (
	Wall       = "##"
	Tower      = "**"
	Unexplored = "??"
)

// Cell is a column and a row, from 0 at the upper left.
type Cell struct{ X, Y int }

// Direction is a step to a neighbour.
type Direction struct {
	Step   adventure.Step
	DX, DY int
}

// Directions are in the rulebook's order (DA-2.7).
var Directions = [4]Direction{
	{adventure.Step_STEP_UP, 0, -1}, {adventure.Step_STEP_DOWN, 0, 1},
	{adventure.Step_STEP_LEFT, -1, 0}, {adventure.Step_STEP_RIGHT, 1, 0},
}

// To is the neighbour in a direction, on the map or not.
func (c Cell) To(d Direction) Cell { return Cell{c.X + d.DX, c.Y + d.DY} }

// Board is the map as a member remembers it.
type Board struct {
	width, height int
	rows          []string
	monsters      map[Cell]bool
}

// Of reads the map of an observation.
func Of(o *adventure.Observation) *Board {
	b := &Board{int(o.GetLevel().GetW()), int(o.GetLevel().GetH()), o.GetGrid(), map[Cell]bool{}}
	for _, monster := range o.GetMonsters() {
		b.monsters[Cell{int(monster.GetX()), int(monster.GetY())}] = true
	}
	return b
}

// Here is the cell that a living member stands on.
func Here(o *adventure.Observation) Cell {
	return Cell{int(o.GetMe().GetX()), int(o.GetMe().GetY())}
}

// Code of a cell; Wall off the map.
func (b *Board) Code(c Cell) string {
	if c.X < 0 || c.X >= b.width || c.Y < 0 || c.Y >= b.height {
		return Wall
	}
	return b.rows[c.Y][2*c.X : 2*c.X+2]
}

// HasMonster tells whether a monster is in sight there.
func (b *Board) HasMonster(c Cell) bool { return b.monsters[c] }

// Find is the cell of a code that is on the map once, if it has been explored.
func (b *Board) Find(code string) (cell Cell, found bool) {
	for y := range b.height {
		for x := range b.width {
			if cell = (Cell{x, y}); b.Code(cell) == code {
				return cell, true
			}
		}
	}
	return Cell{}, false
}

// NoPings is the answer in a window of a bot that says nothing.
func NoPings() *adventure.Action { return &adventure.Action{Pings: &adventure.Pings{}} }

// Plan is the answer in planning.
func Plan(steps []adventure.Step) *adventure.Action {
	return &adventure.Action{Plan: &adventure.Plan{Steps: steps}}
}
