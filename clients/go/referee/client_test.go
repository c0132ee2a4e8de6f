package referee

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	diceman "github.com/gamereferee/gamereferee/clients/go/gen/gamereferee/games/diceman/v1"
	wire "github.com/gamereferee/gamereferee/clients/go/gen/gamereferee/v1"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
)

// fakeStream passes on what is sent.
type fakeStream struct {
	grpc.ClientStream
	sent   chan *wire.PlayRequest
	closed chan struct{}
}

func (f *fakeStream) Send(request *wire.PlayRequest) error {
	f.sent <- request
	return nil
}
func (f *fakeStream) CloseSend() error                  { close(f.closed); return nil }
func (f *fakeStream) Recv() (*wire.PlayResponse, error) { panic("not read in these tests") }

// playing is a client in the middle of a match with these seats.
func playing(t *testing.T, makers ...Maker) (*Client, *fakeStream) {
	t.Helper()
	k := newTalk(t, false) // for its log
	client, err := NewClient("localhost:1", Maker{})
	if err != nil {
		t.Fatal(err)
	}
	k.conversation = client.conversation
	k.seated(makers...)
	stream := &fakeStream{sent: make(chan *wire.PlayRequest, 100), closed: make(chan struct{})}
	client.home.stream, client.home.leave = stream, func() {}
	return client, stream
}

func (f *fakeStream) answered(t *testing.T) []int32 {
	t.Helper()
	var seats []int32
	for _, action := range f.next(t).GetActions() {
		seats = append(seats, action.GetSeat())
	}
	slices.Sort(seats)
	return seats
}

// next is what is sent next.
func (f *fakeStream) next(t *testing.T) *wire.PlayRequest {
	t.Helper()
	select {
	case request := <-f.sent:
		return request
	case <-time.After(10 * time.Second):
		t.Fatal("nothing was sent")
		return nil
	}
}

func hear(t *testing.T, client *Client, response *wire.PlayResponse) {
	t.Helper()
	seats, err := client.conversation.receive(client.home.line, response)
	if err != nil {
		t.Fatal(err)
	}
	client.ask(seats)
}

func TestAnswersThatAreReadyTogetherGoOutInOneMessage(t *testing.T) {
	both := make(chan struct{})
	meet := func(context.Context, *diceman.Observation, *Turn) (*diceman.Action, error) {
		select { // two bots that can only be asked side by side
		case both <- struct{}{}:
		case <-both:
		}
		return &diceman.Action{}, nil
	}
	client, stream := playing(t, Func(meet), Func(meet))
	hear(t, client, turns(turnOf(t, 0, 1), turnOf(t, 1, 1)))
	if got := stream.answered(t); len(got) == 1 {
		got = append(got, stream.answered(t)...) // they took longer than a millisecond
		slices.Sort(got)
		if !slices.Equal(got, []int32{0, 1}) {
			t.Errorf("answered for seats %v", got)
		}
	}

	quick := Func(func(context.Context, *diceman.Observation, *Turn) (*diceman.Action, error) {
		return &diceman.Action{}, nil
	})
	client, stream = playing(t, quick, quick, quick)
	client.together = time.Hour // however slow this machine is
	hear(t, client, turns(turnOf(t, 0, 1), turnOf(t, 1, 1), turnOf(t, 2, 1)))
	client.bots.Wait()
	if got := stream.answered(t); !slices.Equal(got, []int32{0, 1, 2}) {
		t.Errorf("answered for seats %v at first", got)
	}
}

func TestAnAnswerDoesNotWaitForSlowBots(t *testing.T) {
	wait := make(chan struct{})
	slow := Func(func(ctx context.Context, _ *diceman.Observation, _ *Turn) (*diceman.Action, error) {
		<-wait
		return &diceman.Action{}, nil
	})
	quick := Func(func(context.Context, *diceman.Observation, *Turn) (*diceman.Action, error) {
		return &diceman.Action{}, nil
	})
	seats := slices.Repeat([]Maker{slow}, 20) // more than there are cores
	client, stream := playing(t, append(seats, quick)...)
	response := &wire.PlayResponse{}
	for seat := range 21 {
		response.Turns = append(response.Turns, turnOf(t, int32(seat), 1))
	}
	hear(t, client, response)
	if got := stream.answered(t); !slices.Equal(got, []int32{20}) {
		t.Errorf("answered for seats %v; want 20 alone", got)
	}
	hear(t, client, turns(turnOf(t, 20, 2)))
	if got := stream.answered(t); !slices.Equal(got, []int32{20}) {
		t.Errorf("answered for seats %v; want 20 again", got)
	}
	close(wait)
	client.bots.Wait()
}

func TestASeatIsAskedByOneGoroutineAtATime(t *testing.T) {
	thinking, calls := 0, 0 // without a lock: the race detector watches
	client, stream := playing(t, Func(func(context.Context, *diceman.Observation, *Turn) (*diceman.Action, error) {
		if thinking++; thinking != 1 {
			t.Error("asked twice at a time")
		}
		calls++
		thinking--
		return &diceman.Action{}, nil
	}))
	for number := range int32(50) {
		hear(t, client, turns(turnOf(t, 0, number+1)))
	}
	client.bots.Wait()
	if calls == 0 || calls > 50 {
		t.Errorf("asked %d times", calls)
	}
	last := stream.answered(t)
	if len(last) == 0 {
		t.Error("no answer")
	}
}

func TestOurSideIsClosedOnceEverythingIsOver(t *testing.T) {
	maker, _ := recording()
	client, stream := playing(t, maker)
	client.Finish()
	select {
	case <-stream.closed:
		t.Fatal("closed in the middle of the match")
	default:
	}
	hear(t, client, end(0))
	client.bots.Wait()
	select {
	case <-stream.closed:
	case <-time.After(10 * time.Second):
		t.Error("not closed")
	}
}

func TestStopEndsPlayWhileABotThinks(t *testing.T) {
	client, _ := playing(t, Func(func(ctx context.Context, _ *diceman.Observation, _ *Turn) (*diceman.Action, error) {
		select {}
	}))
	hear(t, client, turns(turnOf(t, 0, 1)))
	client.Stop()
	if err := client.Play(context.Background()); err != nil {
		t.Errorf("Play returned %v", err)
	}
}

func TestClientsCheckTheirOptions(t *testing.T) {
	maker, _ := recording()
	for name, option := range map[string]Option{
		"negative patience": WithPatience(-1), "long name": WithName(fmt.Sprintf("%0101d", 1)),
	} {
		if _, err := NewClient("localhost:1", maker, option); err == nil {
			t.Errorf("%s was taken", name)
		}
	}
}

func TestGamesAreDerivedFromTypes(t *testing.T) {
	if maker, _ := recording(); maker.game != "diceman" {
		t.Errorf("got %q", maker.game)
	}
	anything := Func(func(context.Context, proto.Message, *Turn) (proto.Message, error) { return nil, nil })
	if anything.game != "" || anything.Plays("chess").game != "chess" {
		t.Errorf("got %q and %q", anything.game, anything.Plays("chess").game)
	}
}

// mistaken has a method that looks like a listener's.
type mistaken struct{ recorder }

func (mistaken) OnEnd(*Match) {}

func TestAMethodThatWouldNeverBeCalledIsRefused(t *testing.T) {
	defer func() {
		want := "referee.PerSeat: referee.mistaken must have OnEnd(*referee.Match, *referee.Outcome), or no such method"
		if got := recover(); got != want {
			t.Errorf("got %v; want %q", got, want)
		}
	}()
	PerSeat(func() mistaken { return mistaken{} })
}
