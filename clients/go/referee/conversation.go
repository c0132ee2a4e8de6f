package referee

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"
	"unicode/utf8"

	wire "gamereferee/clients/go/gen/gamereferee/v1"
	"google.golang.org/protobuf/proto"
)

// maxName is the most characters of a bot's name on the wire.
const maxName = 100

// conversation is what a bot process says and hears on its Play streams, without any I/O: it knows
// tokens, nonces, seats and open turns, and brings them over from a broken stream to the next. The
// client feeds it what came (receive), lets the bots of the seats that it returns catch up (step, see
// calls.go) and writes what there is to say (take). Any goroutine may call any method.
type conversation struct {
	ctx    context.Context         // of all bots
	end    context.CancelCauseFunc // ends playing at once
	spoken func()                  // called when a bot has said something that should go out
	name   string
	strict bool
	now    func() time.Time // always time.Now, except in tests

	mu       sync.Mutex
	numbers  uint64          // of the last join
	tokens   map[string]bool // all that were ever given
	tickets  map[uint64]*ticket
	seats    map[seatKey]*seat
	outbox   *wire.PlayRequest // nil if there is nothing to say
	says     []*wire.Say       // what bots have said and no stream has been given, in order
	sayings  uint64            // number of the last of them
	ready    []*seat           // whose bots have something to do, for receive to return
	finished bool              // no more tokens will come
	draining bool
	heard    time.Time // when the last message came
	pinged   bool      // nothing was heard since the ping
	errs     []error
	botErr   *BotError // the first failure of the bots' own code
	botErrs  int       // how many there were
}

// newConversation makes one that has no seats; end is called with what makes playing on impossible, and
// spoken when a bot has said something, by the bot's goroutine.
func newConversation(
	ctx context.Context, end context.CancelCauseFunc, spoken func(), name string, strict bool,
) (*conversation, error) {
	if count := utf8.RuneCountInString(name); count > maxName {
		return nil, fmt.Errorf("name must have at most %d characters, not %d", maxName, count)
	}
	return &conversation{
		ctx: ctx, end: end, spoken: spoken, name: name, strict: strict, now: time.Now,
		tokens: map[string]bool{}, tickets: map[uint64]*ticket{}, seats: map[seatKey]*seat{},
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
	ticket := newTicket(c.numbers, token, maker)
	c.tickets[ticket.number] = ticket
	c.say().Joins = append(c.say().Joins, ticket.join(c.name))
	return nil
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
	c.sayResign(match, int32(seat))
}

// isOver tells whether all matches have ended and no more tokens will come.
func (c *conversation) isOver() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.finished && len(c.tickets) == 0
}

// isComplete tells whether every seat has an answer ready, so that no turn can come before they are sent.
func (c *conversation) isComplete() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.outbox.GetActions())+len(c.outbox.GetSkips()) >= len(c.seats)
}

// errors are the seats that could not be played, and the first failure of the bots' own code of so
// many.
func (c *conversation) errors() (seats []error, bot *BotError, count int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.errs), c.botErr, c.botErrs
}

// opened begins on a new stream: all tokens are presented again, open turns will come again.
func (c *conversation) opened() {
	c.mu.Lock()
	defer c.mu.Unlock()
	resigns := c.outbox.GetResigns()
	c.outbox, c.pinged = nil, false
	for _, number := range slices.Sorted(maps.Keys(c.tickets)) {
		c.say().Joins = append(c.say().Joins, c.tickets[number].join(c.name))
	}
	if len(resigns) > 0 {
		c.say().Resigns = resigns
	}
	for _, seat := range c.seats {
		seat.away = true
		if seat.witness.GetStarted() == nil {
			seat.witness.NonceTold = false // the broken stream may have lost it
		}
	}
}

// take gives everything there is to say now, or as much of it as one request may have; nil if there is
// nothing.
func (c *conversation) take() *wire.PlayRequest {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.says) > 0 {
		c.say().Says = c.says
		c.says = nil
	}
	if c.outbox == nil || isShort(c.outbox) || proto.Size(c.outbox) <= maxRequestBytes {
		request := c.outbox
		c.outbox = nil
		return request
	}
	request := split(c.outbox)
	// What bots say is said on the next stream if this one breaks first; all else is said anew.
	c.says, c.outbox.Says = c.outbox.Says, nil
	if proto.Size(c.outbox) == 0 {
		c.outbox = nil
	}
	return request
}

// isDead is asked when nothing was heard for as long as the silence may last: the first time the
// referee is asked for a pong, the second time the stream is dead.
func (c *conversation) isDead() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pinged {
		return true
	}
	c.pinged = true
	c.say().Ping = &wire.Ping{Number: 1}
	return false
}

// All below is called with the lock held.

// say is the message that is being gathered.
func (c *conversation) say() *wire.PlayRequest {
	if c.outbox == nil {
		c.outbox = &wire.PlayRequest{}
	}
	return c.outbox
}

func (c *conversation) sayResign(match string, seat int32) {
	c.say().Resigns = append(c.say().Resigns, &wire.Resign{MatchId: match, Seat: seat})
}

// sayAnswer says the last answer of a seat, for the first time or again.
func (c *conversation) sayAnswer(s *seat) {
	if s.skip != nil {
		c.say().Skips = append(c.say().Skips, s.skip)
	} else {
		c.say().Actions = append(c.say().Actions, s.action)
	}
}

// unsay takes back an answer that comes too late.
func (c *conversation) unsay(s *seat) {
	if c.outbox == nil {
		return
	}
	c.outbox.Actions = slices.DeleteFunc(c.outbox.Actions, func(a *wire.Action) bool { return a == s.action })
	c.outbox.Skips = slices.DeleteFunc(c.outbox.Skips, func(k *wire.Skip) bool { return k == s.skip })
	if proto.Size(c.outbox) == 0 {
		c.outbox = nil // an empty message would count against us
	}
}

// drop forgets a seat that is not played any more.
func (c *conversation) drop(s *seat) {
	s.close()
	c.unsay(s)
	c.says = slices.DeleteFunc(c.says, func(say *wire.Say) bool {
		return seatKey{say.GetMatchId(), say.GetSeat()} == s.key
	})
	delete(c.seats, s.key)
	delete(c.tickets, s.ticket.number)
}

// fail notes that a seat can't be played; the others are.
func (c *conversation) fail(err SeatError) {
	logger().Error(err.Error())
	c.errs = append(c.errs, err)
}
