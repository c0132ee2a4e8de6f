// Command greedy_bot plays Diceman by the best answer to what its opponent has picked so far (DM-9.2).
//
// It looks one round ahead and not at lives, and whoever knows it can lead it by the nose.
package main

import (
	"context"
	"math/big"

	diceman "github.com/gamereferee/gamereferee/clients/go/gen/gamereferee/games/diceman/v1"
	"github.com/gamereferee/gamereferee/clients/go/referee"
)

// greedyBot plays by the highest expected net damage.
type greedyBot struct{}

func (greedyBot) OnStart(match *referee.Match) {
	netTable(diceOf(match.Config.(*diceman.Config))) // before the clock runs
}

func (greedyBot) Act(_ context.Context, o *diceman.Observation, _ *referee.Turn) (*diceman.Action, error) {
	habits := o.GetPickCounts()[1-o.GetSeat()].GetCounts()
	best, bestValue := 0, new(big.Int)
	for combo, row := range netTable(diceOf(o.GetConfig())) {
		value := new(big.Int)
		for other, net := range row {
			weight := big.NewInt(int64(habits[other]) + 1)
			value.Add(value, weight.Mul(weight, net))
		}
		if combo == 0 || value.Cmp(bestValue) > 0 {
			best, bestValue = combo, value
		}
	}
	return &diceman.Action{Dice: []int32{combos[best].first, combos[best].second}}, nil
}

func main() {
	referee.Run(referee.PerSeat(func() greedyBot { return greedyBot{} }).ReadsEvents(false))
}
