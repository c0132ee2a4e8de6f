// Command random_bot plays Diceman by two different dice, uniformly (DM-9.1).
package main

import (
	"context"
	"math/rand/v2"

	diceman "github.com/gamereferee/gamereferee/clients/go/gen/gamereferee/games/diceman/v1"
	"github.com/gamereferee/gamereferee/clients/go/referee"
)

func act(context.Context, *diceman.Observation, *referee.Turn) (*diceman.Action, error) {
	first, step := rand.Int32N(4), 1+rand.Int32N(3)
	return &diceman.Action{Dice: []int32{first, (first + step) % 4}}, nil
}

func main() {
	referee.Run(referee.Func(act).ReadsEvents(false))
}
