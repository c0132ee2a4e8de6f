package main

import (
	"context"
	"math/big"
	"testing"

	diceman "gamereferee/clients/go/gen/gamereferee/games/diceman/v1"
	"gamereferee/clients/go/internal/vectors"
	"google.golang.org/protobuf/proto"
)

func TestItPlaysAsGreedyBotsOfAllLanguagesDo(t *testing.T) {
	var file struct {
		Cases []struct {
			Name        string
			Observation []byte `json:"observation_base64"`
			Action      []byte `json:"action_base64"`
		}
	}
	vectors.Read(t, "diceman_greedy.json", &file)
	for _, c := range file.Cases {
		t.Run(c.Name, func(t *testing.T) {
			observation, want := &diceman.Observation{}, &diceman.Action{}
			vectors.Message(t, c.Observation, observation)
			vectors.Message(t, c.Action, want)
			got, err := greedyBot{}.Act(context.Background(), observation, nil)
			if err != nil || !proto.Equal(got, want) {
				t.Errorf("got %v, %v; want %v", got, err, want)
			}
		})
	}
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
