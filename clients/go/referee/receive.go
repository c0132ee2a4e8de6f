package referee

import (
	"context"
	"fmt"

	wire "github.com/gamereferee/gamereferee/clients/go/gen/gamereferee/v1"
)

// receive takes in what came on a line, and returns the queues that have calls of bots to be made from now on:
// each wants a goroutine that calls step until there is nothing left. The error is a ProtocolError.
func (c *conversation) receive(l *line, response *wire.PlayResponse) ([]*queue, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	l.pinged, c.heard = false, c.now()
	if !l.open {
		c.answered(l)
	}
	if response.GetPing() != nil {
		l.say().Pongs = append(l.say().Pongs, &wire.Pong{Number: response.GetPing().GetNumber()})
	}
	for _, joined := range response.GetJoins() {
		if err := c.joined(l, joined); err != nil {
			return nil, err
		}
	}
	for _, shown := range response.GetCommitments() {
		c.committed(shown)
	}
	for _, started := range response.GetStarts() {
		c.started(started)
	}
	for _, rejected := range response.GetRejections() {
		c.rejected(l, rejected)
	}
	for _, missed := range response.GetMissed() {
		c.missed(missed)
	}
	for _, ended := range response.GetEnds() {
		c.ended(ended)
	}
	if response.GetDraining() && !c.draining {
		c.draining = true
		logger().Warn("the referee is going to stop: running matches go on, no new ones start")
	}
	for _, turn := range response.GetTurns() {
		if s := c.seats[seatKey{turn.GetMatchId(), turn.GetSeat()}]; s != nil { // else its match is over
			c.turn(l, s, turn)
		}
	}
	for _, small := range response.GetSmallTurns() {
		if s := l.short[small.GetHandle()]; s != nil {
			c.turn(l, s, s.form.turn(small))
		}
	}
	if err := c.hearLanes(l, response); err != nil {
		return nil, err
	}
	ready := c.ready
	c.ready = nil
	return ready, nil
}

// All below is called with the lock held.

func (c *conversation) joined(l *line, message *wire.Joined) error {
	key := seatKey{message.GetMatchId(), message.GetSeat()}
	ticket := c.tickets[message.GetJoinNumber()]
	if ticket == nil {
		logger().Warn(key.where(0) + ": joined unasked")
		return nil
	}
	if ticket.line != l {
		return nil // it has gone to another line since
	}
	ticket.waits = false
	if ticket.seat != nil {
		logger().Info(key.where(0) + ": joined again")
	} else if seated, err := c.seated(ticket, message); err != nil || !seated {
		return err
	}
	l.agree(ticket.seat, shortFormOf(message))
	if l == c.home {
		ticket.worker = message.GetWorkerAddress()
		c.follow(ticket)
	}
	return nil
}

// seated takes a seat that was joined; false for one of another game, which is resigned.
func (c *conversation) seated(ticket *ticket, message *wire.Joined) (bool, error) {
	key := seatKey{message.GetMatchId(), message.GetSeat()}
	if plays := ticket.maker.game; plays != "" && plays != message.GetGame() {
		delete(c.tickets, ticket.number)
		ticket.line.sayResign(key.match, key.seat)
		c.fail(&WrongGameError{Where: key.where(0), Plays: plays, Game: message.GetGame()})
		return false, nil
	}
	s := &seat{key: key, ticket: ticket, queue: c.queueFor(ticket.maker.columns), match: &Match{
		ID: key.match, Seat: int(key.seat), Game: message.GetGame(),
		GameVersion: int(message.GetGameVersion()), NumSeats: int(message.GetNumSeats()),
		TimeControl: message.GetTimeControl(), SeedCommitment: message.GetSeedCommitment(),
	}}
	if message.GetConfig() != nil {
		config, err := unpack(message.GetConfig())
		if err != nil {
			return false, err
		}
		s.match.Config = config
	}
	s.begin(message)
	ticket.seat, c.seats[key] = s, s
	ticket.line.numSeats++
	logger().Info(fmt.Sprintf("%s: joined a match of %s", key.where(0), message.GetGame()))
	c.call(s, func() { c.make(s) })
	return true, nil
}

func (c *conversation) started(message *wire.MatchStarted) {
	s := c.seats[seatKey{message.GetMatchId(), message.GetSeat()}]
	if s == nil {
		return
	}
	if roundTrip := span(message.GetRoundTrip()); roundTrip != nil {
		c.call(s, func() { s.match.RoundTrip = roundTrip }) // where the bot reads it
	}
	s.checkStart(message)
	c.start(s)
}

// start lets the bot meet its match, once.
func (c *conversation) start(s *seat) {
	if !s.started {
		s.started = true
		c.call(s, func() { c.tellStart(s) })
	}
}

func (c *conversation) turn(l *line, s *seat, message *wire.Turn) {
	if s.ticket.line != l {
		return // it comes again on the line to which the seat has gone
	}
	s.away = false
	number := message.GetTurn()
	if s.open != nil && s.open.message.GetTurn() >= number {
		if s.open.message.GetTurn() == number {
			s.open.life.begin(c.heard, message, s.match.TimeControl)
		}
		return // it is being thought about
	}
	if number <= s.answered {
		if number == s.answered { // the answer was lost with a stream
			l.sayAnswer(s)
		}
		return
	}
	c.start(s) // this process may have taken it up in the middle of the match
	s.close()
	s.leaveLane()
	ctx, cancel := context.WithCancel(c.ctx)
	life := &life{}
	life.begin(c.heard, message, s.match.TimeControl)
	turn := &openTurn{&Turn{
		Match: s.match, message: message,
		speak:  func(channel, text string) uint64 { return c.speak(s, number, channel, text) },
		isOpen: func() bool { return life.isOpen(c.now()) && c.ctx.Err() == nil },
	}, ctx, cancel, life}
	s.open = turn
	c.call(s, func() { c.ask(s, turn) })
}

func (c *conversation) rejected(l *line, message *wire.Rejected) {
	reason := enumName(message.GetReason())
	if ticket := c.tickets[message.GetJoinNumber()]; ticket != nil {
		if ticket.line == l {
			c.refused(ticket, reason, message.GetText())
		}
		return
	}
	key := seatKey{message.GetMatchId(), message.GetSeat()}
	s := c.seats[key]
	isOfSay := message.GetSayNumber() != 0 // on whichever line: what bots say goes out once
	isTakenOver := message.GetReason() == wire.ErrorReason_ERROR_REASON_TAKEN_OVER && !isOfSay
	hasLeft := s != nil && s.ticket.line != l && !isOfSay
	switch {
	case s == nil && isTakenOver, hasLeft, isTakenOver && s.ticket.waits:
		// We have taken the seat over ourselves, on another line or on this one. What ends its stay here comes
		// behind the answer to its join. A turn whose answer was refused comes again where the seat is.
		logger().Debug(fmt.Sprintf("%s: %s where it was before", key.where(message.GetTurn()), reason))
		return
	case s == nil:
		about := ""
		if key.match != "" {
			about = key.where(message.GetTurn()) + ": "
		}
		logger().Warn(fmt.Sprintf("%srejected: %s: %s", about, reason, message.GetText()))
		return
	case isTakenOver:
		text := message.GetText()
		if text == "" {
			text = "another process plays it now"
		}
		c.drop(s)
		c.fail(&TakenOverError{Where: s.key.where(0), Text: text})
		return
	}
	rejection := &Rejection{
		Match: s.match, Turn: int(message.GetTurn()), Reason: reason, Text: message.GetText(),
		SayNumber: message.GetSayNumber(),
	}
	if isOfAnswer(message) {
		if turn := s.reopen(c.ctx, message.GetTurn()); turn != nil {
			isSecond := s.refused == message.GetTurn()
			s.refused = message.GetTurn()
			// Here and not where the bot hears of it, so that the first failure is the one that came first.
			failure := &BotError{
				Where: s.key.where(message.GetTurn()),
				Err:   fmt.Errorf("the answer was refused: %s: %s", reason, message.GetText()),
			}
			logger().Error(failure.Error())
			c.count(failure)
			c.call(s, func() { c.answerAgain(s, turn, rejection, isSecond) })
			return
		}
	}
	logger().Warn(fmt.Sprintf("%s: rejected: %s: %s", s.key.where(message.GetTurn()), reason, message.GetText()))
	c.call(s, func() { c.tellRejected(s, rejection) })
}

// isOfAnswer tells whether a rejection is of an answer that could not be read, which leaves its turn open.
func isOfAnswer(message *wire.Rejected) bool {
	switch message.GetReason() {
	case wire.ErrorReason_ERROR_REASON_MALFORMED, wire.ErrorReason_ERROR_REASON_WRONG_TYPE:
		return message.GetSayNumber() == 0
	}
	return false
}

// refused is about a token: at first, after a break, or at a worker.
func (c *conversation) refused(ticket *ticket, reason, text string) {
	if ticket.line != c.home && reason != "ENDED" {
		worker := ticket.line.address
		logger().Warn(fmt.Sprintf("the worker %s does not take a seat: %s: %s", worker, reason, text))
		ticket.stays = true
		c.move(ticket, c.home)
		return
	}
	if s := ticket.seat; s != nil {
		c.drop(s)
		if reason == "ENDED" {
			logger().Warn(s.key.where(0) + ": ended while the stream was broken")
			return
		}
	}
	delete(c.tickets, ticket.number)
	c.fail(&JoinError{Reason: reason, Text: text, TokenStart: firstLetters(ticket.token, 4)})
}

func (c *conversation) missed(message *wire.MissedDeadline) {
	s := c.seats[seatKey{message.GetMatchId(), message.GetSeat()}]
	if s == nil {
		return
	}
	if s.open != nil && s.open.message.GetTurn() <= message.GetTurn() {
		s.close()
	}
	if s.onLane <= message.GetTurn() {
		s.leaveLane()
	}
	if s.answered <= message.GetTurn() {
		s.ticket.line.unsay(s)
		s.last = nil
	}
	missed := &Missed{
		Match: s.match, Turn: int(message.GetTurn()), Strikes: int(message.GetStrikes()),
		StrikesLimit: int(message.GetStrikesLimit()), Forfeited: message.GetForfeited(), GivenUp: message.GetGivenUp(),
	}
	how := "missed the deadline"
	if missed.GivenUp {
		how = "gave the turn up"
	}
	limit := ""
	if missed.StrikesLimit != 0 {
		limit = fmt.Sprintf(" of %d", missed.StrikesLimit)
	}
	logger().Warn(fmt.Sprintf("%s: %s, strike %d%s", s.key.where(message.GetTurn()), how, missed.Strikes, limit))
	c.call(s, func() { c.tellMissed(s, missed) })
}

func (c *conversation) ended(message *wire.MatchEnded) {
	s := c.seats[seatKey{message.GetMatchId(), message.GetSeat()}]
	if s == nil {
		return
	}
	c.drop(s)
	outcome := outcomeOf(message)
	logger().Info(fmt.Sprintf("%s: ended: %s", s.key.where(0), outcome.summary(s.match.Seat)))
	if outcome.Reveal != nil && s.started { // without a start there were no dice
		problem := WitnessProblem(s.witness, outcome.Reveal)
		if problem != "" {
			logger().Error(fmt.Sprintf("%s: unfair dice: %s", s.key.where(0), problem))
		}
	}
	if message.GetRevealWithheld() {
		logger().Warn(s.key.where(0) + ": the reveal is withheld: the dice are to be checked later")
	}
	c.call(s, func() { c.tellEnd(s, message.GetEvents(), outcome) })
}
