package referee

import (
	"context"
	"slices"
	"testing"
	"time"

	diceman "github.com/gamereferee/gamereferee/clients/go/gen/gamereferee/games/diceman/v1"
	wire "github.com/gamereferee/gamereferee/clients/go/gen/gamereferee/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/durationpb"
)

// shortly is the answer to a join whose turns come in short: 30 s for the first, 2 s for any other.
func shortly(t *testing.T, number uint64, seat int32, handle uint32) *wire.Joined {
	message := joined(t, number, seat)
	message.TimeControl = &wire.TimeControl{
		MoveTime: durationpb.New(2 * time.Second), FirstMove: durationpb.New(30 * time.Second),
	}
	message.SmallForm = &wire.SmallForm{
		Handle: handle, ObservationUrl: wrapped(t, &diceman.Observation{}).GetTypeUrl(),
		EventsUrl: wrapped(t, &diceman.Events{}).GetTypeUrl(), ActionUrl: wrapped(t, &diceman.Action{}).GetTypeUrl(),
		KnownObservation: wrapped(t, &diceman.Observation{Seat: 1}).GetValue(),
	}
	return message
}

// smallTurn is a turn in short, and smallAnswer its answer.
func smallTurn(t *testing.T, handle uint32, number int32) *wire.PlayResponse {
	seen := wrapped(t, &diceman.Observation{Round: number}).GetValue()
	return &wire.PlayResponse{SmallTurns: []*wire.SmallTurn{{Handle: handle, Turn: number, Observation: seen}}}
}

func smallAnswer(t *testing.T, handle uint32, number int32) *wire.PlayRequest {
	payload := wrapped(t, &diceman.Action{Dice: []int32{number}}).GetValue()
	return &wire.PlayRequest{SmallActions: []*wire.SmallAction{{Handle: handle, Turn: number, Payload: payload}}}
}

// inShort joins a seat whose turns come in short with the handle 5.
func inShort(t *testing.T, maker Maker) *talk {
	k := newTalk(t, false)
	if err := k.join("token-0", maker); err != nil {
		t.Fatal(err)
	}
	k.take()
	k.play(&wire.PlayResponse{Joins: []*wire.Joined{shortly(t, 1, 0, 5)}})
	return k
}

func TestAShortTurnIsWhatItIsAtLength(t *testing.T) { // 27
	said := []*wire.Said{{Text: "hi"}}
	channels := []*wire.Channel{{Name: "MAIN"}}
	events := &diceman.Events{Events: []*diceman.Event{{}}}
	got := shortFormOf(shortly(t, 1, 0, 5)).turn(&wire.SmallTurn{
		Handle: 5, Turn: 3, Phase: 2, PhaseName: "choice",
		Observation: wrapped(t, &diceman.Observation{Round: 4}).GetValue(), Events: wrapped(t, events).GetValue(),
		Remaining: proto.Int64(1_500_000), Bank: proto.Int64(250_000), LastElapsed: proto.Int64(1_000_001),
		LastLag: 2_000, Strikes: 1, Said: said, Channels: channels,
	})
	want := &wire.Turn{
		MatchId: "m", Turn: 3, Phase: "choice", Observation: got.GetObservation(), Events: wrapped(t, events),
		Clock: &wire.Clock{
			Remaining: durationpb.New(1500 * time.Millisecond), Bank: durationpb.New(250 * time.Millisecond),
			LastElapsed: durationpb.New(time.Second + time.Microsecond), LastLag: durationpb.New(2 * time.Millisecond),
			Strikes: 1,
		},
		Said: said, Channels: channels,
	}
	if !proto.Equal(got, want) {
		t.Errorf("got %v; want %v", got, want)
	}
	seen, err := unpack(got.GetObservation())
	if err != nil || !proto.Equal(seen, &diceman.Observation{Seat: 1, Round: 4}) {
		t.Errorf("got the observation %v, %v", seen, err)
	}
}

func TestWhatAShortTurnLeavesOutIsWhatCameBefore(t *testing.T) { // 27
	form := shortFormOf(shortly(t, 1, 0, 5))
	for _, c := range []struct {
		small *wire.SmallTurn
		clock *wire.Clock
	}{
		{
			&wire.SmallTurn{Turn: 1, Phase: 0, PhaseName: "bid"},
			&wire.Clock{Remaining: durationpb.New(30 * time.Second)},
		},
		{
			&wire.SmallTurn{Turn: 2, Bank: proto.Int64(500_000), LastElapsed: proto.Int64(0)},
			&wire.Clock{
				Remaining: durationpb.New(2500 * time.Millisecond), Bank: durationpb.New(500 * time.Millisecond),
				LastElapsed: durationpb.New(0), LastLag: durationpb.New(0),
			},
		},
		{&wire.SmallTurn{Turn: 3, Remaining: proto.Int64(0)}, &wire.Clock{Remaining: durationpb.New(0)}},
	} {
		turn := form.turn(c.small)
		if turn.GetPhase() != "bid" || turn.Events != nil || !proto.Equal(turn.GetClock(), c.clock) {
			t.Errorf("got %v; want the clock %v", turn, c.clock)
		}
	}
	without := shortly(t, 1, 0, 5)
	without.TimeControl = nil
	if turn := shortFormOf(without).turn(&wire.SmallTurn{Turn: 1}); turn.GetClock().Remaining != nil {
		t.Errorf("got %v without a time control", turn)
	}
	without.TimeControl = &wire.TimeControl{MoveTime: durationpb.New(time.Second)}
	if turn := shortFormOf(without).turn(&wire.SmallTurn{Turn: 1}); turn.GetClock().GetRemaining().GetSeconds() != 1 {
		t.Errorf("got %v without a time of the first move", turn)
	}
}

func TestTurnsInShortAreAnsweredInShort(t *testing.T) { // 27
	maker, calls := recording()
	k := inShort(t, maker)
	wants(t, k.play(smallTurn(t, 5, 1)), smallAnswer(t, 5, 1))
	wants(t, k.play(smallTurn(t, 6, 2)), nil) // nobody's
	wants(t, k.play(turns(turnOf(t, 0, 2))), smallAnswer(t, 5, 2))
	wantsCalls(t, calls, "start m/0", "act 1", "act 2")
	k.play(end(0))
	wants(t, k.play(smallTurn(t, 5, 3)), nil)
}

func TestHandlesAreThoseOfOneStream(t *testing.T) { // 9, 27
	maker, calls := recording()
	k := inShort(t, maker)
	wants(t, k.play(smallTurn(t, 5, 1)), smallAnswer(t, 5, 1))
	k.opened()
	k.take()
	k.play(&wire.PlayResponse{Joins: []*wire.Joined{shortly(t, 1, 0, 9)}})
	wants(t, k.play(smallTurn(t, 5, 1)), nil)
	wants(t, k.play(smallTurn(t, 9, 1)), smallAnswer(t, 9, 1))
	k.play(&wire.PlayResponse{Joins: []*wire.Joined{shortly(t, 1, 0, 10)}}) // one of the same stream
	wants(t, k.play(smallTurn(t, 9, 2)), nil)
	wants(t, k.play(smallTurn(t, 10, 2)), smallAnswer(t, 10, 2))
	k.opened()
	k.take()
	k.play(&wire.PlayResponse{Joins: []*wire.Joined{joined(t, 1, 0)}}) // by a referee that has not the feature
	wants(t, k.play(turns(turnOf(t, 0, 2))), answers(t, 0, 2))
	wantsCalls(t, calls, "start m/0", "act 1", "act 2")
}

func TestAShortAnswerThatComesTooLateIsTakenBack(t *testing.T) { // 10, 27
	maker, _ := recording()
	k := inShort(t, maker)
	for _, seat := range k.hear(smallTurn(t, 5, 1)) {
		for k.step(seat) {
		}
	}
	wants(t, k.play(missedOf(1)), nil)
}

func TestWhatIsNoActionOfTheGameGoesAtLength(t *testing.T) { // 27
	other := &anypb.Any{TypeUrl: "type.googleapis.com/other.Action", Value: []byte{1}}
	if small := shortFormOf(shortly(t, 1, 0, 5)).action(1, other); small != nil {
		t.Errorf("got %v", small)
	}
}

func TestJoinsAskForTurnsInShort(t *testing.T) { // 27
	maker, _ := recording()
	function := Func(func(context.Context, *diceman.Observation, *Turn) (*diceman.Action, error) { return nil, nil })
	for name, c := range map[string]struct {
		plain bool
		maker Maker
		want  []string
	}{
		"a type":                  {false, maker, []string{"nonce-commitments", "small-turns"}},
		"a function":              {false, function, []string{"nonce-commitments", "small-turns"}},
		"reads no events":         {false, function.ReadsEvents(false), []string{"nonce-commitments", "small-turns", "without-events"}},
		"reads them after all":    {false, function.ReadsEvents(false).ReadsEvents(true), []string{"nonce-commitments", "small-turns"}},
		"plain":                   {true, maker, []string{"nonce-commitments"}},
		"plain, reads no events":  {true, function.ReadsEvents(false), []string{"nonce-commitments"}},
		"has OnEvents, and reads": {false, maker.ReadsEvents(true), []string{"nonce-commitments", "small-turns"}},
	} {
		t.Run(name, func(t *testing.T) {
			k := newTalk(t, false)
			k.plainTurns, k.want = c.plain, nil
			if err := k.join("token", c.maker); err != nil {
				t.Fatal(err)
			}
			if got := k.take().GetJoins()[0].GetFeatures(); !slices.Equal(got, c.want) {
				t.Errorf("asks for %q; want %q", got, c.want)
			}
		})
	}
}

func TestABotWithOnEventsReadsEvents(t *testing.T) { // 27
	defer func() {
		if got, want := recover(), "referee.Maker.ReadsEvents: bots that have OnEvents read events"; got != want {
			t.Errorf("got %v; want %q", got, want)
		}
	}()
	maker, _ := recording()
	maker.ReadsEvents(false)
}
