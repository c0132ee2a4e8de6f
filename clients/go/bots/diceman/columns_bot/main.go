// Command columns_bot plays Diceman by the round alone, and decides about many matches at once where their turns
// come in columns.
package main

import (
	"context"

	diceman "github.com/gamereferee/gamereferee/clients/go/gen/gamereferee/games/diceman/v1"
	"github.com/gamereferee/gamereferee/clients/go/referee"
)

const round = "table.round"

// columnsBot plays Sword and Shield in odd rounds, Magic and Priority in even ones.
type columnsBot struct{}

// ActColumns answers with combination ids (DM-3.2).
func (columnsBot) ActColumns(_ context.Context, turns *referee.LaneTurns) (*referee.LaneAnswers, error) {
	rounds, err := referee.Values[int](turns, round)
	if err != nil {
		return nil, err
	}
	combos := make([]int8, turns.Len())
	for i, round := range rounds {
		if round%2 == 1 {
			combos[i] = 5
		}
	}
	return referee.Numbers(combos), nil
}

// Act answers a single turn.
func (columnsBot) Act(_ context.Context, o *diceman.Observation, _ *referee.Turn) (*diceman.Action, error) {
	if o.GetRound()%2 == 1 {
		return &diceman.Action{Dice: []int32{2, 3}}, nil
	}
	return &diceman.Action{Dice: []int32{0, 1}}, nil
}

func main() { referee.Run(referee.Columns(columnsBot{}, round).ReadsEvents(false)) }
