// Package referee plays at a game referee: it makes a process of a bot.
//
// A bot is a function from an observation to an action, or a type with a method Act:
//
//	func act(ctx context.Context, o *dicemanv1.Observation, turn *referee.Turn) (*dicemanv1.Action, error) {
//		return &dicemanv1.Action{Dice: []int32{2, 3}}, nil
//	}
//
//	func main() { referee.Run(referee.Func(act)) }
//
// Run reads where to play from flags and environment. A larger program uses a Client instead. The
// package hides joining, tokens, clocks, packing and reconnection, and adds no strategy.
package referee

// Version of the SDK.
const Version = "0.3.0"
