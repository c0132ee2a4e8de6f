// Command greedy_bot walks the cheapest path to what it looks for in Dice Adventure (DA-9.2).
//
// It never pings, and takes no account of its party.
package main

import (
	"context"
	"fmt"

	"github.com/gamereferee/gamereferee/clients/go/bots/dice_adventure/board"
	adventure "github.com/gamereferee/gamereferee/clients/go/gen/gamereferee/games/dice_adventure/v1"
	"github.com/gamereferee/gamereferee/clients/go/referee"
)

// Costs of entering a cell (DA-9.2): one without a rock or trap, one never seen, and what is added by a
// monster in sight and, for Dwarf, Giant and Human, by a trap or a rock.
const (
	emptyCost      = 2
	unexploredCost = 3
	monsterCost    = 12
)

var pieceCosts = map[byte][3]int{'T': {4, 14, 8}, 'R': {120, 12, 28}}

func act(_ context.Context, o *adventure.Observation, _ *referee.Turn) (*adventure.Action, error) {
	if o.GetPhase() == adventure.Phase_PHASE_COMMUNICATION {
		return board.NoPings(), nil
	}
	level, member := board.Of(o), o.GetCharacter()-1
	ways := board.TravelFrom(board.Here(o), func(cell board.Cell) (int, bool) {
		return enteringCost(level, cell, member)
	})
	goal, known := level.Find(goalOf(o))
	if _, reachable := ways.Costs[goal]; !known || !reachable {
		if goal, known = nearestUnexplored(level, ways); !known {
			return board.Plan(nil), nil
		}
	}
	var plan []adventure.Step
	steps, cells := ways.PathTo(goal)
	for i := range min(len(steps), int(o.GetMe().GetAp())) {
		plan = append(plan, steps[i].Step)
		if level.Code(cells[i]) == board.Unexplored {
			break // nobody knows what is there
		}
	}
	return board.Plan(plan), nil
}

// goalOf is the code of the own shrine, or with the key that of the tower.
func goalOf(o *adventure.Observation) string {
	if o.GetMembers()[o.GetCharacter()-1].GetKey() {
		return board.Tower
	}
	return fmt.Sprintf("K%d", o.GetCharacter())
}

// enteringCost is what a cell costs a member to enter; false for walls.
func enteringCost(level *board.Board, cell board.Cell, member int32) (int, bool) {
	code := level.Code(cell)
	if code == board.Wall {
		return 0, false
	}
	cost := emptyCost + pieceCosts[code[0]][member]
	if code == board.Unexplored {
		cost = unexploredCost
	}
	if level.HasMonster(cell) {
		cost += monsterCost
	}
	return cost, true
}

// nearestUnexplored is the unexplored cell that costs least to get to, the first reached of equals.
func nearestUnexplored(level *board.Board, ways *board.Travel) (nearest board.Cell, found bool) {
	for _, cell := range ways.Reached {
		if level.Code(cell) == board.Unexplored && (!found || ways.Costs[cell] < ways.Costs[nearest]) {
			nearest, found = cell, true
		}
	}
	return nearest, found
}

func main() {
	referee.Run(referee.Func(act).ReadsEvents(false))
}
