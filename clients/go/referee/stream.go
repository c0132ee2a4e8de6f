package referee

import (
	"context"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	wire "github.com/gamereferee/gamereferee/clients/go/gen/gamereferee/v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/status"
)

var errSilent = fmt.Errorf("not a word for %g s", 2*silence.Seconds())

type stream = grpc.BidiStreamingClient[wire.PlayRequest, wire.PlayResponse]

// lineStream carries a line to an address, through one stream at a time.
type lineStream struct {
	client  *Client
	line    *line
	address address
	ctx     context.Context // which ends all its streams

	unwritten atomic.Bool               // whether there may be something to write that no write has seen
	posted    atomic.Bool               // whether a flush is on its way
	sent      atomic.Pointer[time.Time] // when the last message was; nil before the first

	sending sync.Mutex // held while something is written
	stream  stream     // nil while there is none
	leave   func()     // gives the stream up a while after our side was closed
}

func newLineStream(ctx context.Context, client *Client, line *line, address address) *lineStream {
	return &lineStream{client: client, line: line, address: address, ctx: ctx}
}

// why tells in words why a stream broke; the error is what makes another one hopeless. A handshake that
// failed tells more about that than the stream.
func (s *lineStream) why(broken, handshake error) (string, error) {
	switch broken {
	case errSilent:
		return errSilent.Error(), nil
	case io.EOF:
		return "the referee closed the stream", nil
	}
	ended := status.Convert(broken)
	why := ended.Message()
	if why == "" {
		why = statusNames[ended.Code()]
	}
	var err error
	if handshake != nil {
		err = hopelessTLS(handshake, s.address.proxy)
	} else {
		err = hopeless(ended.Code(), why)
	}
	return why, err
}

// converse opens a stream and uses it until it breaks, or until playing on is impossible. Where it broke
// since no TLS handshake succeeded, handshake tells why.
func (s *lineStream) converse() (broken, handshake, fatal error) {
	c := s.client
	connection, err := s.address.dial(c.patience.limit)
	if err != nil {
		return nil, nil, &ProtocolError{err.Error()}
	}
	defer connection.Close()
	defer s.use(nil, nil)
	ctx, cancel := context.WithCancelCause(s.ctx)
	defer cancel(nil)                                         // which ends a write that blocks
	keep := context.AfterFunc(c.over, func() { cancel(nil) }) // if all matches are over before it is open
	opened, err := wire.NewPlayServiceClient(connection).Play(ctx)
	keep()
	if err != nil {
		return err, connection.tls.failure(), nil
	}
	s.use(opened, func() { cancel(nil) })

	quiet := time.NewTimer(silence)
	go s.watch(ctx, quiet, cancel)
	for {
		response, err := opened.Recv()
		if err != nil {
			if context.Cause(ctx) == errSilent {
				err = errSilent
			}
			return err, connection.tls.failure(), nil
		}
		c.patience.heard(s.line.address == "")
		quiet.Reset(silence)
		queues, err := c.conversation.receive(s.line, response)
		if err != nil {
			return nil, nil, err
		}
		if len(queues) == 0 || response.GetPing() != nil {
			c.flush() // pongs do not wait for bots
		}
		c.ask(queues)
	}
}

// watch asks for a sign of life when nothing was heard for a while, and cancels a dead stream.
func (s *lineStream) watch(ctx context.Context, quiet *time.Timer, cancel context.CancelCauseFunc) {
	defer quiet.Stop()
	for {
		select {
		case <-quiet.C:
		case <-ctx.Done():
			return
		}
		if s.client.conversation.isDead(s.line) {
			cancel(errSilent)
			return
		}
		quiet.Reset(silence)
		go s.flush() // a referee that does not read may block it
	}
}

// use makes a stream the one that is written to; nil means that there is none.
func (s *lineStream) use(opened stream, leave func()) {
	s.sending.Lock()
	s.stream, s.leave = opened, leave
	if opened != nil && s.line.address == "" {
		s.client.conversation.opened()
	}
	s.sending.Unlock()
	s.flush()
}

// flush writes everything there is to say on the line, and closes our side once everything is over. If it is
// being written to already, the goroutine that does so goes on: a stream that nobody reads holds up no other.
func (s *lineStream) flush() {
	s.unwritten.Store(true)
	for s.unwritten.Load() && s.sending.TryLock() {
		s.unwritten.Store(false)
		s.write()
		s.sending.Unlock()
	}
}

func (s *lineStream) write() {
	c := s.client
	s.posted.Store(false)
	if s.stream == nil {
		return
	}
	for request := c.conversation.take(s.line); request != nil; request = c.conversation.take(s.line) {
		if s.stream.Send(request) != nil {
			s.stream = nil // whoever reads it learns why
			return
		}
		now := time.Now()
		s.sent.Store(&now)
	}
	if c.conversation.isOver() {
		c.over.pass()
		s.stream.CloseSend()
		s.stream = nil
		time.AfterFunc(c.goodbye, s.leave)
	}
}

// post sees to it that answers are written: at once if the last message was a while ago or if no turn
// can come before, and else after a moment in which other turns may. Without that moment a stream of
// many matches would fall to pieces, a message for each match, and messages cost more than decisions.
func (s *lineStream) post() {
	isDue, isComplete := s.client.conversation.due(s.line)
	if !isDue {
		return
	}
	var wait time.Duration
	if sent := s.sent.Load(); sent != nil {
		wait = s.client.together - time.Since(*sent)
	}
	if wait <= 0 || isComplete {
		s.flush()
	} else if s.posted.CompareAndSwap(false, true) {
		time.AfterFunc(wait, s.flush)
	}
}
