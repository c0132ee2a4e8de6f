package referee

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	wire "gamereferee/clients/go/gen/gamereferee/v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/status"
)

// together is how long an answer waits at most for others, to go out with them: while bots think about
// turns of the same message, and on a busy stream after the last message.
const together = time.Millisecond

var (
	errStopped = errors.New("stopped")
	errSilent  = fmt.Errorf("not a word for %g s", 2*silence.Seconds())
)

type stream = grpc.BidiStreamingClient[wire.PlayRequest, wire.PlayResponse]

// Client is a bot process's connection to one referee: any number of seats of any number of matches on
// one stream. Bots of different seats are asked side by side.
type Client struct {
	address      address
	maker        Maker
	patience     patience
	conversation *conversation
	ctx          context.Context // of playing
	end          context.CancelCauseFunc
	threads      *threads
	bots         sync.WaitGroup // goroutines that call bots
	numBots      atomic.Int32   // how many there are
	together     time.Duration  // always that of the constant, except in tests
	goodbye      time.Duration  // likewise

	sending sync.Mutex // held while something is written
	stream  stream     // nil while there is none
	leave   func()     // gives the stream up a while after our side was closed
	sent    time.Time  // when the last message was
	posted  bool       // whether a flush is on its way
	over    time.Time  // when our side was closed, since all matches were over
}

// NewClient makes a client of the referee at unix:/path or HOST:PORT, which connects once it plays.
// The bots play seats that are joined without one of their own; an empty Maker means that none is.
//
// The error is an AddressError or a TLSError, or says which option is out of bounds.
func NewClient(address string, bots Maker, options ...Option) (*Client, error) {
	chosen := settings{patience: defaultPatience, threads: defaultThreads}
	for _, option := range options {
		option(&chosen)
	}
	where, err := parseAddress(address, chosen.ca)
	if err != nil {
		return nil, err
	}
	if chosen.patience < 0 {
		return nil, fmt.Errorf("patience must be from 0, not %v", chosen.patience)
	}
	if chosen.threads < 1 || chosen.threads > maxThreads {
		return nil, fmt.Errorf("threads must be from 1 to %d, not %d", maxThreads, chosen.threads)
	}
	if where.proxy != "" {
		logger().Warn(fmt.Sprintf("the referee at %s is called %s", where.target, where.proxy))
	}
	ctx, end := context.WithCancelCause(context.Background())
	client := &Client{
		address:  where,
		maker:    bots,
		patience: patience{target: where.target, proxy: where.proxy, limit: chosen.patience, jitter: rand.Float64},
		ctx:      ctx,
		end:      end,
		threads:  newThreads(chosen.threads),
		together: together,
		goodbye:  goodbye,
	}
	client.conversation, err = newConversation(ctx, end, client.flushSoon, chosen)
	if err != nil {
		return nil, err
	}
	return client, nil
}

// Join presents a seat's token, at any time until Finish.
func (c *Client) Join(token string) error { return c.JoinWith(token, c.maker) }

// JoinWith presents the token of a seat that has a bot of its own.
func (c *Client) JoinWith(token string, bot Maker) error {
	defer c.flush()
	return c.conversation.join(token, bot)
}

// Finish says that no more tokens will come: Play returns once all matches have ended.
func (c *Client) Finish() {
	c.conversation.finish()
	c.flush()
}

// Resign gives up a seat for good.
func (c *Client) Resign(match string, seat int) {
	c.conversation.resign(match, seat)
	c.flush()
}

// Stop ends Play now, without waiting for bots that think. Seats are not resigned: their clocks run,
// and they can be joined again.
func (c *Client) Stop() { c.end(errStopped) }

// Play plays until all matches have ended; once for each Client. Tokens are those of the seats to join,
// and no more; without any, seats come by Join until Finish.
//
// The error is a SeatError for each seat that could not be played and a BotError if the bots' own code
// failed, joined, once all other matches have ended; or at once what made playing on impossible: a
// ProtocolError, TLSError or UnreachableError, a BotError of a strict client, or the context's error.
func (c *Client) Play(ctx context.Context, tokens ...string) error {
	for _, token := range tokens {
		if err := c.Join(token); err != nil {
			return err
		}
	}
	if len(tokens) > 0 {
		c.Finish()
	}
	defer context.AfterFunc(ctx, func() { c.end(ctx.Err()) })()
	for !c.conversation.isOver() && c.ctx.Err() == nil {
		if err := c.playOneStream(); err != nil {
			c.end(err)
		}
	}
	c.waitForBots()
	if cause := context.Cause(c.ctx); cause != nil && cause != errStopped {
		return cause
	}
	errs, bot, _ := c.conversation.errors()
	if bot != nil {
		errs = append(errs, bot)
	}
	return errors.Join(errs...)
}

// waitForBots lets the bots hear how their matches ended, unless playing is to end at once: for 2 s from
// the end of the last match, since a bot that thinks need not look at its context.
func (c *Client) waitForBots() {
	done := make(chan struct{})
	go func() {
		c.bots.Wait()
		close(done)
	}()
	c.sending.Lock()
	if c.over.IsZero() { // it was over without a stream
		c.over = time.Now()
	}
	left := c.goodbye - time.Since(c.over)
	c.sending.Unlock()
	select {
	case <-done:
	case <-c.ctx.Done():
	case <-time.After(left):
		if c.numBots.Load() == 0 {
			return // the stream alone took so long to end
		}
		logger().Warn(fmt.Sprintf("a bot still thinks %g s after the end of the last match: not waited for", goodbye.Seconds()))
	}
}

// playOneStream plays until the stream ends, and waits until it is time for another.
func (c *Client) playOneStream() error {
	broken, handshake, fatal := c.converse()
	if fatal != nil || c.ctx.Err() != nil || c.conversation.isOver() {
		return fatal
	}
	why, err := c.why(broken, handshake)
	if err != nil {
		return err
	}
	delay, err := c.patience.delay(time.Now(), why)
	if err != nil {
		return err
	}
	logger().Warn(fmt.Sprintf("stream to %s broke: %s; again in %.1f s", c.address.target, why, delay.Seconds()))
	select {
	case <-time.After(delay):
	case <-c.ctx.Done():
	}
	return nil
}

// why tells in words why a stream broke; the error is what makes another one hopeless. A handshake that
// failed tells more about that than the stream.
func (c *Client) why(broken, handshake error) (string, error) {
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
		err = hopelessTLS(handshake, c.address.proxy)
	} else {
		err = hopeless(ended.Code(), why)
	}
	return why, err
}

// converse opens a stream and uses it until it breaks, or until playing on is impossible. Where it broke
// since no TLS handshake succeeded, handshake tells why.
func (c *Client) converse() (broken, handshake, fatal error) {
	connection, err := c.address.dial(c.patience.limit)
	if err != nil {
		return nil, nil, &ProtocolError{err.Error()}
	}
	defer connection.Close()
	defer c.use(nil, nil)
	ctx, cancel := context.WithCancelCause(c.ctx)
	defer cancel(nil) // which ends a write that blocks
	opened, err := wire.NewPlayServiceClient(connection).Play(ctx)
	if err != nil {
		return err, connection.tls.failure(), nil
	}
	c.use(opened, func() { cancel(nil) })

	quiet := time.NewTimer(silence)
	go c.watch(ctx, quiet, cancel)
	for {
		response, err := opened.Recv()
		if err != nil {
			if context.Cause(ctx) == errSilent {
				err = errSilent
			}
			return err, connection.tls.failure(), nil
		}
		c.patience.heard()
		quiet.Reset(silence)
		seats, err := c.conversation.receive(response)
		if err != nil {
			return nil, nil, err
		}
		if len(seats) == 0 || response.GetPing() != nil {
			c.flush() // pongs do not wait for bots
		}
		c.ask(seats)
	}
}

// watch asks for a sign of life when nothing was heard for a while, and cancels a dead stream.
func (c *Client) watch(ctx context.Context, quiet *time.Timer, cancel context.CancelCauseFunc) {
	defer quiet.Stop()
	for {
		select {
		case <-quiet.C:
		case <-ctx.Done():
			return
		}
		if c.conversation.isDead() {
			cancel(errSilent)
			return
		}
		quiet.Reset(silence)
		go c.flush() // a referee that does not read may block it
	}
}

// use makes a stream the one that is written to; nil means that there is none.
func (c *Client) use(opened stream, leave func()) {
	c.sending.Lock()
	c.stream, c.leave = opened, leave
	if opened != nil {
		c.conversation.opened()
	}
	c.sending.Unlock()
	c.flush()
}

// flush writes everything there is to say, and closes our side once everything is over.
func (c *Client) flush() {
	c.sending.Lock()
	defer c.sending.Unlock()
	c.posted = false
	if c.stream == nil {
		return
	}
	for request := c.conversation.take(); request != nil; request = c.conversation.take() {
		if c.stream.Send(request) != nil {
			c.stream = nil // whoever reads it learns why
			return
		}
		c.sent = time.Now()
	}
	if c.conversation.isOver() {
		c.stream.CloseSend()
		c.stream = nil
		c.over = time.Now()
		time.AfterFunc(c.goodbye, c.leave)
	}
}

// flushSoon writes what a bot has said, after a moment in which its answer may join it. It blocks nobody.
func (c *Client) flushSoon() { time.AfterFunc(c.together, c.flush) }

// post sees to it that answers are written: at once if the last message was a while ago or if no turn
// can come before, and else after a moment in which other turns may. Without that moment a stream of
// many matches would fall to pieces, a message for each match, and messages cost more than decisions.
func (c *Client) post() {
	c.sending.Lock()
	wait := c.together - time.Since(c.sent)
	if wait > 0 && !c.conversation.isComplete() {
		if !c.posted {
			c.posted = true
			time.AfterFunc(wait, c.flush)
		}
		c.sending.Unlock()
		return
	}
	c.sending.Unlock()
	c.flush()
}
