package main

import (
	"context"
	"testing"

	adventure "github.com/gamereferee/gamereferee/clients/go/gen/gamereferee/games/dice_adventure/v1"
	"github.com/gamereferee/gamereferee/clients/go/internal/vectors"
)

func TestItPlaysAsGreedyBotsOfAllLanguagesDo(t *testing.T) {
	vectors.Decisions(t, "dice_adventure_greedy.json", func(seen *adventure.Observation) (*adventure.Action, error) {
		return act(context.Background(), seen, nil)
	})
}
