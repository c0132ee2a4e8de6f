package main

import (
	"context"
	"math/big"
	"testing"

	diceman "github.com/gamereferee/gamereferee/clients/go/gen/gamereferee/games/diceman/v1"
	"github.com/gamereferee/gamereferee/clients/go/internal/vectors"
)

func TestItPlaysAsGreedyBotsOfAllLanguagesDo(t *testing.T) {
	vectors.Decisions(t, "diceman_greedy.json", func(seen *diceman.Observation) (*diceman.Action, error) {
		return greedyBot{}.Act(context.Background(), seen, nil)
	})
}

// The table of DM-11.2 is zero between equal combinations, and what one gains the other loses.
func TestNetDamageIsAntisymmetric(t *testing.T) {
	table := netTable(dice{sides: [4]int32{4, 6, 8, 10}})
	for x := range table {
		for y := range table {
			if sum := new(big.Int).Add(table[x][y], table[y][x]); sum.Sign() != 0 {
				t.Errorf("combinations %d and %d: %v and %v", x, y, table[x][y], table[y][x])
			}
		}
	}
}
