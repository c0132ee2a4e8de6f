package referee

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
	"unicode/utf8"

	wire "github.com/gamereferee/gamereferee/clients/go/gen/gamereferee/v1"
)

const (
	// maxName is the most characters of a bot's name on the wire.
	maxName = 100
	// workerAddress is the feature of a client that goes to the workers which have its matches.
	workerAddress = "worker-address"
)

// conversation is what a bot process says and hears on its Play streams, without any I/O: it knows
// tokens, nonces, seats and open turns, and brings them over from a broken stream to the next, and from home
// to workers and back (see lines.go). The client feeds it what came on a line (receive), makes the calls
// of the queues that it returns (step, see calls.go) and writes what there is to say (take). Any goroutine
// may call any method.
type conversation struct {
	ctx    context.Context         // of all bots
	end    context.CancelCauseFunc // ends playing at once
	spoken func()                  // called when a bot has said something that should go out
	want   func(worker string)     // called with the lock held when a seat would go to a worker; nil keeps all at home
	settings
	now func() time.Time // always time.Now, except in tests

	mu       sync.Mutex
	numbers  uint64          // of the last join
	tokens   map[string]bool // all that were ever given
	tickets  map[uint64]*ticket
	seats    map[seatKey]*seat
	home     *line
	workers  map[string]*line // those that have answered, by address
	sayings  uint64           // number of the last thing that a bot has said
	ready    []*queue         // which have calls to be made, for receive to return
	queues   map[*columns]*queue
	finished bool // no more tokens will come
	draining bool
	heard    time.Time // when the last message came
	errs     []error
	botErr   *BotError // the first failure of the bots' own code
	botErrs  int       // how many there were
}

// newConversation makes one that has no seats; end is called with what makes playing on impossible, spoken
// when a bot has said something, by the bot's goroutine, and want with the address of a worker to which a seat
// would go: a line there is to be received from, and in the end lost.
func newConversation(
	ctx context.Context, end context.CancelCauseFunc, spoken func(), want func(worker string), chosen settings,
) (*conversation, error) {
	if count := utf8.RuneCountInString(chosen.name); count > maxName {
		return nil, fmt.Errorf("name must have at most %d characters, not %d", maxName, count)
	}
	if chosen.stay {
		want = nil
	}
	return &conversation{
		ctx: ctx, end: end, spoken: spoken, want: want, settings: chosen, now: time.Now,
		home: newLine(""), workers: map[string]*line{}, tokens: map[string]bool{},
		tickets: map[uint64]*ticket{}, seats: map[seatKey]*seat{}, queues: map[*columns]*queue{},
	}, nil
}

// join presents a seat's token, on this stream and all later ones.
func (c *conversation) join(token string, maker Maker) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case token == "":
		return errors.New("a token must not be empty")
	case maker.make == nil:
		return errors.New("a client without a bot of its own needs one for every join")
	case c.finished:
		return errors.New("join after finish: no more tokens were to come")
	}
	if c.tokens[token] {
		logger().Warn(fmt.Sprintf("the token %s… was given twice", firstLetters(token, 4)))
		return nil // the seat would be taken over from ourselves, or its match is over
	}
	c.tokens[token] = true
	c.numbers++
	ticket := newTicket(c.numbers, token, maker, c.features(maker), c.home)
	c.tickets[ticket.number] = ticket
	c.home.say().Joins = append(c.home.say().Joins, ticket.join(c.name))
	return nil
}

// features are what a join asks for.
func (c *conversation) features(maker Maker) []string {
	features := []string{nonceCommitments}
	if !c.plainTurns {
		features = append(features, smallTurns)
		if maker.readsNoEvents {
			features = append(features, withoutEvents)
		}
	}
	if maker.columns != nil {
		features = append(features, lanes)
	}
	if c.want != nil {
		features = append(features, workerAddress)
	}
	return features
}

// finish says that no more tokens will come.
func (c *conversation) finish() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.finished = true
}

// resign gives up a seat for good.
func (c *conversation) resign(match string, seat int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	line := c.home
	if s := c.seats[seatKey{match, int32(seat)}]; s != nil {
		line = s.ticket.line
	}
	line.sayResign(match, int32(seat))
}

// isOver tells whether all matches have ended and no more tokens will come.
func (c *conversation) isOver() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.finished && len(c.tickets) == 0
}

// due tells whether there is anything to say on a line, and whether every seat there has an answer ready, so
// that no turn can come before they are sent.
func (c *conversation) due(l *line) (due, isComplete bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return l.outbox != nil || len(l.says) > 0 || len(l.decided) > 0, l.numAnswers() >= l.numSeats
}

// errors are the seats that could not be played, and the first failure of the bots' own code of so
// many.
func (c *conversation) errors() (seats []error, bot *BotError, count int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.errs), c.botErr, c.botErrs
}

// opened begins on a new stream home: all tokens of it are presented again, open turns will come again.
func (c *conversation) opened() {
	c.mu.Lock()
	defer c.mu.Unlock()
	var joins []*wire.Join
	for _, ticket := range c.sortedTickets() {
		if ticket.line != c.home {
			continue
		}
		ticket.waits = true
		joins = append(joins, ticket.join(c.name))
		if ticket.seat != nil {
			ticket.seat.leave()
		}
	}
	c.home.begin(joins)
}

// take gives everything there is to say now on a line, or as much of it as one request may have; nil if there
// is nothing.
func (c *conversation) take(l *line) *wire.PlayRequest {
	c.mu.Lock()
	defer c.mu.Unlock()
	return l.take()
}

// isDead is asked when nothing was heard on a line for as long as the silence may last, see line.isDead.
func (c *conversation) isDead(l *line) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return l.isDead()
}

// All below is called with the lock held.

// drop forgets a seat that is not played any more.
func (c *conversation) drop(s *seat) {
	s.close()
	s.ticket.line.drop(s)
	s.ticket.line.numSeats--
	delete(c.seats, s.key)
	delete(c.tickets, s.ticket.number)
}

// fail notes that a seat can't be played; the others are.
func (c *conversation) fail(err SeatError) {
	logger().Error(err.Error())
	c.errs = append(c.errs, err)
}
