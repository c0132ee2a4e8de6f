package main

import (
	"context"
	"testing"

	adventure "github.com/gamereferee/gamereferee/clients/go/gen/gamereferee/games/dice_adventure/v1"
	"google.golang.org/protobuf/proto"
)

func observation(grid ...string) *adventure.Observation {
	return &adventure.Observation{
		Phase: adventure.Phase_PHASE_PLANNING, Character: 1, Grid: grid,
		Level: &adventure.Level{W: int32(len(grid[0]) / 2), H: int32(len(grid))},
		Me:    &adventure.Me{X: proto.Int32(1), Y: proto.Int32(0), Ap: 4},
	}
}

// DA-9.1, on a corridor of three cells from whose middle it begins: only left and right are open there,
// and at its ends the way back alone.
func TestStepsLeadAgainstNoKnownWall(t *testing.T) {
	first := map[adventure.Step]int{}
	for range 1000 {
		action, err := act(context.Background(), observation("..??..", "######"), nil)
		if err != nil {
			t.Fatal(err)
		}
		x := 1
		for _, step := range action.GetPlan().GetSteps() {
			switch step {
			case adventure.Step_STEP_LEFT:
				x--
			case adventure.Step_STEP_RIGHT:
				x++
			default:
				t.Fatalf("stepped %v", step)
			}
			if x < 0 || x > 2 {
				t.Fatalf("left the map with %v", action)
			}
		}
		if steps := action.GetPlan().GetSteps(); len(steps) != 4 {
			t.Fatalf("%d steps of 4", len(steps))
		}
		first[action.GetPlan().GetSteps()[0]]++
	}
	if left := first[adventure.Step_STEP_LEFT]; left < 400 || left > 600 {
		t.Errorf("%d of 1000 first steps went left", left)
	}
}

func TestItWaitsBetweenWallsAndSaysNothing(t *testing.T) {
	walled := observation("##..##", "######")
	action, err := act(context.Background(), walled, nil)
	want := &adventure.Action{Plan: &adventure.Plan{Steps: []adventure.Step{
		adventure.Step_STEP_WAIT, adventure.Step_STEP_WAIT, adventure.Step_STEP_WAIT, adventure.Step_STEP_WAIT,
	}}}
	if err != nil || !proto.Equal(action, want) {
		t.Errorf("got %v, %v; want %v", action, err, want)
	}
	walled.Phase = adventure.Phase_PHASE_COMMUNICATION
	action, err = act(context.Background(), walled, nil)
	if want := (&adventure.Action{Pings: &adventure.Pings{}}); err != nil || !proto.Equal(action, want) {
		t.Errorf("got %v, %v; want %v", action, err, want)
	}
}
