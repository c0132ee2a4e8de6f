package main

import (
	"context"
	"testing"

	adventure "gamereferee/clients/go/gen/gamereferee/games/dice_adventure/v1"
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
	vectors.Read(t, "dice_adventure_greedy.json", &file)
	for _, c := range file.Cases {
		t.Run(c.Name, func(t *testing.T) {
			observation, want := &adventure.Observation{}, &adventure.Action{}
			vectors.Message(t, c.Observation, observation)
			vectors.Message(t, c.Action, want)
			got, err := act(context.Background(), observation, nil)
			if err != nil || !proto.Equal(got, want) {
				t.Errorf("got %v, %v; want %v", got, err, want)
			}
		})
	}
}
