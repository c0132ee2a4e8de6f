package referee

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	diceman "github.com/gamereferee/gamereferee/clients/go/gen/gamereferee/games/diceman/v1"
	wire "github.com/gamereferee/gamereferee/clients/go/gen/gamereferee/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"
)

// newsOf is a turn with as many events and something said.
func newsOf(t *testing.T, number int32, events int, text string) *wire.Turn {
	turn := turnOf(t, 0, number)
	turn.Events = wrapped(t, &diceman.Events{Events: slices.Repeat([]*diceman.Event{{}}, events)})
	turn.Said = []*wire.Said{{Channel: "MAIN", Text: text}}
	return turn
}

func missedOf(turn int32) *wire.PlayResponse {
	return &wire.PlayResponse{Missed: []*wire.MissedDeadline{{MatchId: "m", Turn: turn, Strikes: 1}}}
}

// slow is a recorder that runs what a test wants while it thinks about its first turn.
type slow struct {
	recorder
	think func(*Turn)
	heard []string
}

func (b *slow) Act(ctx context.Context, o *diceman.Observation, turn *Turn) (*diceman.Action, error) {
	if think := b.think; think != nil {
		b.think = nil
		think(turn)
	}
	events, err := turn.Events()
	if err != nil {
		return nil, err
	}
	b.note("has %d events", len(events.(*diceman.Events).GetEvents()))
	for _, said := range turn.Said() {
		b.heard = append(b.heard, said.Text)
	}
	return b.recorder.Act(ctx, o, turn)
}

func (b *slow) OnEnd(match *Match, outcome *Outcome) {
	for _, said := range outcome.Said {
		b.heard = append(b.heard, "end "+said.Text)
	}
	b.recorder.OnEnd(match, outcome)
}

func slowBot(t *testing.T) (*talk, *slow) {
	k := newTalk(t, false)
	bot := &slow{recorder: recorder{&[]string{}}}
	k.seated(PerSeat(func() *slow { return bot }))
	*bot.calls = nil
	return k, bot
}

func TestATurnThatIsOverIsNotAskedAndWhatItBroughtIsKept(t *testing.T) { // 30
	for name, over := range map[string][]*wire.PlayResponse{
		"missed":      {turns(newsOf(t, 2, 2, "two")), missedOf(2), turns(newsOf(t, 3, 1, "three"))},
		"a newer one": {turns(newsOf(t, 2, 2, "two")), turns(newsOf(t, 3, 1, "three"))},
	} {
		t.Run(name, func(t *testing.T) {
			k, bot := slowBot(t)
			bot.think = func(*Turn) {
				for _, message := range over {
					k.hear(message)
				}
			}
			wants(t, k.play(turns(newsOf(t, 1, 1, "one"))), answers(t, 0, 3))
			want := []string{"start m/0", "1 events", "has 1 events", "act 1", "2 events"}
			if name == "missed" {
				want = append(want, "missed 2, strike 1")
			}
			wantsCalls(t, bot.calls, append(want, "1 events", "has 3 events", "act 3")...)
			if want := []string{"one", "two", "three"}; !slices.Equal(bot.heard, want) {
				t.Errorf("heard %q; want %q", bot.heard, want)
			}
			bot.heard = nil
			k.play(turns(newsOf(t, 4, 1, "four")))
			if want := []string{"four"}; !slices.Equal(bot.heard, want) {
				t.Errorf("then heard %q; want %q", bot.heard, want)
			}
		})
	}
}

func TestWhatAnUnaskedTurnBroughtIsHeardAtTheEnd(t *testing.T) { // 26, 30
	k, bot := slowBot(t)
	bot.think = func(*Turn) {
		k.hear(turns(newsOf(t, 2, 2, "two")))
		last := end(0)
		last.Ends[0].Said = []*wire.Said{{Channel: "MAIN", Text: "last"}}
		k.hear(last)
	}
	wants(t, k.play(turns(newsOf(t, 1, 1, "one"))), nil)
	wantsCalls(t, bot.calls, "start m/0", "1 events", "has 1 events", "act 1", "2 events", "end RULES")
	if want := []string{"one", "end two", "end last"}; !slices.Equal(bot.heard, want) {
		t.Errorf("heard %q; want %q", bot.heard, want)
	}
}

// timed is a turn with as much time left.
func timed(t *testing.T, number int32, left time.Duration) *wire.Turn {
	turn := newsOf(t, number, 1, "hello")
	turn.Clock = &wire.Clock{Remaining: durationpb.New(left)}
	return turn
}

// slowTalk is a talk whose clock a test turns.
func slowTalk(t *testing.T) (k *talk, bot *slow, now *time.Time) {
	k, bot = slowBot(t)
	at := time.Now()
	k.now = func() time.Time { return at }
	return k, bot, &at
}

func TestATurnIsOverOnceItsTimeAndTheLagMarginHavePassed(t *testing.T) { // 10, 30
	for name, c := range map[string]struct {
		terms *wire.TimeControl
		limit time.Duration
	}{
		"unless named":   {nil, 1050 * time.Millisecond},
		"the margin's":   {&wire.TimeControl{LagMargin: durationpb.New(time.Second)}, 2 * time.Second},
		"one without it": {&wire.TimeControl{LagMargin: durationpb.New(0)}, time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			for _, late := range []bool{false, true} {
				k, bot, now := slowTalk(t)
				k.seats[seatKey{"m", 0}].match.TimeControl = c.terms
				bot.think = func(turn *Turn) {
					if *now = now.Add(c.limit - 1); late {
						*now = now.Add(1)
					}
					if turn.IsOpen() == late {
						t.Errorf("open %v, late %v", turn.IsOpen(), late)
					}
				}
				said := k.play(turns(timed(t, 1, time.Second)))
				if (said == nil) != late {
					t.Errorf("late %v, said %v", late, said)
				}
				wants(t, k.play(turns(timed(t, 2, time.Second))), answers(t, 0, 2))
			}
		})
	}
}

func TestATurnWhoseTimePassesWhileItWaitsIsNotAskedUnlessItComesAgain(t *testing.T) { // 30
	k, bot, now := slowTalk(t)
	waiting := k.hear(turns(timed(t, 1, time.Second)))
	*now = now.Add(time.Minute)
	for k.step(waiting[0]) {
	}
	wants(t, k.take(), nil)
	wantsCalls(t, bot.calls, "start m/0", "1 events")
	*bot.calls = nil
	wants(t, k.play(turns(timed(t, 1, time.Second))), answers(t, 0, 1)) // by a referee that knows better
	wantsCalls(t, bot.calls, "has 1 events", "act 1")
	if want := []string{"hello"}; !slices.Equal(bot.heard, want) {
		t.Errorf("heard %q; want %q", bot.heard, want)
	}
}

func TestATurnThatComesAgainHasTheTimeThatIsLeftThen(t *testing.T) { // 9, 30
	k, bot, now := slowTalk(t)
	bot.think = func(turn *Turn) {
		*now = now.Add(time.Minute)
		if turn.IsOpen() {
			t.Error("open although its time is over")
		}
		k.hear(turns(timed(t, 1, time.Second)))
		if !turn.IsOpen() {
			t.Error("over although it has come again with time")
		}
	}
	wants(t, k.play(turns(timed(t, 1, time.Second))), answers(t, 0, 1))
}

func TestATurnTellsWhetherAnAnswerStillCounts(t *testing.T) { // 30
	for name, over := range map[string]func(*talk){
		"missed":          func(k *talk) { k.hear(missedOf(1)) },
		"a newer turn":    func(k *talk) { k.hear(turns(turnOf(k.t, 0, 2))) },
		"the end":         func(k *talk) { k.hear(end(0)) },
		"the client ends": func(k *talk) { k.end(errors.New("stop")) },
	} {
		t.Run(name, func(t *testing.T) {
			k := newTalk(t, false)
			asked := false
			k.seated(Func(func(_ context.Context, _ *diceman.Observation, turn *Turn) (*diceman.Action, error) {
				if asked {
					return &diceman.Action{}, nil
				}
				asked = true
				before := turn.IsOpen()
				over(k)
				if !before || turn.IsOpen() {
					t.Errorf("open %v, and then %v", before, turn.IsOpen())
				}
				return &diceman.Action{}, nil
			}))
			k.play(turns(turnOf(t, 0, 1)))
		})
	}
	if !(&Turn{Match: &Match{}}).IsOpen() {
		t.Error("a turn that a test has made is open")
	}
}

func TestATurnWhoseAnswerIsRefusedIsOpenAgain(t *testing.T) { // 29, 30
	k := newTalk(t, false)
	bot := &talker{recorder: recorder{&[]string{}}}
	maker := PerSeat(func() *talker { return bot })
	made := maker.make
	maker.make = func() player {
		player := made()
		player.reject = func(*Rejection) proto.Message {
			if !bot.turns[0].IsOpen() {
				t.Error("closed although it is to be answered again")
			}
			return &diceman.Action{}
		}
		return player
	}
	k.seated(maker)
	k.play(turns(turnOf(t, 0, 1)))
	if bot.turns[0].IsOpen() {
		t.Error("open after its answer")
	}
	k.play(refusal(1, malformed))
	if bot.turns[0].IsOpen() {
		t.Error("open after the second answer")
	}
}

func TestTheEndOfTheLastMatchDoesNotWaitForABotThatThinks(t *testing.T) { // 30
	client, stream := playing(t, Func(func(context.Context, *diceman.Observation, *Turn) (*diceman.Action, error) {
		select {}
	}))
	client.goodbye = 0
	client.Finish()
	hear(t, client, turns(turnOf(t, 0, 1)))
	hear(t, client, end(0))
	client.flush()
	<-stream.closed
	if err := client.Play(context.Background()); err != nil {
		t.Errorf("Play returned %v", err)
	}
}

func TestTheEndOfTheLastMatchWaitsForBotsThatHearOfIt(t *testing.T) { // 30
	heard := make(chan struct{})
	calls := &[]string{}
	client, _ := playing(t, PerSeat(func() *slow {
		return &slow{recorder: recorder{calls}, think: func(*Turn) { <-heard }}
	}))
	client.goodbye = time.Hour
	client.Finish()
	hear(t, client, turns(newsOf(t, 1, 1, "one")))
	hear(t, client, end(0))
	close(heard)
	if err := client.Play(context.Background()); err != nil {
		t.Errorf("Play returned %v", err)
	}
	if !strings.HasPrefix((*calls)[len(*calls)-1], "end") {
		t.Errorf("calls %q", *calls)
	}
}
