package referee

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	diceman "github.com/gamereferee/gamereferee/clients/go/gen/gamereferee/games/diceman/v1"
	wire "github.com/gamereferee/gamereferee/clients/go/gen/gamereferee/v1"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
)

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
	one, two := joins[0].NonceCommitment, joins[1].NonceCommitment
	if len(one) != 32 || len(two) != 32 || bytes.Equal(one, two) {
		t.Errorf("nonce commitments %x and %x", one, two)
	}
	if len(joins[0].Nonce) > 0 || !slices.Equal(joins[0].Features, []string{"nonce-commitments", "small-turns", "worker-address"}) {
		t.Errorf("join %v", joins[0])
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
	if log := k.log.String(); !strings.Contains(log, "WARN the token a… was given twice") {
		t.Errorf("log %s", log)
	}
	k.play(&wire.PlayResponse{Joins: []*wire.Joined{joined(t, 1, 0)}})
	k.play(end(0))
	if err := k.join("a", maker); err != nil || k.take() != nil {
		t.Error("a token was presented again after its match")
	}
	k.finish()
	if !k.isOver() {
		t.Error("not over after the only match")
	}
	if k.join("b", maker) == nil {
		t.Error("a token after the last was taken")
	}
	if _, err := newConversation(context.Background(), nil, nil, nil, settings{name: strings.Repeat("é", 101)}); err == nil {
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
	_, err := k.receive(k.home, &wire.PlayResponse{Joins: []*wire.Joined{message}})
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
	over.Ends[0].Reveal = &wire.SeedReveal{ServerSeed: make([]byte, 8), Salt: make([]byte, 32), Fixed: true}
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

func TestANonceOfAnotherProcessIsToldOf(t *testing.T) { // 21
	nonce := make([]byte, 16)
	opened := &wire.SeatNonce{
		State: wire.NonceState_NONCE_STATE_OPENED, Commitment: nonceCommitment(nonce), Nonce: nonce,
	}
	for _, committed := range []bool{true, false} {
		k := newTalk(t, false)
		maker, _ := recording()
		k.seated(maker) // by a referee that has promised no commitments
		k.play(&wire.PlayResponse{Starts: []*wire.MatchStarted{
			{MatchId: "m", Nonces: []*wire.SeatNonce{opened, opened}, NoncesCommitted: committed},
		}})
		told := strings.Contains(k.log.String(), "this seat's nonce is another process's to check")
		if told != committed {
			t.Errorf("committed %v, log %q", committed, k.log)
		}
	}
}
