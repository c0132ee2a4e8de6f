package referee

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// together is how long an answer waits at most for others, to go out with them: while bots think about
// turns of the same message, and on a busy stream after the last message.
const together = time.Millisecond

var errStopped = errors.New("stopped")

// Client is a bot process's connection to one referee: any number of seats of any number of matches on
// one stream, and on one more to each worker of the referee that has matches of theirs. Bots of different
// seats are asked side by side.
type Client struct {
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
	home         *lineStream
	following    *following
	over         *moment // when all matches were over

	mu      sync.Mutex
	streams []*lineStream // that one and those to workers; never changed in place
}

// moment is a context that ends when something happens, once.
type moment struct {
	context.Context
	end  context.CancelFunc
	once sync.Once
	at   time.Time // when it happened; to be read after pass
}

func newMoment() *moment {
	m := &moment{}
	m.Context, m.end = context.WithCancel(context.Background())
	return m
}

// pass notes that it has happened.
func (m *moment) pass() {
	m.once.Do(func() {
		m.at = time.Now()
		m.end()
	})
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
		maker:    bots,
		patience: patience{target: where.target, proxy: where.proxy, limit: chosen.patience, jitter: rand.Float64},
		ctx:      ctx,
		end:      end,
		threads:  newThreads(chosen.threads),
		together: together,
		goodbye:  goodbye,
		over:     newMoment(),
	}
	client.following = newFollowing(client, where)
	client.conversation, err = newConversation(ctx, end, client.flushSoon, client.following.want, chosen)
	if err != nil {
		return nil, err
	}
	client.home = newLineStream(ctx, client, client.conversation.home, where)
	client.add(client.home)
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
	defer c.following.close()
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
	c.over.pass() // unless it has
	left := c.goodbye - time.Since(c.over.at)
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

// playOneStream plays until the stream home ends, and waits until it is time for another.
func (c *Client) playOneStream() error {
	broken, handshake, fatal := c.home.converse()
	if fatal != nil || c.ctx.Err() != nil || c.conversation.isOver() {
		return fatal
	}
	why, err := c.home.why(broken, handshake)
	if err != nil {
		return err
	}
	delay, err := c.patience.delay(time.Now(), why)
	if err != nil {
		return err
	}
	logger().Warn(fmt.Sprintf("stream to %s broke: %s; again in %.1f s", c.home.address.target, why, delay.Seconds()))
	select {
	case <-time.After(delay):
	case <-c.over.Done(): // at a worker
	case <-c.ctx.Done():
	}
	return nil
}

// add has a stream written to, until remove.
func (c *Client) add(s *lineStream) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.streams = append(slices.Clone(c.streams), s)
}

func (c *Client) remove(s *lineStream) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.streams = slices.DeleteFunc(slices.Clone(c.streams), func(other *lineStream) bool { return other == s })
}

// all are the streams that there are now.
func (c *Client) all() []*lineStream {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.streams
}

// flush writes everything there is to say, and closes our side of all streams once everything is over.
func (c *Client) flush() {
	if c.conversation.isOver() {
		c.over.pass()
	}
	for _, s := range c.all() {
		s.flush()
	}
}

// flushSoon writes what a bot has said, after a moment in which its answer may join it. It blocks nobody.
func (c *Client) flushSoon() { time.AfterFunc(c.together, c.flush) }

// post sees to it that answers are written, soon.
func (c *Client) post() {
	if c.conversation.isOver() {
		c.flush()
		return
	}
	for _, s := range c.all() {
		s.post()
	}
}
