package referee

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log"
	"slices"
	"strings"
	"testing"

	diceman "gamereferee/clients/go/gen/gamereferee/games/diceman/v1"
	wire "gamereferee/clients/go/gen/gamereferee/v1"
	"google.golang.org/protobuf/encoding/protowire"
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
func (r recorder) OnRejected(rejection *Rejection) {
	r.note("rejected %d %s", rejection.Turn, rejection.Reason)
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
	t     *testing.T
	fatal error // what ended it
	log   *bytes.Buffer
}

func newTalk(t *testing.T, strict bool) *talk {
	t.Helper()
	ctx, cancel := context.WithCancelCause(context.Background())
	t.Cleanup(func() { cancel(nil) })
	k := &talk{t: t, log: &bytes.Buffer{}}
	var err error
	k.conversation, err = newConversation(ctx, func(cause error) { k.fatal = cause; cancel(cause) }, "bot", strict)
	if err != nil {
		t.Fatal(err)
	}
	before := log.Writer()
	log.SetOutput(k.log)
	t.Cleanup(func() { log.SetOutput(before) })
	return k
}

// hear takes in a message without calling bots.
func (k *talk) hear(response *wire.PlayResponse) []*seat {
	k.t.Helper()
	seats, err := k.receive(response)
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

func TestJoinsCarryANonceAndANumberOfTheirOwn(t *testing.T) {
	k := newTalk(t, false)
	maker, _ := recording()
	for _, token := range []string{"a", "b"} {
		if err := k.join(token, maker); err != nil {
			t.Fatal(err)
		}
	}
	joins := k.take().GetJoins()
	if len(joins) != 2 || joins[0].Number != 1 || joins[1].Number != 2 {
		t.Fatalf("joins %v", joins)
	}
	if len(joins[0].Nonce) != 16 || len(joins[1].Nonce) != 16 || bytes.Equal(joins[0].Nonce, joins[1].Nonce) {
		t.Errorf("nonces %x and %x", joins[0].Nonce, joins[1].Nonce)
	}
	if joins[1].Token != "b" || joins[1].BotName != "bot" || joins[1].Client != "go/"+Version {
		t.Errorf("join %v", joins[1])
	}
	k.opened()
	if again := k.take().GetJoins(); !slices.EqualFunc(again, joins, func(a, b *wire.Join) bool { return proto.Equal(a, b) }) {
		t.Errorf("joined again with %v; want %v", again, joins)
	}
}

func TestWhatCantBeJoined(t *testing.T) {
	k := newTalk(t, false)
	maker, _ := recording()
	if k.join("", maker) == nil || k.join("a", Maker{}) == nil {
		t.Error("no token, or no bot, was taken")
	}
	if err := k.join("a", maker); err != nil {
		t.Error(err)
	}
	if err := k.join("a", maker); err != nil || len(k.take().GetJoins()) != 1 {
		t.Error("the same token was presented twice")
	}
	k.finish()
	if k.join("b", maker) == nil {
		t.Error("a token after the last was taken")
	}
	if _, err := newConversation(context.Background(), nil, strings.Repeat("é", 101), false); err == nil {
		t.Error("a name of 101 characters was taken")
	}
}

func TestJoinedAndRejectedAreToldApartByNumber(t *testing.T) {
	k := newTalk(t, false)
	maker, calls := recording()
	_ = k.join("good-token", maker)
	_ = k.join("bad-token", maker)
	k.finish()
	k.play(&wire.PlayResponse{
		Rejections: []*wire.Rejected{{JoinNumber: 2, Reason: wire.ErrorReason_ERROR_REASON_BAD_TOKEN, Text: "names no seat"}},
		Joins:      []*wire.Joined{joined(t, 1, 0)},
	})
	wants(t, k.play(turns(turnOf(t, 0, 1))), answers(t, 0, 1))
	wantsCalls(t, calls, "start m/0", "act 1")
	k.play(end(0))
	errs, _, _ := k.errors()
	var refused *JoinError
	if !k.isOver() || len(errs) != 1 || !errors.As(errs[0], &refused) || refused.Reason != "BAD_TOKEN" {
		t.Fatalf("over %v, errors %v", k.isOver(), errs)
	}
	if want := "the referee refused the token bad-…: BAD_TOKEN: names no seat"; refused.Error() != want {
		t.Errorf("got %q; want %q", refused, want)
	}
}

func TestOneMessageIsReadInOrder(t *testing.T) {
	k := newTalk(t, false)
	maker, calls := recording()
	_ = k.join("a", maker)
	k.take()
	message := end(0)
	message.Turns = []*wire.Turn{turnOf(t, 0, 2)}
	message.Ends[0].Events = wrapped(t, &diceman.Events{Events: []*diceman.Event{{}, {}}})
	message.Missed = []*wire.MissedDeadline{{MatchId: "m", Turn: 1, Strikes: 1, StrikesLimit: 3}}
	message.Rejections = []*wire.Rejected{{MatchId: "m", Turn: 1, Reason: wire.ErrorReason_ERROR_REASON_LATE}}
	message.Starts = []*wire.MatchStarted{{MatchId: "m"}}
	message.Joins = []*wire.Joined{joined(t, 1, 0)}
	wants(t, k.play(message), nil)
	wantsCalls(t, calls, "start m/0", "rejected 1 LATE", "missed 1, strike 1", "2 events", "end RULES")
	for _, line := range []string{
		"WARN match m seat 0 turn 1: rejected: LATE", "WARN match m seat 0 turn 1: missed the deadline, strike 1 of 3",
	} {
		if !strings.Contains(k.log.String(), line) {
			t.Errorf("log lacks %q:\n%s", line, k.log)
		}
	}
}

func TestEventsComeBeforeTheDecision(t *testing.T) {
	k := newTalk(t, false)
	maker, calls := recording()
	k.seated(maker)
	turn := turnOf(t, 0, 1)
	turn.Events = wrapped(t, &diceman.Events{Events: []*diceman.Event{{}}})
	k.play(turns(turn))
	wantsCalls(t, calls, "start m/0", "1 events", "act 1")
}

func TestPingsAreAnsweredAndSilenceIsNoticed(t *testing.T) {
	k := newTalk(t, false)
	wants(t, k.play(&wire.PlayResponse{Ping: &wire.Ping{Number: 7}}), &wire.PlayRequest{Pongs: []*wire.Pong{{Number: 7}}})
	if k.isDead() || k.take().GetPing() == nil {
		t.Error("the first silence is not dead, and asks for a pong")
	}
	k.play(&wire.PlayResponse{Pong: &wire.Pong{Number: 1}})
	if k.isDead() || k.take().GetPing() == nil {
		t.Error("after a word silence begins anew")
	}
	if !k.isDead() {
		t.Error("silence after a ping is dead")
	}
	k.opened()
	if k.isDead() {
		t.Error("a new stream begins anew")
	}
}

func TestATurnIsAskedOnceAndItsAnswerRepeated(t *testing.T) {
	k := newTalk(t, false)
	maker, calls := recording()
	k.seated(maker)
	thinking := k.hear(turns(turnOf(t, 0, 1)))
	if again := k.hear(turns(turnOf(t, 0, 1))); len(again) != 0 {
		t.Error("a turn that is being thought about was asked again")
	}
	for k.step(thinking[0]) {
	}
	wants(t, k.take(), answers(t, 0, 1))
	wants(t, k.play(turns(turnOf(t, 0, 1))), answers(t, 0, 1))
	wants(t, k.play(turns(turnOf(t, 0, 2))), answers(t, 0, 2))
	wants(t, k.play(turns(turnOf(t, 0, 1))), nil)
	wantsCalls(t, calls, "start m/0", "act 1", "act 2")
}

func TestAnswersOfABrokenStreamWaitForTheirTurn(t *testing.T) {
	k := newTalk(t, false)
	maker, calls := recording()
	k.seated(maker)
	thinking := k.hear(turns(turnOf(t, 0, 1)))
	k.opened()
	if joins := k.take().GetJoins(); len(joins) != 1 || joins[0].Token != "token-0" {
		t.Errorf("joined again with %v", joins)
	}
	for k.step(thinking[0]) {
	}
	wants(t, k.take(), nil)
	k.play(&wire.PlayResponse{Joins: []*wire.Joined{joined(t, 1, 0)}})
	wants(t, k.play(turns(turnOf(t, 0, 1))), answers(t, 0, 1))
	wantsCalls(t, calls, "start m/0", "act 1")
}

func TestOnlySeatsOfRunningMatchesAreJoinedAgain(t *testing.T) {
	k := newTalk(t, false)
	maker, calls := recording()
	k.seated(maker, maker, maker, maker)
	k.finish()
	k.play(end(0))
	k.play(&wire.PlayResponse{Rejections: []*wire.Rejected{
		{MatchId: "m", Seat: 1, Reason: wire.ErrorReason_ERROR_REASON_TAKEN_OVER, Text: "another stream holds it"},
	}})
	k.resign("m", 2)
	k.opened()
	said := k.take()
	if joins := said.GetJoins(); len(joins) != 2 || joins[0].Token != "token-2" || joins[1].Token != "token-3" {
		t.Errorf("joined again with %v", joins)
	}
	if len(said.GetResigns()) != 1 {
		t.Error("the resignation got lost")
	}
	k.play(&wire.PlayResponse{Rejections: []*wire.Rejected{{JoinNumber: 3, Reason: wire.ErrorReason_ERROR_REASON_ENDED}}})
	k.play(end(3))
	errs, _, _ := k.errors()
	if !k.isOver() || len(errs) != 1 || errs[0].Error() != "match m seat 1: another stream holds it" {
		t.Errorf("over %v, errors %v", k.isOver(), errs)
	}
	var taken *TakenOverError
	if !errors.As(errs[0], &taken) {
		t.Errorf("%T is no TakenOverError", errs[0])
	}
	wantsCalls(t, calls, "end RULES", "end RULES")
}

func TestAnswersAfterTheDeadlineAreNotSent(t *testing.T) {
	missed := &wire.PlayResponse{Missed: []*wire.MissedDeadline{{MatchId: "m", Turn: 1, Strikes: 1}}}
	k := newTalk(t, false)
	var asked context.Context
	think := func() {}
	k.seated(Func(func(ctx context.Context, o *diceman.Observation, _ *Turn) (*diceman.Action, error) {
		asked = ctx
		think()
		return &diceman.Action{Dice: []int32{o.GetRound()}}, nil
	}))

	think = func() { k.hear(missed) } // in the middle of the thinking
	wants(t, k.play(turns(turnOf(t, 0, 1))), nil)
	if asked.Err() == nil {
		t.Error("the bot was not told that its deadline had passed")
	}

	think = func() {}
	for _, seat := range k.hear(turns(turnOf(t, 0, 2))) {
		for k.step(seat) {
		}
	}
	missed.Missed[0].Turn = 2
	wants(t, k.play(missed), nil) // when it was about to be sent

	waiting := k.hear(turns(turnOf(t, 0, 3)))
	missed.Missed[0].Turn = 3
	k.hear(missed)
	asked = nil
	for k.step(waiting[0]) {
	}
	if asked != nil {
		t.Error("the bot was asked after the deadline")
	}
	wants(t, k.play(turns(turnOf(t, 0, 4))), answers(t, 0, 4))
}

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
			"match m seat 0 turn 1: the bot's own code failed: no idea", "conversation_test.go:",
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
			"conversation_test.go:",
		},
		"no text": {
			func(context.Context, *diceman.Observation, *Turn) (*diceman.Action, error) {
				panic("no text")
			},
			"match m seat 0 turn 1: the bot's own code failed: no text", "conversation_test.go:",
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

func (f fragile) OnStart(*Match)                 { panic("start") }
func (f fragile) OnRejected(*Rejection)          { panic("rejected") }
func (f fragile) OnMissed(*Missed)               { panic("missed") }
func (f fragile) OnEvents(*Match, proto.Message) { panic("events") }
func (f fragile) OnEnd(*Match, *Outcome)         { panic("end") }

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

func TestASeatOfAnotherGameIsResigned(t *testing.T) {
	k := newTalk(t, false)
	maker, calls := recording()
	_ = k.join("a", maker)
	_ = k.join("b", maker)
	k.finish()
	k.take()
	other := joined(t, 2, 1)
	other.MatchId, other.Game = "s", "swordman"
	other.Config = &anypb.Any{TypeUrl: "type.googleapis.com/gamereferee.games.unheard.v1.Config"}
	said := k.play(&wire.PlayResponse{Joins: []*wire.Joined{joined(t, 1, 0), other}})
	wants(t, said, &wire.PlayRequest{Resigns: []*wire.Resign{{MatchId: "s", Seat: 1}}})
	wants(t, k.play(turns(turnOf(t, 0, 1))), answers(t, 0, 1))
	k.play(end(0))
	wantsCalls(t, calls, "start m/0", "act 1", "end RULES")
	errs, _, _ := k.errors()
	want := "match s seat 1: this bot plays 'diceman', and the seat is one of 'swordman'"
	var wrong *WrongGameError
	if !k.isOver() || len(errs) != 1 || !errors.As(errs[0], &wrong) || wrong.Error() != want {
		t.Errorf("over %v, errors %v; want %q", k.isOver(), errs, want)
	}
}

func TestUnknownTypesAndUnreadableBytesNameTheType(t *testing.T) {
	unknown := &anypb.Any{TypeUrl: "type.googleapis.com/gamereferee.games.chess.v1.Thing"}
	broken := &anypb.Any{TypeUrl: "type.googleapis.com/gamereferee.games.diceman.v1.Observation", Value: []byte{0xff}}
	for name, c := range map[string]struct {
		turn *wire.Turn
		says string
	}{
		"unknown observation": {&wire.Turn{MatchId: "m", Turn: 1, Observation: unknown}, "gamereferee.games.chess.v1.Thing"},
		"unknown events": {
			&wire.Turn{MatchId: "m", Turn: 1, Observation: wrapped(t, &diceman.Observation{}), Events: unknown},
			"no generated class for the message 'gamereferee.games.chess.v1.Thing': ",
		},
		"broken observation": {
			&wire.Turn{MatchId: "m", Turn: 1, Observation: broken},
			"can't read 1 bytes as type.googleapis.com/gamereferee.games.diceman.v1.Observation",
		},
	} {
		t.Run(name, func(t *testing.T) {
			k := newTalk(t, false)
			maker, _ := recording()
			k.seated(maker)
			k.play(turns(c.turn))
			if wrong := (*ProtocolError)(nil); !errors.As(k.fatal, &wrong) || !strings.Contains(k.fatal.Error(), c.says) {
				t.Errorf("ended with %v; want %q", k.fatal, c.says)
			}
		})
	}
	k := newTalk(t, false)
	maker, _ := recording()
	_ = k.join("a", maker)
	message := joined(t, 1, 0)
	message.Config = unknown
	_, err := k.receive(&wire.PlayResponse{Joins: []*wire.Joined{message}})
	if failure := (*UnknownMessageError)(nil); !errors.As(err, &failure) || failure.Name != "gamereferee.games.chess.v1.Thing" {
		t.Errorf("got %v", err)
	}
}

func TestUnknownFieldsAndValuesArePassedOver(t *testing.T) {
	k := newTalk(t, false)
	maker, calls := recording()
	k.seated(maker)
	turn := turnOf(t, 0, 1)
	turn.Observation.Value = protowire.AppendTag(turn.Observation.Value, 9999, protowire.VarintType)
	turn.Observation.Value = protowire.AppendVarint(turn.Observation.Value, 1)
	wants(t, k.play(turns(turn)), answers(t, 0, 1))
	k.play(&wire.PlayResponse{Rejections: []*wire.Rejected{{MatchId: "m", Turn: 1, Reason: 77}}})
	over := end(0)
	over.Ends[0].Outcome.Cause = 99
	k.play(over)
	wantsCalls(t, calls, "start m/0", "act 1", "rejected 1 77", "end 99")
}

func TestADrainingRefereeIsLoggedOnce(t *testing.T) {
	k := newTalk(t, false)
	k.play(&wire.PlayResponse{Draining: true})
	k.play(&wire.PlayResponse{Draining: true})
	if count := strings.Count(k.log.String(), "going to stop"); count != 1 {
		t.Errorf("logged %d times", count)
	}
}

func TestARevealThatDoesNotHoldIsLogged(t *testing.T) {
	k := newTalk(t, false)
	maker, calls := recording()
	k.seated(maker)
	k.finish()
	k.play(&wire.PlayResponse{Starts: []*wire.MatchStarted{{MatchId: "m"}}})
	over := end(0)
	over.Ends[0].Reveal = &wire.SeedReveal{ServerSeed: []byte("chosen")}
	k.play(over)
	want := "ERROR match m seat 0: unfair dice: the revealed server seed and salt do not give the commitment"
	if !strings.Contains(k.log.String(), want) {
		t.Errorf("log lacks %q:\n%s", want, k.log)
	}
	wantsCalls(t, calls, "start m/0", "end RULES")
	if !k.isOver() {
		t.Error("the match is over all the same")
	}
}
