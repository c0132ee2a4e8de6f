package referee

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	diceman "github.com/gamereferee/gamereferee/clients/go/gen/gamereferee/games/diceman/v1"
	wire "github.com/gamereferee/gamereferee/clients/go/gen/gamereferee/v1"
	"google.golang.org/protobuf/proto"
)

// talker is a bot that hands its turns out, and says what it is given before it answers.
type talker struct {
	recorder
	texts   []string
	turns   []*Turn
	numbers []uint64
	said    *Rejection
	outcome *Outcome
}

func (b *talker) Act(ctx context.Context, o *diceman.Observation, turn *Turn) (*diceman.Action, error) {
	b.turns = append(b.turns, turn)
	for _, text := range b.texts {
		b.numbers = append(b.numbers, turn.Say("MAIN", text))
	}
	return b.recorder.Act(ctx, o, turn)
}

func (b *talker) OnRejected(rejection *Rejection) *diceman.Action {
	b.said = rejection
	return nil
}

func (b *talker) OnEnd(match *Match, outcome *Outcome) {
	b.outcome = outcome
	b.recorder.OnEnd(match, outcome)
}

// talkers is match m with a talker in each of two seats.
func talkers(t *testing.T, texts ...string) (k *talk, first, second *talker) {
	t.Helper()
	k = newTalk(t, false)
	var makers []Maker
	var bots []*talker
	for range 2 {
		bot := &talker{recorder: recorder{&[]string{}}, texts: texts}
		bots = append(bots, bot)
		makers = append(makers, PerSeat(func() *talker { return bot }))
	}
	k.seated(makers...)
	return k, bots[0], bots[1]
}

// with adds messages in MAIN to a request; their numbers count on from the first.
func with(request *wire.PlayRequest, seat, turn int32, first uint64, texts ...string) *wire.PlayRequest {
	for i, text := range texts {
		request.Says = append(request.Says, &wire.Say{
			MatchId: "m", Seat: seat, Turn: turn, Channel: "MAIN", Text: []byte(text), Number: first + uint64(i),
		})
	}
	return request
}

func says(seat, turn int32, first uint64, texts ...string) *wire.PlayRequest {
	return with(&wire.PlayRequest{}, seat, turn, first, texts...)
}

func TestWhatIsSaidBeforeTheAnswerGoesOutWithIt(t *testing.T) {
	k, bot, _ := talkers(t, "Waffenstillstand? 🤝", "für zwei Runden")
	said := k.play(turns(turnOf(t, 0, 3)))
	wants(t, said, with(answers(t, 0, 3), 0, 3, 1, "Waffenstillstand? 🤝", "für zwei Runden"))
	if !slices.Equal(bot.numbers, []uint64{1, 2}) {
		t.Errorf("told the numbers %v", bot.numbers)
	}
}

func TestNoTwoMessagesOfAProcessHaveTheSameNumber(t *testing.T) {
	k, first, second := talkers(t)
	k.play(turns(turnOf(t, 0, 1), turnOf(t, 1, 1)))
	const each = 100
	var wait sync.WaitGroup
	for _, bot := range []*talker{first, second, first, second} { // the race detector watches
		wait.Go(func() {
			for range each {
				bot.turns[0].Say("MAIN", "hello")
			}
		})
	}
	wait.Wait()
	var numbers []uint64
	for _, say := range k.take().GetSays() {
		numbers = append(numbers, say.GetNumber())
	}
	slices.Sort(numbers)
	if numbers = slices.Compact(numbers); len(numbers) != 4*each || numbers[0] != 1 || numbers[4*each-1] != 4*each {
		t.Errorf("%d different numbers from %v on", len(numbers), numbers[:1])
	}
}

func TestWhatIsSaidDoesNotWaitForTheAnswer(t *testing.T) {
	k := newTalk(t, false)
	var heard *wire.PlayRequest
	k.seated(Func(func(_ context.Context, o *diceman.Observation, turn *Turn) (*diceman.Action, error) {
		turn.Say("MAIN", "thinking")
		turn.Say("MAIN", "hard")
		if k.wakes != 1 {
			t.Errorf("the client was told %d times; want once for both", k.wakes)
		}
		heard = k.take()
		return &diceman.Action{Dice: []int32{o.GetRound()}}, nil
	}))
	wants(t, k.play(turns(turnOf(t, 0, 1))), answers(t, 0, 1))
	wants(t, heard, says(0, 1, 1, "thinking", "hard"))
}

func TestABotMaySpeakAfterItsAnswer(t *testing.T) {
	k, bot, _ := talkers(t)
	wants(t, k.play(turns(turnOf(t, 0, 4))), answers(t, 0, 4))
	if number := bot.turns[0].Say("MAIN", "done, and you?"); number != 1 || k.wakes != 1 {
		t.Errorf("number %d, the client was told %d times", number, k.wakes)
	}
	wants(t, k.take(), says(0, 4, 1, "done, and you?")) // without the answer
	bot.turns[0].Say("MAIN", "hello?")
	if k.wakes != 2 {
		t.Errorf("the client was told %d times; want again", k.wakes)
	}
}

func TestWhatHasGoneOutIsNotSaidAgainUnlikeTheAnswer(t *testing.T) {
	k, _, _ := talkers(t, "once")
	wants(t, k.play(turns(turnOf(t, 0, 1))), with(answers(t, 0, 1), 0, 1, 1, "once"))
	k.opened()
	if said := k.take().GetSays(); len(said) != 0 {
		t.Errorf("said again: %v", said)
	}
	wants(t, k.play(turns(turnOf(t, 0, 1))), answers(t, 0, 1))
}

func TestWhatNoStreamWasGivenIsSaidOnTheNext(t *testing.T) {
	k, bot, _ := talkers(t)
	k.play(turns(turnOf(t, 0, 1)))
	bot.turns[0].Say("MAIN", "anybody there?")
	k.opened()
	said := k.take()
	if len(said.GetJoins()) != 2 { // which are taken in first
		t.Errorf("joined with %v", said.GetJoins())
	}
	said.Joins = nil
	wants(t, said, says(0, 1, 1, "anybody there?"))
	k.opened()
	if again := k.take().GetSays(); len(again) != 0 {
		t.Errorf("said again: %v", again)
	}
}

func TestAMissedDeadlineTakesBackTheAnswerAlone(t *testing.T) {
	k, _, _ := talkers(t, "too slow")
	for _, seat := range k.hear(turns(turnOf(t, 0, 1))) {
		for k.step(seat) {
		}
	}
	wants(t, k.play(&wire.PlayResponse{Missed: []*wire.MissedDeadline{{MatchId: "m", Turn: 1, Strikes: 1}}}),
		says(0, 1, 1, "too slow"))
}

func TestThatAMessageComesAfterTheNextTurnIsForTheRefereeToTell(t *testing.T) {
	k, bot, _ := talkers(t)
	k.play(turns(turnOf(t, 0, 1)))
	k.play(turns(turnOf(t, 0, 2)))
	bot.turns[0].Say("MAIN", "late")
	wants(t, k.take(), says(0, 1, 1, "late"))
}

func TestASeatThatIsOverSaysNothingAndTheOthersTalkOn(t *testing.T) {
	k, first, second := talkers(t)
	k.play(turns(turnOf(t, 0, 1), turnOf(t, 1, 1)))
	first.turns[0].Say("MAIN", "not sent yet")
	second.turns[0].Say("MAIN", "sent")
	wants(t, k.play(end(0)), says(1, 1, 2, "sent"))
	wakes := k.wakes
	if number := first.turns[0].Say("MAIN", "from the grave"); number != 3 || k.wakes != wakes {
		t.Errorf("number %d, the client was told %d times more", number, k.wakes-wakes)
	}
	wants(t, k.take(), nil)
	if line := "WARN match m seat 0 turn 1: message 3 is not sent"; !strings.Contains(k.log.String(), line) {
		t.Errorf("log lacks %q:\n%s", line, k.log)
	}
}

func TestNoBytesBreakTheStream(t *testing.T) {
	k, bot, _ := talkers(t)
	k.play(turns(turnOf(t, 0, 1)))
	bot.turns[0].Say("MA\xffIN", "te\xffxt")
	said := k.take()
	if _, err := proto.Marshal(said); err != nil {
		t.Fatal(err)
	}
	say := said.GetSays()[0]
	if say.GetChannel() != "MA\uFFFDIN" || string(say.GetText()) != "te\xffxt" {
		t.Errorf("said %q in %q; the referee refuses the text", say.GetText(), say.GetChannel())
	}
}

func TestARejectionIsToldWithTheNumberOfItsMessage(t *testing.T) {
	k, bot, _ := talkers(t, "far too long")
	k.play(turns(turnOf(t, 0, 5)))
	wants(t, k.play(&wire.PlayResponse{Rejections: []*wire.Rejected{{
		MatchId: "m", Turn: 5, Reason: wire.ErrorReason_ERROR_REASON_MSG_TOO_LONG,
		Text: "12 bytes, at most 8", SayNumber: 1,
	}}}), nil)
	want := Rejection{bot.turns[0].Match, 5, "MSG_TOO_LONG", "12 bytes, at most 8", 1}
	if bot.said == nil || *bot.said != want {
		t.Errorf("told %v; want %v", bot.said, want)
	}
}

func TestATurnHasWhatWasHeardAndWhereTheSeatMaySpeak(t *testing.T) {
	k, bot, _ := talkers(t)
	k.play(turns(turnOf(t, 0, 1)))
	if turn := bot.turns[0]; len(turn.Said()) != 0 || len(turn.Channels()) != 0 {
		t.Errorf("heard %v, channels %v", turn.Said(), turn.Channels())
	}
	turn := turnOf(t, 0, 2)
	turn.Said = []*wire.Said{
		{Channel: "TILE", Number: 17, Seat: 2, Text: "hé", Round: 3, Phase: "FIGHT"}, {Channel: "MAIN"},
	}
	turn.Channels = []*wire.Channel{
		{Name: "MAIN", Members: []int32{0, 1, 2}}, {Name: "TILE", Number: 17, Members: []int32{0, 2}},
	}
	k.play(turns(turn))
	said := []Said{{"TILE", 17, 2, "hé", 3, "FIGHT"}, {Channel: "MAIN"}}
	if got := bot.turns[1].Said(); !slices.Equal(got, said) {
		t.Errorf("heard %v; want %v", got, said)
	}
	channels := []Channel{{"MAIN", 0, []int{0, 1, 2}}, {"TILE", 17, []int{0, 2}}}
	if got := bot.turns[1].Channels(); !reflect.DeepEqual(got, channels) {
		t.Errorf("channels %v; want %v", got, channels)
	}
}

func TestASeatMayEndWhileItsMatchGoesOn(t *testing.T) {
	k, bot, _ := talkers(t)
	k.finish()
	k.play(&wire.PlayResponse{Starts: []*wire.MatchStarted{{MatchId: "m"}}})
	message := end(0)
	message.Turns = []*wire.Turn{turnOf(t, 0, 1)}
	message.Ends[0].GoesOn = true
	message.Ends[0].Said = []*wire.Said{{Channel: "MAIN", Seat: 1, Text: "bye"}}
	message.Ends[0].Outcome = &wire.Outcome{
		Cause: wire.EndCause_END_CAUSE_RULES, Text: "out",
		Seats: []*wire.SeatResult{{Seat: 0, Placement: 2, Score: 31}, {Seat: 1}},
	}
	wants(t, k.play(message), nil)
	wantsCalls(t, bot.calls, "start m/0", "end RULES")
	want := &Outcome{
		Cause: "RULES", Text: "out", GoesOn: true, Said: []Said{{Channel: "MAIN", Seat: 1, Text: "bye"}},
		Seats: []SeatResult{{Seat: 0, Placement: 2, Score: 31}, {Seat: 1}},
	}
	if !reflect.DeepEqual(bot.outcome, want) || bot.outcome.IsVoid() {
		t.Errorf("told %v; want %v", bot.outcome, want)
	}
	log := k.log.String()
	if line := "INFO match m seat 0: ended: placement 2, score 31, RULES: out"; !strings.Contains(log, line) {
		t.Errorf("log lacks %q:\n%s", line, log)
	}
	if strings.Contains(log, "WARN") || strings.Contains(log, "ERROR") {
		t.Errorf("log complains:\n%s", log)
	}

	k.opened()
	if joins := k.take().GetJoins(); len(joins) != 1 || joins[0].Token != "token-1" {
		t.Errorf("joined again with %v; want the seat that plays on", joins)
	}
	k.play(end(1))
	if errs, _, _ := k.errors(); !k.isOver() || len(errs) != 0 {
		t.Errorf("over %v, errors %v", k.isOver(), errs)
	}
}

func TestAnEndOfTheWholeMatchDoesNotGoOn(t *testing.T) {
	k, bot, _ := talkers(t)
	k.play(end(0))
	if bot.outcome.GoesOn || len(bot.outcome.Said) != 0 {
		t.Errorf("told %v", bot.outcome)
	}
}

func TestATurnThatATestMakesHasNobodyToTalkTo(t *testing.T) {
	if number := (&Turn{Match: &Match{}}).Say("MAIN", "hello?"); number != 0 {
		t.Errorf("number %d", number)
	}
}

func TestTheClientWritesWhatIsSaidWhileTheBotThinks(t *testing.T) {
	think := make(chan struct{})
	client, stream := playing(t, Func(func(_ context.Context, _ *diceman.Observation, turn *Turn) (*diceman.Action, error) {
		turn.Say("MAIN", "thinking")
		<-think
		return &diceman.Action{}, nil
	}))
	hear(t, client, turns(turnOf(t, 0, 1)))
	wants(t, stream.next(t), says(0, 1, 1, "thinking"))
	close(think)
	if request := stream.next(t); len(request.GetActions()) != 1 || len(request.GetSays()) != 0 {
		t.Errorf("then sent %v", request)
	}
	client.bots.Wait()
}
