package referee

import (
	"runtime"
	"sync/atomic"
	"time"
)

// round is what the bots have to do because of one message: they catch up side by side.
//
// It begins with a goroutine a core, which go from bot to bot: those that answer in microseconds are
// asked quickest like that. If that is not over after a millisecond, every bot that still waits gets a
// goroutine of its own, so that no bot waits for another that thinks unless all threads are in use.
type round struct {
	client   *Client
	queues   []*queue // of the bots, nearly always one a seat
	begun    time.Time
	next     atomic.Int32 // index of the first bot that waits
	thinking atomic.Int32 // bots that have not caught up
}

// ask begins a round.
func (c *Client) ask(queues []*queue) {
	if len(queues) == 0 {
		return
	}
	r := &round{client: c, queues: queues, begun: time.Now()}
	r.thinking.Store(int32(len(queues)))
	c.threads.waiting.Add(int32(len(queues)))
	time.AfterFunc(c.together, func() {
		if r.thinking.Load() > 0 {
			c.flush()
			r.spread(r.waiting())
		}
		if r.waiting() > 0 {
			time.AfterFunc(patientTurn, r.warn)
		}
	})
	r.spread(min(len(queues), runtime.GOMAXPROCS(0)))
}

// waiting is how many bots nobody has taken up yet.
func (r *round) waiting() int { return max(0, len(r.queues)-int(r.next.Load())) }

// warn tells that a turn waits although all threads are in use.
func (r *round) warn() {
	if r.waiting() == 0 || r.client.threads.isFree() {
		return
	}
	if warning := r.client.threads.warning(time.Now(), r.begun); warning != "" {
		logger().Warn(warning)
	}
}

// spread starts some goroutines more.
func (r *round) spread(count int) {
	for range count {
		r.client.numBots.Add(1)
		r.client.bots.Go(r.work)
	}
}

// work lets one bot after the other catch up. Answers are written together once all have, but none
// waits for more than a millisecond.
func (r *round) work() {
	defer r.client.numBots.Add(-1)
	threads := r.client.threads
	if !threads.take(r.client.ctx) {
		return
	}
	defer threads.give()
	for {
		index := int(r.next.Add(1)) - 1
		if index >= len(r.queues) {
			return
		}
		threads.waiting.Add(-1)
		for r.client.conversation.step(r.queues[index]) {
			if time.Since(r.begun) > r.client.together {
				r.client.post()
			}
		}
		if r.thinking.Add(-1) == 0 {
			r.client.post()
		}
	}
}
