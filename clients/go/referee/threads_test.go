package referee

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	diceman "github.com/gamereferee/gamereferee/clients/go/gen/gamereferee/games/diceman/v1"
	wire "github.com/gamereferee/gamereferee/clients/go/gen/gamereferee/v1"
)

// waiters is a client with as many seats, whose bots say that they begin and then wait for an end.
func waiters(t *testing.T, seats, threads int) (client *Client, stream *fakeStream, begun, wait chan struct{}) {
	t.Helper()
	begun, wait = make(chan struct{}, seats), make(chan struct{})
	maker := Func(func(context.Context, *diceman.Observation, *Turn) (*diceman.Action, error) {
		begun <- struct{}{}
		<-wait
		return &diceman.Action{}, nil
	})
	client, stream = playing(t, slices.Repeat([]Maker{maker}, seats)...)
	client.threads = newThreads(threads)
	return client, stream, begun, wait
}

func turnsOfAll(t *testing.T, seats int) *wire.PlayResponse {
	response := &wire.PlayResponse{}
	for seat := range seats {
		response.Turns = append(response.Turns, turnOf(t, int32(seat), 1))
	}
	return response
}

func TestAsManyBotsThinkAtTheSameTimeAsThereAreThreads(t *testing.T) { // 32
	const seats, threads = 12, 5
	client, _, begun, wait := waiters(t, seats, threads)
	hear(t, client, turnsOfAll(t, seats))
	for range threads {
		<-begun // or this test hangs
	}
	if client.threads.isFree() {
		t.Fatal("a thread is free although all bots think")
	}
	if waiting := client.threads.waiting.Load(); waiting != seats-threads {
		t.Errorf("%d turns wait; want %d", waiting, seats-threads)
	}
	if len(begun) != 0 {
		t.Errorf("%d bots think beyond the threads", len(begun))
	}
	close(wait)
	client.bots.Wait()
	if len(begun) != seats-threads || client.threads.waiting.Load() != 0 {
		t.Errorf("%d asked later, %d wait still", len(begun), client.threads.waiting.Load())
	}
}

func TestOneThreadAsksOneBotAfterTheOther(t *testing.T) { // 32
	thinking := 0 // without a lock: the race detector watches
	maker := Func(func(context.Context, *diceman.Observation, *Turn) (*diceman.Action, error) {
		if thinking++; thinking != 1 {
			t.Error("two bots think at the same time")
		}
		thinking--
		return &diceman.Action{}, nil
	})
	client, _ := playing(t, slices.Repeat([]Maker{maker}, 30)...)
	client.threads = newThreads(1)
	response := turnsOfAll(t, 30)
	hear(t, client, &wire.PlayResponse{Turns: response.Turns[:15]})
	hear(t, client, &wire.PlayResponse{Turns: response.Turns[15:]})
	client.bots.Wait()
}

func TestStopDoesNotWaitForAFreeThread(t *testing.T) { // 32
	client, _, begun, wait := waiters(t, 2, 1)
	hear(t, client, turnsOfAll(t, 2))
	<-begun
	client.Stop()
	if err := client.Play(context.Background()); err != nil {
		t.Errorf("Play returned %v", err)
	}
	close(wait)
	client.bots.Wait() // the other too gives up
}

func TestTurnsThatWaitForAFreeThreadAreAWarningOnceAMinute(t *testing.T) { // 32
	threads := newThreads(64)
	begun := time.Now()
	for _, step := range []struct {
		at      time.Duration
		waiting int32
		since   time.Duration
		want    string
	}{
		{0, 0, 0, ""},
		{time.Second, 3, 500 * time.Millisecond,
			"3 turns wait for a free thread, one of them for 0.5 s; --threads allows 64"},
		{2 * time.Second, 9, time.Second, ""},
		{61*time.Second - 1, 9, time.Second, ""},
		{61 * time.Second, 1, 1250 * time.Millisecond,
			"1 turn waits for a free thread, for 1.2 s; --threads allows 64"},
	} {
		threads.waiting.Store(step.waiting)
		at := begun.Add(step.at)
		if got := threads.warning(at, at.Add(-step.since)); got != step.want {
			t.Errorf("after %v got %q; want %q", step.at, got, step.want)
		}
	}
}

func TestTheNumberOfThreadsHasBounds(t *testing.T) {
	maker, _ := recording()
	for _, threads := range []int{0, -1, 1025} {
		_, err := NewClient("localhost:1", maker, WithThreads(threads))
		if err == nil || !strings.HasPrefix(err.Error(), "threads must be from 1 to 1024, not ") {
			t.Errorf("%d: got %v", threads, err)
		}
	}
	if client, err := NewClient("localhost:1", maker, WithThreads(1024)); err != nil || cap(client.threads.free) != 1024 {
		t.Errorf("got %v", err)
	}
	if client, err := NewClient("localhost:1", maker); err != nil || cap(client.threads.free) != 64 {
		t.Errorf("got %v", err)
	}
}
