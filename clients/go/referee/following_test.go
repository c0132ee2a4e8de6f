package referee

import (
	"context"
	"errors"
	"net"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	diceman "github.com/gamereferee/gamereferee/clients/go/gen/gamereferee/games/diceman/v1"
	wire "github.com/gamereferee/gamereferee/clients/go/gen/gamereferee/v1"
)

const there = "worker.example:7071"

// travel is a conversation whose seats were joined at home, which has named a worker for their match.
type travel struct {
	*talk
	calls *[]string
	seats int
}

func newTravel(t *testing.T, seats int) *travel {
	t.Helper()
	k := &travel{talk: newTalk(t, false), seats: seats}
	var maker Maker
	maker, k.calls = recording()
	for seat := range seats {
		if err := k.join(tokenOf(seat), maker); err != nil {
			t.Fatal(err)
		}
	}
	k.finish()
	k.take()
	for seat := range seats {
		k.joinedOn(k.home, seat, there)
	}
	return k
}

func tokenOf(seat int) string { return "token-" + string(rune('0'+seat)) }

// on takes in a message on a line, and lets the bots catch up; it returns what is said there.
func (k *travel) on(l *line, response *wire.PlayResponse) *wire.PlayRequest {
	k.t.Helper()
	seats, err := k.receive(l, response)
	if err != nil {
		k.t.Fatal(err)
	}
	for _, seat := range seats {
		for k.step(seat) {
		}
	}
	return k.conversation.take(l)
}

// joinedOn lets the referee take a seat's token on a line.
func (k *travel) joinedOn(l *line, seat int, worker string) *wire.PlayRequest {
	k.t.Helper()
	message := joined(k.t, uint64(seat+1), int32(seat))
	message.WorkerAddress = worker
	return k.on(l, &wire.PlayResponse{Joins: []*wire.Joined{message}})
}

// answering is a line to the worker, which has answered; it returns the tokens that are presented there.
func (k *travel) answering() (*line, []string) {
	k.t.Helper()
	l := newLine(there)
	wants(k.t, k.conversation.take(l), &wire.PlayRequest{Ping: &wire.Ping{Number: 1}})
	return l, tokens(k.t, k.on(l, &wire.PlayResponse{Pong: &wire.Pong{Number: 1}}))
}

// gone is a line to the worker, to which all seats have gone.
func (k *travel) gone() *line {
	k.t.Helper()
	l, presented := k.answering()
	if len(presented) != k.seats {
		k.t.Fatalf("presented %q; want %d tokens", presented, k.seats)
	}
	for seat := range k.seats {
		wants(k.t, k.on(k.home, takenOver(seat)), nil)
		wants(k.t, k.joinedOn(l, seat, there), nil)
	}
	return l
}

// tokens are those that a request presents, which does nothing else.
func tokens(t *testing.T, request *wire.PlayRequest) []string {
	t.Helper()
	var tokens []string
	for _, join := range request.GetJoins() {
		tokens = append(tokens, join.GetToken())
	}
	if request != nil {
		wants(t, request, &wire.PlayRequest{Joins: request.GetJoins()})
	}
	return tokens
}

func wantsTokens(t *testing.T, request *wire.PlayRequest, want ...string) {
	t.Helper()
	if got := tokens(t, request); !slices.Equal(got, want) {
		t.Errorf("presented %q; want %q", got, want)
	}
}

// wantsErrors compares the errors of seats that could not be played.
func (k *travel) wantsErrors(want ...string) {
	k.t.Helper()
	errs, _, _ := k.errors()
	var got []string
	for _, err := range errs {
		got = append(got, err.Error())
	}
	if !slices.Equal(got, want) {
		k.t.Errorf("errors %q; want %q", got, want)
	}
}

func takenOver(seat int) *wire.PlayResponse {
	return &wire.PlayResponse{Rejections: []*wire.Rejected{
		{MatchId: "m", Seat: int32(seat), Reason: wire.ErrorReason_ERROR_REASON_TAKEN_OVER, Text: "another stream holds it"},
	}}
}

func refusedJoin(seat int, reason wire.ErrorReason) *wire.PlayResponse {
	return &wire.PlayResponse{Rejections: []*wire.Rejected{{JoinNumber: uint64(seat + 1), Reason: reason, Text: "no"}}}
}

func TestJoinsAskForTheWorkersAddressUnlessTheClientStays(t *testing.T) { // 34
	maker, _ := recording()
	for _, stay := range []bool{false, true} {
		client, err := NewClient("localhost:1", maker, WithStay(stay))
		if err != nil {
			t.Fatal(err)
		}
		if err := client.conversation.join("token", maker); err != nil {
			t.Fatal(err)
		}
		join := client.conversation.take(client.conversation.home).GetJoins()[0]
		if slices.Contains(join.GetFeatures(), "worker-address") == stay {
			t.Errorf("stay %v asks for %q", stay, join.GetFeatures())
		}
	}
}

func TestAClientThatStaysGoesNowhere(t *testing.T) { // 34
	k := newTalk(t, false)
	k.want = nil // as newConversation has it with stay
	maker, _ := recording()
	k.seated(maker)
	message := joined(t, 1, 0)
	message.WorkerAddress = there
	wants(t, k.play(&wire.PlayResponse{Joins: []*wire.Joined{message}}), nil)
}

func TestSeatsStayAtHomeUntilTheWorkerHasAnswered(t *testing.T) { // 34
	k := newTravel(t, 2)
	if !slices.Equal(k.wanted, []string{there, there}) || !k.wants(there) || k.wants("elsewhere:1") {
		t.Errorf("wanted %q", k.wanted)
	}
	wants(t, k.on(k.home, turns(turnOf(t, 0, 1))), answers(t, 0, 1))
	l := k.gone()
	if k.wants(there) {
		t.Error("seats want to go where they are")
	}
	wants(t, k.on(l, turns(turnOf(t, 0, 2))), answers(t, 0, 2))
	wants(t, k.on(l, turns(turnOf(t, 1, 1))), answers(t, 1, 1))
	wants(t, k.take(), nil)
	k.wantsErrors()
}

func TestASeatThatJoinsLaterGoesAtOnce(t *testing.T) { // 34
	k := newTravel(t, 0)
	k.finished = false
	l, _ := k.answering()
	maker, _ := recording()
	if err := k.join(tokenOf(0), maker); err != nil {
		t.Fatal(err)
	}
	wantsTokens(t, k.take(), tokenOf(0))
	k.joinedOn(k.home, 0, there)
	wantsTokens(t, k.conversation.take(l), tokenOf(0))
	if len(k.wanted) != 0 {
		t.Errorf("asked for a line to %q", k.wanted)
	}
}

func TestARefereeThatNamesNoWorkerKeepsItsSeats(t *testing.T) { // 34
	k := newTalk(t, false)
	maker, _ := recording()
	k.seated(maker)
	if len(k.wanted) != 0 {
		t.Errorf("asked for lines to %q", k.wanted)
	}
}

func TestTheOpenTurnGoesWithItsSeat(t *testing.T) { // 9, 34
	k := newTravel(t, 1)
	thinking := k.hear(turns(turnOf(t, 0, 1)))
	l, presented := k.answering()
	if len(presented) != 1 {
		t.Fatalf("presented %q", presented)
	}
	for k.step(thinking[0]) { // the bot decides while its seat is on the way
	}
	wants(t, k.take(), nil)
	wants(t, k.conversation.take(l), nil)
	k.joinedOn(l, 0, there)
	wants(t, k.on(l, turns(turnOf(t, 0, 1))), answers(t, 0, 1))
	wants(t, k.on(l, turns(turnOf(t, 0, 1))), answers(t, 0, 1))
	wantsCalls(t, k.calls, "start m/0", "act 1")
}

func TestAnAnswerThatHasNotGoneOutGoesAlongWithItsTurn(t *testing.T) { // 34
	k := newTravel(t, 1)
	for _, seat := range k.hear(turns(turnOf(t, 0, 1))) {
		for k.step(seat) {
		}
	}
	l, _ := k.answering()
	wants(t, k.take(), nil)
	k.joinedOn(l, 0, there)
	wants(t, k.on(l, turns(turnOf(t, 0, 1))), answers(t, 0, 1))
	wantsCalls(t, k.calls, "start m/0", "act 1")
}

func TestWhatComesOnTheLineThatASeatHasLeftIsNotTaken(t *testing.T) { // 34
	k := newTravel(t, 1)
	l, _ := k.answering()
	wants(t, k.on(k.home, turns(turnOf(t, 0, 1))), nil)
	wants(t, k.on(k.home, refusal(1, wire.ErrorReason_ERROR_REASON_ENDED)), nil)
	wants(t, k.on(k.home, &wire.PlayResponse{Joins: []*wire.Joined{joined(t, 1, 0)}}), nil)
	if len(*k.calls) != 0 || strings.Contains(k.log.String(), "WARN") {
		t.Errorf("calls %q, log %s", *k.calls, k.log)
	}
	k.joinedOn(l, 0, there)
	wants(t, k.on(l, turns(turnOf(t, 0, 1))), answers(t, 0, 1))
}

func TestAMessageThatIsRefusedOnTheLineThatASeatHasLeftIsHeardOf(t *testing.T) { // 25, 34
	k := newTravel(t, 1)
	k.answering()
	late := refusal(1, wire.ErrorReason_ERROR_REASON_ENDED)
	late.Rejections[0].SayNumber = 1
	k.on(k.home, late)
	wantsCalls(t, k.calls, "rejected 1 ENDED")
}

func TestWhatIsUnsentGoesAlong(t *testing.T) { // 24, 34
	k := newTravel(t, 2)
	k.on(k.home, turns(turnOf(t, 0, 1)))
	k.conversation.seats[seatKey{"m", 0}].last.Say("MAIN", "hello")
	k.resign("m", 1)
	l := newLine(there)
	k.conversation.take(l)
	said := k.on(l, &wire.PlayResponse{Pong: &wire.Pong{Number: 1}})
	want := says(0, 1, 1, "hello")
	want.Joins = said.GetJoins()
	want.Resigns = []*wire.Resign{{MatchId: "m", Seat: 1}}
	if wants(t, said, want); len(said.GetJoins()) != 2 {
		t.Errorf("said %v", said)
	}
	wants(t, k.take(), nil)
	k.resign("m", 0)
	k.conversation.seats[seatKey{"m", 0}].last.Say("MAIN", "again")
	k.conversation.lost(l) // which has sent neither
	said = k.take()
	want = says(0, 1, 2, "again")
	want.Joins = said.GetJoins()
	want.Resigns = []*wire.Resign{{MatchId: "m", Seat: 0}}
	if wants(t, said, want); len(said.GetJoins()) != 2 {
		t.Errorf("said %v", said)
	}
}

func TestSeatsGoHomeWhenTheLineIsLostAndComeBack(t *testing.T) { // 34
	k := newTravel(t, 1)
	l := k.gone()
	seats, err := k.receive(l, turns(turnOf(t, 0, 1)))
	if err != nil {
		t.Fatal(err)
	}
	k.lost(l)
	wantsTokens(t, k.take(), tokenOf(0))
	for k.step(seats[0]) {
	}
	wants(t, k.take(), nil)
	k.wanted = nil
	k.joinedOn(k.home, 0, there)
	if !slices.Equal(k.wanted, []string{there}) || !k.wants(there) {
		t.Errorf("asked for lines to %q", k.wanted)
	}
	wants(t, k.on(k.home, turns(turnOf(t, 0, 1))), answers(t, 0, 1))
	again := k.gone()
	wants(t, k.on(again, turns(turnOf(t, 0, 2))), answers(t, 0, 2))
	wantsCalls(t, k.calls, "start m/0", "act 1", "act 2")
}

func TestHandlesAreThoseOfOneLine(t *testing.T) { // 27, 34
	k := newTravel(t, 1)
	k.on(k.home, &wire.PlayResponse{Joins: []*wire.Joined{shortly(t, 1, 0, 5)}})
	wants(t, k.on(k.home, smallTurn(t, 5, 1)), smallAnswer(t, 5, 1))
	k.joinedOn(k.home, 0, there)
	l, _ := k.answering()
	k.on(l, &wire.PlayResponse{Joins: []*wire.Joined{shortly(t, 1, 0, 1)}})
	wants(t, k.on(l, smallTurn(t, 5, 1)), nil)
	wants(t, k.on(l, smallTurn(t, 1, 1)), smallAnswer(t, 1, 1))
	k.lost(l)
	k.take()
	k.joinedOn(k.home, 0, "")
	wants(t, k.on(k.home, smallTurn(t, 5, 1)), nil)
	wants(t, k.on(k.home, turns(turnOf(t, 0, 1))), answers(t, 0, 1))
}

func TestASeatGoesNowhereWhileItsJoinIsUnanswered(t *testing.T) { // 34
	k := newTravel(t, 1)
	k.lost(k.gone())
	wantsTokens(t, k.take(), tokenOf(0))
	l, presented := k.answering()
	if len(presented) != 0 {
		t.Errorf("presented %q", presented)
	}
	k.joinedOn(k.home, 0, there)
	wantsTokens(t, k.conversation.take(l), tokenOf(0))
}

func TestSeatsOfAWorkerStayThereWhenTheStreamHomeBreaks(t *testing.T) { // 34
	k := newTravel(t, 1)
	l := k.gone()
	k.opened()
	wants(t, k.take(), nil)
	wants(t, k.on(l, turns(turnOf(t, 0, 1))), answers(t, 0, 1))
}

func TestASeatThatItsWorkerRefusesStaysAtHome(t *testing.T) { // 34
	k := newTravel(t, 1)
	l, _ := k.answering()
	k.on(l, refusedJoin(0, wire.ErrorReason_ERROR_REASON_BAD_TOKEN))
	wantsTokens(t, k.take(), tokenOf(0))
	k.wanted = nil
	k.joinedOn(k.home, 0, there)
	k.joinedOn(k.home, 0, "other.example:7071")
	wants(t, k.conversation.take(l), nil)
	if len(k.wanted) != 0 || k.wants(there) || k.wants("other.example:7071") {
		t.Errorf("asked for lines to %q", k.wanted)
	}
	wants(t, k.on(k.home, turns(turnOf(t, 0, 1))), answers(t, 0, 1))
	k.wantsErrors()
	if want := "WARN the worker worker.example:7071 does not take a seat: BAD_TOKEN: no"; !strings.Contains(k.log.String(), want) {
		t.Errorf("log lacks %q:\n%s", want, k.log)
	}
}

func TestAMatchThatHasEndedIsOverAtAWorkerToo(t *testing.T) { // 34
	k := newTravel(t, 1)
	l, _ := k.answering()
	k.on(l, refusedJoin(0, wire.ErrorReason_ERROR_REASON_ENDED))
	if !k.isOver() {
		t.Error("not over")
	}
	k.wantsErrors()
}

func TestATokenThatIsRefusedAtHomeIsRefused(t *testing.T) { // 17, 34
	k := newTravel(t, 1)
	k.lost(k.gone())
	k.on(k.home, refusedJoin(0, wire.ErrorReason_ERROR_REASON_BAD_TOKEN))
	k.wantsErrors("the referee refused the token toke…: BAD_TOKEN: no")
}

func TestAnotherProcessMayTakeASeatOverAtItsWorker(t *testing.T) { // 15, 34
	k := newTravel(t, 1)
	k.on(k.gone(), takenOver(0))
	k.wantsErrors("match m seat 0: another stream holds it")
}

func TestThatASeatWentAwayMayComeWhenItIsBack(t *testing.T) { // 34
	k := newTravel(t, 1)
	l, _ := k.answering()
	k.lost(l)
	wantsTokens(t, k.take(), tokenOf(0))
	k.on(k.home, takenOver(0)) // about its first stay, while the second join is unanswered
	k.joinedOn(k.home, 0, "")
	wants(t, k.on(k.home, turns(turnOf(t, 0, 1))), answers(t, 0, 1))
	k.wantsErrors()
	k.on(k.home, takenOver(0))
	k.wantsErrors("match m seat 0: another stream holds it")
}

func TestAMatchThatEndsAtItsWorkerIsOver(t *testing.T) { // 34
	k := newTravel(t, 2)
	l := k.gone()
	k.on(l, end(0))
	if k.isOver() {
		t.Error("over before the second match")
	}
	k.on(k.home, takenOver(0)) // late, and no news
	if strings.Contains(k.log.String(), "WARN") {
		t.Errorf("log %s", k.log)
	}
	k.lost(l)
	wantsTokens(t, k.take(), tokenOf(1))
	k.on(k.home, end(1))
	if !k.isOver() {
		t.Error("not over")
	}
}

func TestANonceThatWasOpenedAtHomeCountsAtTheWorker(t *testing.T) { // 2, 21, 34
	for _, arrived := range []bool{true, false} {
		k := newTravel(t, 0)
		k.finished = false
		maker, _ := recording()
		if err := k.join(tokenOf(0), maker); err != nil {
			t.Fatal(err)
		}
		commitment := k.take().GetJoins()[0].GetNonceCommitment()
		message := joined(t, 1, 0)
		message.Features, message.WorkerAddress = []string{"nonce-commitments"}, there
		k.on(k.home, &wire.PlayResponse{Joins: []*wire.Joined{message}})
		committed := func() *wire.SeatNonce {
			return &wire.SeatNonce{State: wire.NonceState_NONCE_STATE_COMMITTED, Commitment: commitment}
		}
		opened := k.on(k.home, &wire.PlayResponse{Commitments: []*wire.NonceCommitments{
			{MatchId: "m", Nonces: []*wire.SeatNonce{committed(), committed()}},
		}}).GetOpenings()
		if len(opened) != 1 {
			t.Fatalf("opened %v", opened)
		}
		l, _ := k.answering()
		started := &wire.MatchStarted{MatchId: "m", Nonces: []*wire.SeatNonce{committed(), committed()}, NoncesCommitted: true}
		if arrived {
			started.Nonces[0].State = wire.NonceState_NONCE_STATE_OPENED
			started.Nonces[0].Nonce = opened[0].GetNonce()
		}
		k.on(l, &wire.PlayResponse{Starts: []*wire.MatchStarted{started}})
		witness := k.conversation.seats[seatKey{"m", 0}].witness
		if lost := strings.Contains(k.log.String(), "was not opened in time"); lost == arrived || witness.NonceTold != arrived {
			t.Errorf("arrived %v, told %v, log %s", arrived, witness.NonceTold, k.log)
		}
	}
}

func TestOneLineDoesNotWaitForAnswersOfAnother(t *testing.T) { // 8, 34
	k := newTravel(t, 2)
	l, _ := k.answering()
	k.on(l, refusedJoin(1, wire.ErrorReason_ERROR_REASON_BAD_TOKEN)) // one seat there, one at home
	k.take()
	k.joinedOn(k.home, 1, "")
	k.joinedOn(l, 0, there)
	seats, err := k.receive(l, turns(turnOf(t, 0, 1)))
	if err != nil {
		t.Fatal(err)
	}
	for k.step(seats[0]) {
	}
	if due, isComplete := k.due(l); !due || !isComplete {
		t.Errorf("due %v, complete %v", due, isComplete)
	}
	if due, isComplete := k.due(k.home); due || isComplete {
		t.Errorf("at home due %v, complete %v", due, isComplete)
	}
}

func TestAWorkerIsTrustedAsItsRouterIs(t *testing.T) { // 34
	roots, err := parseAddress("referee.example:7070", "../../../tests/clients/localhost.pem")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		home         address
		text, target string
	}{
		{roots, "referee.example:7071", "referee.example:7071"},
		{address{target: "referee.example:7070"}, "10.0.0.7:7071", "10.0.0.7:7071"},
		{address{target: "unix:/r"}, "unix:/w-0", "unix:/w-0"},
		{address{target: "unix:/r"}, "localhost:7071", "localhost:7071"},
	} {
		got, err := c.home.beside(c.text)
		if err != nil || got.target != c.target || got.roots != c.home.roots {
			t.Errorf("got %+v, %v; want %s beside %+v", got, err, c.target, c.home)
		}
	}
	for text, says := range map[string]string{
		"unix:/run/w-0": "a Unix socket is followed to from a Unix socket alone, not 'unix:/run/w-0'",
		"nowhere":       "address must be unix:/path or HOST:PORT with a port from 1 to 65535, not 'nowhere'",
	} {
		_, err := roots.beside(text)
		if wrong := (*AddressError)(nil); !errors.As(err, &wrong) || err.Error() != says {
			t.Errorf("got %v; want %q", err, says)
		}
	}
}

func TestPausesDoubleUntilAStreamLasts(t *testing.T) { // 34
	p := pauses{}
	var got []time.Duration
	for range 11 {
		pause, isFirst := p.after(time.Second)
		if got = append(got, pause/firstDelay); isFirst != (len(got) == 1) {
			t.Errorf("first %v at %d", isFirst, len(got))
		}
	}
	if want := []time.Duration{1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600}; !slices.Equal(got, want) {
		t.Errorf("got %d; want %d tenths of a second", got, want)
	}
	if pause, isFirst := p.after(61 * time.Second); pause != firstDelay || !isFirst {
		t.Errorf("%v after a stream that has lasted", pause)
	}
}

func TestWordsOfAWorkerShowThatTheRefereeIsThere(t *testing.T) { // 13, 34
	p := patience{target: "there:1", limit: time.Minute, jitter: func() float64 { return 1 }}
	now := time.Now()
	for _, want := range []time.Duration{1, 2, 4, 8} {
		delay, err := p.delay(now, "gone")
		if err != nil || delay != want*firstDelay {
			t.Errorf("got %v, %v; want %d tenths of a second", delay, err, want)
		}
		now = now.Add(50 * time.Second) // twice that would be too long
		p.heard(false)
	}
	p.heard(true)
	if delay, err := p.delay(now, "gone"); err != nil || delay != firstDelay {
		t.Errorf("got %v, %v", delay, err)
	}
}

func TestAStreamThatNobodyReadsHoldsUpNoOther(t *testing.T) { // 32, 34
	maker := Func(func(_ context.Context, o *diceman.Observation, _ *Turn) (*diceman.Action, error) {
		return &diceman.Action{Dice: []int32{o.GetRound()}}, nil
	})
	client, stream := playing(t, maker, maker)
	c := client.conversation
	stuck := newLineStream(client.ctx, client, newLine(there), address{target: there})
	blocked := &fakeStream{sent: make(chan *wire.PlayRequest), closed: make(chan struct{})}
	stuck.stream, stuck.leave = blocked, func() {}
	client.remove(client.home) // so that the stuck one comes first
	client.add(stuck)
	client.add(client.home)
	go client.flush() // which blocks at its Ping
	for isDue := true; isDue; isDue, _ = c.due(stuck.line) {
		runtime.Gosched()
	}
	c.mu.Lock()
	stuck.line.say().Pongs = []*wire.Pong{{Number: 7}}
	c.mu.Unlock()
	hear(t, client, turns(turnOf(t, 0, 1)))
	if got := stream.answered(t); !slices.Equal(got, []int32{0}) {
		t.Errorf("answered for seats %v", got)
	}
	client.bots.Wait()
	if request := blocked.next(t); request.GetPing() == nil || len(request.GetPongs()) != 0 {
		t.Errorf("sent %v", request)
	}
	if request := blocked.next(t); len(request.GetPongs()) != 1 {
		t.Errorf("sent %v", request)
	}
}

func TestTheEndOfPlayWaitsForNoWorker(t *testing.T) { // 34
	silent, err := net.Listen("unix", filepath.Join(t.TempDir(), "w"))
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	worker := "unix:" + silent.Addr().String()
	maker, _ := recording()
	client, err := NewClient("unix:/no/such.sock", maker)
	if err != nil {
		t.Fatal(err)
	}
	client.following.want(worker)
	client.following.want(worker) // one stream will do
	client.following.want("unix:/no/such.sock")
	if len(client.following.wanted) != 1 {
		t.Errorf("streams to %v", client.following.wanted)
	}
	connection, err := silent.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	client.Finish()
	if err := client.Play(context.Background()); err != nil { // or this test hangs
		t.Error(err)
	}
}
