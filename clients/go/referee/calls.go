package referee

import (
	"context"
	"errors"
	"fmt"
	"strings"

	wire "github.com/gamereferee/gamereferee/clients/go/gen/gamereferee/v1"
	"google.golang.org/protobuf/types/known/anypb"
)

// The calls of the bots' own code. Each bot has a queue of them, which one goroutine at a time works
// off; none is made with the lock held, so that a bot may think for as long as it likes.

// call queues a call of a seat's bot; the lock is held.
func (c *conversation) call(s *seat, call func()) {
	q := s.queue
	q.calls = append(q.calls, call)
	if !q.busy {
		q.busy = true
		c.ready = append(c.ready, q)
	}
}

// queueFor is where the calls of a new seat's bot wait: of a bot that has many seats, where its others do.
func (c *conversation) queueFor(bots *columns) *queue {
	if bots == nil {
		return &queue{}
	}
	if c.queues[bots] == nil {
		c.queues[bots] = &queue{}
	}
	return c.queues[bots]
}

// step makes the next call of a queue that receive has returned; false if there is none, and the queue
// will be returned again when there is.
func (c *conversation) step(q *queue) bool {
	c.mu.Lock()
	if len(q.calls) == 0 {
		q.busy = false
		c.mu.Unlock()
		return false
	}
	call := q.calls[0]
	q.calls = q.calls[1:]
	c.mu.Unlock()
	call()
	return true
}

func (c *conversation) make(s *seat) {
	var failure *BotError
	if s.player, failure = s.ticket.maker.seat(); failure != nil {
		c.blame(s, 0, failure)
	}
}

// ask lets the bot decide a turn, unless that is over already: then what it brought is kept for the next.
func (c *conversation) ask(s *seat, turn *openTurn) {
	if turn.message.GetTurn() > s.kept {
		c.tellEvents(s, turn.message.GetEvents())
		s.keep(turn.message)
	}
	if !c.isOpen(s, turn) {
		return
	}
	s.give(turn.Turn)
	observation, err := unpack(turn.message.GetObservation())
	if err != nil {
		c.end(err)
		return
	}
	turn.Observation = observation
	var payload *anypb.Any
	failure := protect(func() error {
		action, err := s.player.act(turn.ctx, observation, turn.Turn)
		if err != nil {
			return err
		}
		payload, err = packAnswer(observation, action)
		return err
	})
	if failure != nil {
		c.giveUp(s, turn, failure)
		return
	}
	c.settle(s, turn, payload)
}

// isOpen tells whether to ask the bot about a turn. One that is not asked since its time is over is closed,
// so that it is asked after all should it come again with time.
func (c *conversation) isOpen(s *seat, turn *openTurn) bool {
	if turn.IsOpen() {
		return true
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if s.open == turn {
		s.close()
	}
	return false
}

// answerAgain answers a turn that is open again since its answer was refused: once as the bot says, then
// with a Skip.
func (c *conversation) answerAgain(s *seat, turn *openTurn, rejection *Rejection, isSecond bool) {
	number := turn.message.GetTurn()
	var payload *anypb.Any
	failure := protect(func() error {
		action := s.player.reject(rejection)
		if isSecond || !isMessage(action) {
			return nil
		}
		var err error
		payload, err = packAnswer(turn.Observation, action)
		return err
	})
	if failure != nil {
		c.blame(s, number, failure)
	}
	c.settle(s, turn, payload)
}

// giveUp skips a turn that the bot failed at; that it stopped because it was told to is no failure.
func (c *conversation) giveUp(s *seat, turn *openTurn, failure *BotError) {
	if turn.ctx.Err() != nil && errors.Is(failure.Err, context.Canceled) {
		return
	}
	number := turn.message.GetTurn()
	c.blame(s, number, failure)
	c.settle(s, turn, nil)
}

// settle answers a turn if it is still open, or gives it up with nil: now, or when it comes again after a
// break.
func (c *conversation) settle(s *seat, turn *openTurn, answer *anypb.Any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s.open != turn {
		return
	}
	isOver := !turn.IsOpen()
	s.settle(answer)
	if !s.away && !isOver { // if it comes again it is answered after all
		s.ticket.line.sayAnswer(s)
	}
}

// speak takes what a bot says, to go out with the next message, and gives it a number; any goroutine may
// call it. That it comes after the seat's next turn is left to the referee to tell.
func (c *conversation) speak(s *seat, turn int32, channel, text string) uint64 {
	if size := len(channel) + len(text); size > maxSayBytes {
		return c.refuseToSay(s, turn, size)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sayings++
	number := c.sayings
	if c.seats[s.key] != s {
		logger().Warn(fmt.Sprintf("%s: message %d is not sent: the match is over", s.key.where(turn), number))
		return number
	}
	line := s.ticket.line
	line.says = append(line.says, &wire.Say{
		MatchId: s.key.match, Seat: s.key.seat, Turn: turn, Number: number, Text: []byte(text),
		// A name that is no UTF-8 could not be written, and would break the stream.
		Channel: strings.ToValidUTF8(channel, "\uFFFD"),
	})
	if len(line.says) == 1 {
		c.spoken() // those that follow go out with it
	}
	return number
}

// refuseToSay gives a number to a message that no request can hold, and blames the bot for it.
func (c *conversation) refuseToSay(s *seat, turn int32, size int) uint64 {
	c.mu.Lock()
	c.sayings++
	number := c.sayings
	c.mu.Unlock()
	c.blame(s, turn, &BotError{Err: fmt.Errorf("message %d has %s bytes, and %s are allowed",
		number, thousands(size), thousands(maxSayBytes))})
	return number
}

func (c *conversation) tellStart(s *seat) {
	if bot, listens := s.player.bot.(StartListener); listens {
		c.tell(s, 0, func() { bot.OnStart(s.match) })
	}
}

func (c *conversation) tellEvents(s *seat, wrapped *anypb.Any) {
	bot, listens := s.player.bot.(EventsListener)
	if !listens || wrapped == nil {
		return
	}
	events, err := unpack(wrapped)
	if err != nil {
		c.end(err)
		return
	}
	c.tell(s, 0, func() { bot.OnEvents(s.match, events) })
}

func (c *conversation) tellRejected(s *seat, rejection *Rejection) {
	c.tell(s, int32(rejection.Turn), func() { s.player.reject(rejection) })
}

func (c *conversation) tellMissed(s *seat, missed *Missed) {
	if bot, listens := s.player.bot.(MissedListener); listens {
		c.tell(s, int32(missed.Turn), func() { bot.OnMissed(missed) })
	}
}

func (c *conversation) tellEnd(s *seat, events *anypb.Any, outcome *Outcome) {
	c.tellEvents(s, events)
	outcome.Said = append(saidOf(s.keptSaid), outcome.Said...)
	if bot, listens := s.player.bot.(EndListener); listens {
		c.tell(s, 0, func() { bot.OnEnd(s.match, outcome) })
	}
}

func (c *conversation) tell(s *seat, turn int32, call func()) {
	failure := protect(func() error {
		call()
		return nil
	})
	if failure != nil {
		c.blame(s, turn, failure)
	}
}

// blame logs a failure of the author's code, which goes on unless the process is strict.
func (c *conversation) blame(s *seat, turn int32, failure *BotError) {
	failure.Where = s.key.where(turn)
	c.log(failure, s.player.source)
}

// log logs and counts a failure of the author's code at some place of it.
func (c *conversation) log(failure *BotError, source string) {
	raised := failure.stack
	if raised == "" {
		raised = "\n\treturned by " + source
	}
	logger().Error(fmt.Sprint(failure, raised))
	c.mu.Lock()
	defer c.mu.Unlock()
	c.count(failure)
}

// count counts a failure that is logged; the lock is held.
func (c *conversation) count(failure *BotError) {
	c.botErrs++
	if c.botErr == nil {
		c.botErr = failure
	}
	if c.strict {
		c.end(failure)
	}
}
