package main

import (
	"context"
	"slices"
	"testing"
)

// DM-9.1: one of the six combinations, each as likely. Of 6000 draws a fair bot gives each 1000 times
// with a standard deviation of 29; the bounds are six of those away.
func TestAllCombinationsAreAsLikely(t *testing.T) {
	counts := map[[2]int32]int{}
	for range 6000 {
		action, err := act(context.Background(), nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		dice := action.GetDice()
		slices.Sort(dice)
		counts[[2]int32(dice)]++
	}
	for first := int32(0); first < 4; first++ {
		for second := first + 1; second < 4; second++ {
			combo := [2]int32{first, second}
			if counts[combo] < 826 || counts[combo] > 1174 {
				t.Errorf("%v %d times of 6000", combo, counts[combo])
			}
			delete(counts, combo)
		}
	}
	if len(counts) != 0 {
		t.Errorf("no combinations: %v", counts)
	}
}
