package referee

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// following is the way to the workers that have a process's matches, past the address that it was given: a
// stream to each that seats want. Seats stay at home until a worker has answered, so that one that can't be
// reached costs them nothing. When its stream ends they go home, and from there they come back.
type following struct {
	client  *Client
	home    address
	ctx     context.Context
	stop    context.CancelFunc
	running sync.WaitGroup

	mu     sync.Mutex
	wanted map[string]chan struct{} // by address; holds a token when seats want a stream there
}

func newFollowing(client *Client, home address) *following {
	f := &following{client: client, home: home, wanted: map[string]chan struct{}{}}
	f.ctx, f.stop = context.WithCancel(client.ctx)
	return f
}

// close ends all streams to workers, without waiting for their referee.
func (f *following) close() {
	f.stop()
	f.running.Wait()
}

// want notes that seats would go to a worker. It blocks nobody.
func (f *following) want(worker string) {
	if worker == f.home.target {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	wanted, isKnown := f.wanted[worker]
	if !isKnown {
		wanted = make(chan struct{}, 1)
		f.wanted[worker] = wanted
		f.running.Go(func() { f.follow(worker, wanted) })
	}
	select {
	case wanted <- struct{}{}:
	default: // that is known
	}
}

// follow has a stream to a worker as long as seats want one, unless there can be none.
func (f *following) follow(worker string, wanted <-chan struct{}) {
	where, err := f.home.beside(worker)
	if err == nil {
		if where.proxy != "" {
			logger().Warn(fmt.Sprintf("the worker at %s is called %s", where.target, where.proxy))
		}
		err = f.keepUp(worker, where, wanted)
	}
	if err != nil {
		logger().Warn(fmt.Sprintf("staying with %s, not following to %s: %s", f.home.target, worker, err))
	}
}

// keepUp opens one stream after the other; the error is what makes another one hopeless.
func (f *following) keepUp(worker string, where address, wanted <-chan struct{}) error {
	c, pauses := f.client, pauses{}
	for {
		select {
		case <-wanted:
		case <-f.ctx.Done():
			return nil
		}
		line, began := newLine(worker), time.Now()
		why, err := f.carry(newLineStream(f.ctx, c, line, where))
		if f.ctx.Err() != nil || c.conversation.isOver() || err != nil {
			return err
		}
		pause, isFirst := pauses.after(time.Since(began))
		if line.open || isFirst {
			logger().Warn(fmt.Sprintf("stream to the worker %s broke: %s", worker, why))
		}
		select {
		case <-time.After(pause):
		case <-f.ctx.Done():
			return nil
		}
		if c.conversation.wants(worker) {
			f.want(worker)
		}
	}
}

// carry uses a stream to a worker until it breaks, and tells why it did; then its seats are at home again.
func (f *following) carry(s *lineStream) (why string, err error) {
	c := f.client
	c.add(s)
	broken, handshake, fatal := s.converse()
	c.remove(s)
	c.conversation.lost(s.line)
	c.flush()
	if fatal != nil {
		c.end(fatal)
		return "", nil
	}
	return s.why(broken, handshake)
}
