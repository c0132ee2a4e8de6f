package referee

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	diceman "github.com/gamereferee/gamereferee/clients/go/gen/gamereferee/games/diceman/v1"
	wire "github.com/gamereferee/gamereferee/clients/go/gen/gamereferee/v1"
	"google.golang.org/protobuf/proto"
)

// refusal is the rejection of what a seat answered.
func refusal(turn int32, reason wire.ErrorReason) *wire.PlayResponse {
	return &wire.PlayResponse{Rejections: []*wire.Rejected{{MatchId: "m", Turn: turn, Reason: reason, Text: "no"}}}
}

const (
	malformed = wire.ErrorReason_ERROR_REASON_MALFORMED
	wrongType = wire.ErrorReason_ERROR_REASON_WRONG_TYPE
)

// stubborn answers a refused turn with what again makes.
type stubborn struct {
	recorder
	again func(*Rejection) *diceman.Action
}

func (b stubborn) OnRejected(rejection *Rejection) *diceman.Action {
	b.recorder.OnRejected(rejection)
	return b.again(rejection)
}

func reanswering(again func(*Rejection) *diceman.Action) (Maker, *[]string) {
	calls := &[]string{}
	return PerSeat(func() stubborn { return stubborn{recorder{calls}, again} }), calls
}

func number100(*Rejection) *diceman.Action { return &diceman.Action{Dice: []int32{100}} }

// dice is the answer to a turn with one die.
func dice(t *testing.T, turn, die int32) *wire.PlayRequest {
	request := answers(t, 0, turn)
	request.Actions[0].Payload = wrapped(t, &diceman.Action{Dice: []int32{die}})
	return request
}

func wantsFailures(t *testing.T, k *talk, want int, first string) {
	t.Helper()
	_, failure, count := k.errors()
	if count != want || (want > 0 && failure.Error() != first) {
		t.Errorf("%d failures, the first %v; want %d, the first %q", count, failure, want, first)
	}
}

func TestARefusedAnswerIsSkippedAtOnce(t *testing.T) { // 29
	for name, maker := range map[string]Maker{
		"a bot that hears it": PerSeat(func() recorder { return recorder{&[]string{}} }),
		"a function": Func(func(_ context.Context, o *diceman.Observation, _ *Turn) (*diceman.Action, error) {
			return &diceman.Action{Dice: []int32{o.GetRound()}}, nil
		}),
	} {
		for _, reason := range []wire.ErrorReason{malformed, wrongType} {
			t.Run(fmt.Sprint(name, reason), func(t *testing.T) {
				k := newTalk(t, false)
				k.seated(maker)
				wants(t, k.play(turns(turnOf(t, 0, 1))), answers(t, 0, 1))
				wants(t, k.play(refusal(1, reason)), skips(0, 1))
				says := fmt.Sprintf("match m seat 0 turn 1: the bot's own code failed: the answer was refused: %s: no",
					enumName(reason))
				wantsFailures(t, k, 1, says)
				if !strings.Contains(k.log.String(), says) {
					t.Errorf("log lacks %q:\n%s", says, k.log)
				}
				wants(t, k.play(turns(turnOf(t, 0, 1))), skips(0, 1)) // after a break
				wants(t, k.play(turns(turnOf(t, 0, 2))), answers(t, 0, 2))
			})
		}
	}
}

func TestARefusedAnswerIsAnsweredAgainByTheBot(t *testing.T) { // 29
	k := newTalk(t, false)
	maker, calls := reanswering(number100)
	k.seated(maker)
	k.play(turns(turnOf(t, 0, 1)))
	wants(t, k.play(refusal(1, malformed)), dice(t, 1, 100))
	wants(t, k.play(turns(turnOf(t, 0, 1))), dice(t, 1, 100)) // after a break
	wants(t, k.play(refusal(1, malformed)), skips(0, 1))
	wants(t, k.play(refusal(1, malformed)), nil)
	wantsCalls(t, calls, "start m/0", "act 1", "rejected 1 MALFORMED", "rejected 1 MALFORMED", "rejected 1 MALFORMED")
	wantsFailures(t, k, 2, "match m seat 0 turn 1: the bot's own code failed: the answer was refused: MALFORMED: no")
	wants(t, k.play(turns(turnOf(t, 0, 2))), answers(t, 0, 2))
	wants(t, k.play(refusal(2, wrongType)), dice(t, 2, 100)) // each turn begins anew
}

func TestTheFirstRefusalIsTheFirstFailure(t *testing.T) { // 19, 29
	k := newTalk(t, false)
	maker, _ := recording()
	k.seated(maker, maker)
	k.play(turns(turnOf(t, 0, 1), turnOf(t, 1, 1)))
	late := k.hear(refusal(1, malformed))
	other := refusal(1, malformed)
	other.Rejections[0].Seat = 1
	k.play(other)
	for k.step(late[0]) { // which its goroutine began to work off late
	}
	wantsFailures(t, k, 2, "match m seat 0 turn 1: the bot's own code failed: the answer was refused: MALFORMED: no")
}

func TestAnAnswerToARefusalIsCheckedLikeAnyOther(t *testing.T) { // 28, 29
	for name, again := range map[string]func(*Rejection) *diceman.Action{
		"none":     func(*Rejection) *diceman.Action { return nil },
		"too long": func(*Rejection) *diceman.Action { return &diceman.Action{Dice: make([]int32, 70_000)} },
		"a panic":  func(*Rejection) *diceman.Action { panic("oh") },
	} {
		t.Run(name, func(t *testing.T) {
			k := newTalk(t, false)
			maker, _ := reanswering(again)
			k.seated(maker)
			k.play(turns(turnOf(t, 0, 1)))
			wants(t, k.play(refusal(1, malformed)), skips(0, 1))
		})
	}
}

func TestOtherRejectionsAskForNothing(t *testing.T) { // 29
	say := refusal(1, malformed)
	say.Rejections[0].SayNumber = 1
	missed := refusal(1, malformed)
	missed.Missed = []*wire.MissedDeadline{{MatchId: "m", Turn: 1, Strikes: 1}}
	newer := refusal(1, malformed)
	newer.Turns = []*wire.Turn{turnOf(t, 0, 2)}
	for name, c := range map[string]struct {
		rejection *wire.PlayResponse
		said      *wire.PlayRequest
		failures  int
	}{
		"too late":          {refusal(1, wire.ErrorReason_ERROR_REASON_LATE), nil, 0},
		"of a message":      {say, nil, 0},
		"of no turn":        {refusal(0, malformed), nil, 0},
		"of another turn":   {refusal(7, malformed), nil, 0},
		"and then missed":   {missed, nil, 1},
		"with a newer turn": {newer, answers(t, 0, 2), 1},
	} {
		t.Run(name, func(t *testing.T) {
			k := newTalk(t, false)
			maker, calls := reanswering(number100)
			k.seated(maker)
			k.play(turns(turnOf(t, 0, 1)))
			*calls = nil
			wants(t, k.play(c.rejection), c.said)
			if len(*calls) == 0 || !strings.HasPrefix((*calls)[0], "rejected") {
				t.Errorf("calls %q; want the rejection first", *calls)
			}
			if _, _, count := k.errors(); count != c.failures {
				t.Errorf("%d failures; want %d", count, c.failures)
			}
		})
	}

	k := newTalk(t, false)
	maker, _ := reanswering(number100)
	k.seated(maker)
	k.play(turns(turnOf(t, 0, 1)))
	k.play(&wire.PlayResponse{Missed: []*wire.MissedDeadline{{MatchId: "m", Turn: 1, Strikes: 1}}})
	wants(t, k.play(refusal(1, malformed)), nil) // long missed
	wants(t, k.play(turns(turnOf(t, 0, 2))), answers(t, 0, 2))
	wants(t, k.play(refusal(1, malformed)), nil) // of an older turn
}

func TestARefusedAnswerIsNotSentAgainAfterABreak(t *testing.T) { // 9, 29
	k := newTalk(t, false)
	maker, _ := reanswering(number100)
	k.seated(maker)
	k.play(turns(turnOf(t, 0, 1)))
	thinking := k.hear(refusal(1, malformed))
	k.opened()
	k.take()
	if again := k.hear(turns(turnOf(t, 0, 1))); len(again) != 0 {
		t.Error("the turn was asked again")
	}
	wants(t, k.take(), nil)
	for k.step(thinking[0]) {
	}
	wants(t, k.take(), dice(t, 1, 100))
}

func TestAMessageThatIsNotTheGamesActionIsNotSent(t *testing.T) { // 28
	k := newTalk(t, false)
	k.seated(Func(func(_ context.Context, o proto.Message, _ *Turn) (proto.Message, error) { return o, nil }))
	wants(t, k.play(turns(turnOf(t, 0, 1))), skips(0, 1))
	wantsFailures(t, k, 1, "match m seat 0 turn 1: the bot's own code failed: Act must return"+
		" gamereferee.games.diceman.v1.Action, the game's Action message, not gamereferee.games.diceman.v1.Observation")
}

func TestAnAnswerThatIsTooLongIsNotSent(t *testing.T) { // 28
	size := 65_532 // of the dice; tag and length need 4 bytes more
	k := newTalk(t, false)
	k.seated(Func(func(context.Context, *diceman.Observation, *Turn) (*diceman.Action, error) {
		return &diceman.Action{Dice: make([]int32, size)}, nil
	}))
	sent := k.play(turns(turnOf(t, 0, 1)))
	if got := len(sent.GetActions()[0].GetPayload().GetValue()); got != 65_536 {
		t.Fatalf("%d bytes", got)
	}
	size++
	wants(t, k.play(turns(turnOf(t, 0, 2))), skips(0, 2))
	size = 1_200_000
	wants(t, k.play(turns(turnOf(t, 0, 3))), skips(0, 3))
	wantsFailures(t, k, 2,
		"match m seat 0 turn 2: the bot's own code failed: an answer of 65,537 bytes, and 65,536 are allowed")
	if log := k.log.String(); !strings.Contains(log, "an answer of 1,200,004 bytes, and 65,536 are allowed") {
		t.Errorf("log %s", log)
	}
}

// everything takes all that there is to say, and checks that no request is too long.
func (k *talk) everything() []*wire.PlayRequest {
	k.t.Helper()
	var requests []*wire.PlayRequest
	for request := k.take(); request != nil; request = k.take() {
		if size := proto.Size(request); size > maxRequestBytes {
			k.t.Errorf("a request of %d bytes", size)
		}
		requests = append(requests, request)
	}
	return requests
}

func TestWhatIsMoreThanAMebibyteGoesOutInSeveralRequests(t *testing.T) { // 28
	k := newTalk(t, false)
	text := strings.Repeat("x", 60_000)
	maker := Func(func(_ context.Context, o *diceman.Observation, turn *Turn) (*diceman.Action, error) {
		turn.Say("MAIN", text)
		return &diceman.Action{Dice: make([]int32, 65_000)}, nil
	})
	makers := make([]Maker, 40)
	response := &wire.PlayResponse{Ping: &wire.Ping{Number: 7}}
	for seat := range makers {
		makers[seat] = maker
		response.Turns = append(response.Turns, turnOf(t, int32(seat), 1))
	}
	k.seated(makers...)
	for _, seat := range k.hear(response) {
		for k.step(seat) {
		}
	}
	requests := k.everything()
	if len(requests[0].GetPongs()) != 1 {
		t.Error("the pong did not go out first")
	}
	var seats, said []int
	for _, request := range requests {
		for _, action := range request.GetActions() {
			seats = append(seats, int(action.GetSeat()))
		}
		for _, say := range request.GetSays() {
			said = append(said, int(say.GetNumber()))
		}
	}
	if len(requests) < 5 || len(seats) != 40 || len(said) != 40 {
		t.Errorf("%d requests, answers of %v, messages %v", len(requests), seats, said)
	}
	for i := range said {
		if seats[i] != i || said[i] != i+1 {
			t.Errorf("answers of %v, messages %v; want them in order", seats, said)
			break
		}
	}
}

func TestARequestIsNeverLongerThanItsBound(t *testing.T) { // 28
	for _, answers := range []int{1, 15, 16, 17} {
		request := &wire.PlayRequest{}
		for turn := range answers {
			request.Actions = append(request.Actions, &wire.Action{
				MatchId: "m", Turn: int32(turn), Payload: wrapped(t, &diceman.Action{Dice: make([]int32, 65_000)}),
			})
		}
		if size := proto.Size(request); isShort(request) != (size <= maxRequestBytes) {
			t.Errorf("%d bytes: short %v", size, isShort(request))
		}
		inShort := &wire.PlayRequest{}
		for _, action := range request.Actions {
			small := &wire.SmallAction{Handle: 5, Turn: action.Turn, Payload: action.Payload.Value}
			inShort.SmallActions = append(inShort.SmallActions, small)
		}
		if size := proto.Size(inShort); isShort(inShort) != (size <= maxRequestBytes) {
			t.Errorf("%d bytes in short: short %v", size, isShort(inShort))
		}
		if part := split(inShort); len(part.SmallActions)+len(inShort.SmallActions) != answers || proto.Size(part) > maxRequestBytes {
			t.Errorf("split %d and %d of %d", len(part.SmallActions), len(inShort.SmallActions), answers)
		}
	}
}

func TestWhatWaitsForASecondRequestIsNotLostWithTheStream(t *testing.T) { // 24, 28
	k := newTalk(t, false)
	text := strings.Repeat("x", 600_000)
	k.seated(Func(func(_ context.Context, o *diceman.Observation, turn *Turn) (*diceman.Action, error) {
		turn.Say("MAIN", text)
		turn.Say("MAIN", text)
		return &diceman.Action{}, nil
	}))
	if first := k.play(turns(turnOf(t, 0, 1))); len(first.GetSays()) != 1 || len(first.GetActions()) != 1 {
		t.Fatalf("%d messages, %d answers", len(first.GetSays()), len(first.GetActions()))
	}
	k.opened()
	if says := k.take().GetSays(); len(says) != 1 || says[0].GetNumber() != 2 {
		t.Errorf("%d messages", len(says))
	}
}

func TestAMessageThatNoRequestCanHoldIsNotSent(t *testing.T) { // 24, 28
	k := newTalk(t, false)
	k.seated(Func(func(_ context.Context, o *diceman.Observation, turn *Turn) (*diceman.Action, error) {
		turn.Say("MAIN", string(bytes.Repeat([]byte("x"), 1_999_996)))
		return &diceman.Action{Dice: []int32{o.GetRound()}}, nil
	}))
	wants(t, k.play(turns(turnOf(t, 0, 1))), answers(t, 0, 1))
	wantsFailures(t, k, 1,
		"match m seat 0 turn 1: the bot's own code failed: message 1 has 2,000,000 bytes, and 1,000,000 are allowed")
}

// mute has an OnRejected without a result, as bots had before it could answer.
type mute struct{ recorder }

func (mute) OnRejected(*Rejection) {}

// lost has one with another result.
type lost struct{ recorder }

func (lost) OnRejected(*Rejection) *diceman.Observation { return nil }

func TestOnRejectedReturnsTheBotsAction(t *testing.T) {
	for bot, build := range map[string]func(){
		"mute": func() { PerSeat(func() mute { return mute{} }) },
		"lost": func() { PerSeat(func() lost { return lost{} }) },
	} {
		func() {
			defer func() {
				want := "referee.PerSeat: referee." + bot +
					" must have OnRejected(*referee.Rejection) *dicemanv1.Action, or no such method"
				if got := recover(); got != want {
					t.Errorf("got %v; want %q", got, want)
				}
			}()
			build()
		}()
	}
}
