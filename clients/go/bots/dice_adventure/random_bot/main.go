// Command random_bot wanders about in Dice Adventure, against no known wall (DA-9.1).
package main

import (
	"context"
	"math/rand/v2"

	"github.com/gamereferee/gamereferee/clients/go/bots/dice_adventure/board"
	adventure "github.com/gamereferee/gamereferee/clients/go/gen/gamereferee/games/dice_adventure/v1"
	"github.com/gamereferee/gamereferee/clients/go/referee"
)

func act(_ context.Context, o *adventure.Observation, _ *referee.Turn) (*adventure.Action, error) {
	if o.GetPhase() == adventure.Phase_PHASE_COMMUNICATION {
		return board.NoPings(), nil
	}
	level, at := board.Of(o), board.Here(o)
	var steps []adventure.Step
	for range o.GetMe().GetAp() {
		step, to := adventure.Step_STEP_WAIT, at // if there are walls all around
		for i, open := 0, 0; i < len(board.Directions); i++ {
			way := board.Directions[i]
			if level.Code(at.To(way)) == board.Wall {
				continue
			}
			if open++; rand.IntN(open) == 0 { // so that each open way is as likely
				step, to = way.Step, at.To(way)
			}
		}
		steps, at = append(steps, step), to
	}
	return board.Plan(steps), nil
}

func main() {
	referee.Run(referee.Func(act).ReadsEvents(false))
}
