package referee

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	diceman "github.com/gamereferee/gamereferee/clients/go/gen/gamereferee/games/diceman/v1"
	wire "github.com/gamereferee/gamereferee/clients/go/gen/gamereferee/v1"
	"google.golang.org/protobuf/proto"
)

func TestStoppingWhenTheDeadlineHasPassedIsNoFailure(t *testing.T) {
	k := newTalk(t, true)
	k.seated(Func(func(ctx context.Context, _ *diceman.Observation, _ *Turn) (*diceman.Action, error) {
		k.hear(&wire.PlayResponse{Missed: []*wire.MissedDeadline{{MatchId: "m", Turn: 1}}})
		<-ctx.Done()
		return nil, fmt.Errorf("asking the model: %w", ctx.Err())
	}))
	wants(t, k.play(turns(turnOf(t, 0, 1))), nil)
	if _, _, count := k.errors(); count != 0 || k.fatal != nil {
		t.Errorf("%d failures, %v", count, k.fatal)
	}
}

func TestFailuresSkipTheirTurn(t *testing.T) {
	type act = func(context.Context, *diceman.Observation, *Turn) (*diceman.Action, error)
	for name, c := range map[string]struct {
		act   act
		says  string
		place string
	}{
		"error": {
			func(context.Context, *diceman.Observation, *Turn) (*diceman.Action, error) {
				return nil, errors.New("no idea")
			},
			"match m seat 0 turn 1: the bot's own code failed: no idea", "calls_test.go:",
		},
		"panic": {
			func(_ context.Context, o *diceman.Observation, _ *Turn) (*diceman.Action, error) {
				return nil, explode(o)
			},
			"match m seat 0 turn 1: the bot's own code failed: runtime error: index out of range [7] with length 0",
			"referee.explode (",
		},
		"nil": {
			func(context.Context, *diceman.Observation, *Turn) (*diceman.Action, error) { return nil, nil },
			"match m seat 0 turn 1: the bot's own code failed: Act must return the game's Action message, not nil",
			"calls_test.go:",
		},
		"panic without an error": {
			func(context.Context, *diceman.Observation, *Turn) (*diceman.Action, error) {
				panic("no text")
			},
			"match m seat 0 turn 1: the bot's own code failed: no text", "calls_test.go:",
		},
	} {
		t.Run(name, func(t *testing.T) {
			k := newTalk(t, false)
			fails := true
			k.seated(Func(func(ctx context.Context, o *diceman.Observation, turn *Turn) (*diceman.Action, error) {
				if fails {
					return c.act(ctx, o, turn)
				}
				return &diceman.Action{Dice: []int32{o.GetRound()}}, nil
			}))
			wants(t, k.play(turns(turnOf(t, 0, 1))), skips(0, 1))
			fails = false
			wants(t, k.play(turns(turnOf(t, 0, 1))), skips(0, 1)) // after a break: not asked again
			wants(t, k.play(turns(turnOf(t, 0, 2))), answers(t, 0, 2))
			_, first, count := k.errors()
			if count != 1 || first == nil || first.Error() != c.says || k.fatal != nil {
				t.Errorf("%d failures, the first %q, fatal %v; want %q", count, first, k.fatal, c.says)
			}
			if log := k.log.String(); !strings.Contains(log, c.says) || !strings.Contains(log, c.place) {
				t.Errorf("log lacks %q or %q:\n%s", c.says, c.place, log)
			}
		})
	}
}

func explode(o *diceman.Observation) error {
	return fmt.Errorf("life %d", o.GetLife()[7])
}

func TestAFailureEndsAStrictConversation(t *testing.T) {
	k := newTalk(t, true)
	k.seated(Func(func(context.Context, *diceman.Observation, *Turn) (*diceman.Action, error) { panic("oh") }))
	k.play(turns(turnOf(t, 0, 1)))
	if failure := (*BotError)(nil); !errors.As(k.fatal, &failure) || failure.Where != "match m seat 0 turn 1" {
		t.Errorf("ended with %v", k.fatal)
	}
}

// fragile fails at everything that it hears.
type fragile struct{ recorder }

func (f fragile) OnStart(*Match)                        { panic("start") }
func (f fragile) OnRejected(*Rejection) *diceman.Action { panic("rejected") }
func (f fragile) OnMissed(*Missed)                      { panic("missed") }
func (f fragile) OnEvents(*Match, proto.Message)        { panic("events") }
func (f fragile) OnEnd(*Match, *Outcome)                { panic("end") }

func TestFailuresInListenersAreCountedAndCostNoTurn(t *testing.T) {
	k := newTalk(t, false)
	k.seated(PerSeat(func() fragile { return fragile{recorder{&[]string{}}} }))
	turn := turnOf(t, 0, 1)
	turn.Events = wrapped(t, &diceman.Events{})
	wants(t, k.play(turns(turn)), answers(t, 0, 1))
	k.play(&wire.PlayResponse{
		Rejections: []*wire.Rejected{{MatchId: "m", Turn: 1}}, Missed: []*wire.MissedDeadline{{MatchId: "m", Turn: 1}},
	})
	k.play(end(0))
	if _, first, count := k.errors(); count != 5 || first.Error() != "match m seat 0: the bot's own code failed: start" {
		t.Errorf("%d failures, the first %v", count, first)
	}
}

func TestASeatWhoseBotCantBeMadeGivesUpItsTurns(t *testing.T) {
	k := newTalk(t, false)
	k.seated(PerSeat(func() recorder { panic("no memory") }))
	wants(t, k.play(turns(turnOf(t, 0, 1))), skips(0, 1))
	wants(t, k.play(turns(turnOf(t, 0, 2))), skips(0, 2))
	k.play(end(0))
	if _, _, count := k.errors(); count != 3 {
		t.Errorf("%d failures; want one at making it and one a turn", count)
	}
}
