package referee

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// defaultThreads is how many bots think at the same time, and maxThreads the most that may.
	defaultThreads, maxThreads = 64, 1024
	// patientTurn is how long a turn waits for a free thread before that is worth a warning.
	patientTurn = 500 * time.Millisecond
	// warnedFor is how long after such a warning there is no other.
	warnedFor = time.Minute
)

// threads limits how many bots think at the same time. The name is that of the flag: in Go they are
// goroutines, and cost so little that the limit is there for what bots use up, such as a model server.
type threads struct {
	free    chan struct{} // holds a token for each thread in use
	waiting atomic.Int32  // seats whose bots nobody calls yet

	mu     sync.Mutex
	warned time.Time // when the last warning was
}

func newThreads(most int) *threads { return &threads{free: make(chan struct{}, most)} }

// take waits for a free thread; false if playing ends before.
func (t *threads) take(ctx context.Context) bool {
	select {
	case t.free <- struct{}{}:
		return true
	default:
	}
	select {
	case t.free <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

// give makes a thread free.
func (t *threads) give() { <-t.free }

// isFree tells whether a thread is.
func (t *threads) isFree() bool { return len(t.free) < cap(t.free) }

// warning tells that turns wait for a free thread, one of them from some time on; empty if none does, and
// within a minute of the last.
func (t *threads) warning(now, since time.Time) string {
	waiting := t.waiting.Load()
	t.mu.Lock()
	defer t.mu.Unlock()
	if waiting <= 0 || (!t.warned.IsZero() && now.Sub(t.warned) < warnedFor) {
		return ""
	}
	t.warned = now
	turns := "1 turn waits for a free thread,"
	if waiting > 1 {
		turns = fmt.Sprintf("%d turns wait for a free thread, one of them", waiting)
	}
	return fmt.Sprintf("%s for %.1f s; --threads allows %d", turns, now.Sub(since).Seconds(), cap(t.free))
}
