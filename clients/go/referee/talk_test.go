package referee

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"slices"
	"testing"

	diceman "github.com/gamereferee/gamereferee/clients/go/gen/gamereferee/games/diceman/v1"
	wire "github.com/gamereferee/gamereferee/clients/go/gen/gamereferee/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
)

// recorder is a bot that notes its calls, and answers with the round it is asked about.
type recorder struct{ calls *[]string }

func (r recorder) note(form string, values ...any) {
	*r.calls = append(*r.calls, fmt.Sprintf(form, values...))
}

func (r recorder) OnStart(match *Match) { r.note("start %s/%d", match.ID, match.Seat) }
func (r recorder) OnEvents(_ *Match, events proto.Message) {
	r.note("%d events", len(events.(*diceman.Events).Events))
}
func (r recorder) OnRejected(rejection *Rejection) *diceman.Action {
	r.note("rejected %d %s", rejection.Turn, rejection.Reason)
	return nil
}
func (r recorder) OnMissed(missed *Missed) {
	r.note("missed %d, strike %d", missed.Turn, missed.Strikes)
}
func (r recorder) OnEnd(_ *Match, outcome *Outcome) { r.note("end %s", outcome.Cause) }

func (r recorder) Act(_ context.Context, o *diceman.Observation, turn *Turn) (*diceman.Action, error) {
	r.note("act %d", turn.Number())
	return &diceman.Action{Dice: []int32{o.GetRound()}}, nil
}

func recording() (Maker, *[]string) {
	calls := &[]string{}
	return PerSeat(func() recorder { return recorder{calls} }), calls
}

// talk is a conversation whose stream is this test.
type talk struct {
	*conversation
	t      *testing.T
	fatal  error    // what ended it
	wakes  int      // how often there was something to say that a bot has said
	wanted []string // workers to which seats would go
	log    *bytes.Buffer
}

func newTalk(t *testing.T, strict bool) *talk {
	t.Helper()
	ctx, cancel := context.WithCancelCause(context.Background())
	t.Cleanup(func() { cancel(nil) })
	k := &talk{t: t, log: &bytes.Buffer{}}
	var err error
	k.conversation, err = newConversation(ctx, func(cause error) { k.fatal = cause; cancel(cause) }, func() { k.wakes++ },
		func(worker string) { k.wanted = append(k.wanted, worker) }, settings{name: "bot", strict: strict})
	if err != nil {
		t.Fatal(err)
	}
	before := log.Writer()
	log.SetOutput(k.log)
	t.Cleanup(func() { log.SetOutput(before) })
	return k
}

// take is what there is to say at home.
func (k *talk) take() *wire.PlayRequest { return k.conversation.take(k.home) }

// isDead tells whether the stream home is taken for dead.
func (k *talk) isDead() bool { return k.conversation.isDead(k.home) }

// hear takes in a message without calling bots.
func (k *talk) hear(response *wire.PlayResponse) []*queue {
	k.t.Helper()
	seats, err := k.receive(k.home, response)
	if err != nil {
		k.t.Fatal(err)
	}
	return seats
}

// play takes in a message and lets the bots catch up.
func (k *talk) play(response *wire.PlayResponse) *wire.PlayRequest {
	k.t.Helper()
	for _, seat := range k.hear(response) {
		for k.step(seat) {
		}
	}
	return k.take()
}

// seated joins a token a maker, as the seats 0, 1, … of match m.
func (k *talk) seated(makers ...Maker) {
	k.t.Helper()
	response := &wire.PlayResponse{}
	for i, maker := range makers {
		if err := k.join(fmt.Sprintf("token-%d", i), maker); err != nil {
			k.t.Fatal(err)
		}
		response.Joins = append(response.Joins, joined(k.t, uint64(i+1), int32(i)))
	}
	k.take()
	k.play(response)
}

// wants compares what is said with what ought to be; nil is silence.
func wants(t *testing.T, got, want *wire.PlayRequest) {
	t.Helper()
	if !proto.Equal(got, want) || (got == nil) != (want == nil) {
		t.Errorf("said %v; want %v", got, want)
	}
}

func wantsCalls(t *testing.T, calls *[]string, want ...string) {
	t.Helper()
	if !slices.Equal(*calls, want) {
		t.Errorf("calls %q; want %q", *calls, want)
	}
}

func wrapped(t *testing.T, message proto.Message) *anypb.Any {
	t.Helper()
	value, err := anypb.New(message)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

func joined(t *testing.T, number uint64, seat int32) *wire.Joined {
	return &wire.Joined{
		MatchId: "m", Seat: seat, Game: "diceman", GameVersion: 1, NumSeats: 2, JoinNumber: number,
		Config: wrapped(t, &diceman.Config{Life: proto.Int32(20)}), SeedCommitment: make([]byte, 32),
	}
}

func turnOf(t *testing.T, seat, number int32) *wire.Turn {
	return &wire.Turn{
		MatchId: "m", Seat: seat, Turn: number, Observation: wrapped(t, &diceman.Observation{Round: number}),
	}
}

func turns(turns ...*wire.Turn) *wire.PlayResponse { return &wire.PlayResponse{Turns: turns} }

func answers(t *testing.T, seat int32, numbers ...int32) *wire.PlayRequest {
	request := &wire.PlayRequest{}
	for _, number := range numbers {
		request.Actions = append(request.Actions, &wire.Action{
			MatchId: "m", Seat: seat, Turn: number, Payload: wrapped(t, &diceman.Action{Dice: []int32{number}}),
		})
	}
	return request
}

func skips(seat, number int32) *wire.PlayRequest {
	return &wire.PlayRequest{Skips: []*wire.Skip{{MatchId: "m", Seat: seat, Turn: number}}}
}

func end(seat int32) *wire.PlayResponse {
	return &wire.PlayResponse{Ends: []*wire.MatchEnded{{
		MatchId: "m", Seat: seat, Outcome: &wire.Outcome{Cause: wire.EndCause_END_CAUSE_RULES},
	}}}
}
