package referee

import (
	"cmp"
	"maps"
	"slices"
)

// Where the seats of a process are, and how they go from one line to another: from home to the workers that
// have their matches, and back when a worker is lost.

// lost takes home the seats of a line to a worker whose stream has ended.
func (c *conversation) lost(l *line) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.workers[l.address] == l {
		delete(c.workers, l.address)
	}
	for _, ticket := range c.sortedTickets() {
		if ticket.line == l {
			c.move(ticket, c.home)
		}
	}
}

// wants tells whether a seat at home would go to a worker.
func (c *conversation) wants(worker string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, ticket := range c.tickets {
		if ticket.line == c.home && ticket.worker == worker && !ticket.stays {
			return true
		}
	}
	return false
}

// All below is called with the lock held.

// answered notes that a worker can be reached: seats at home whose matches it has go there.
func (c *conversation) answered(l *line) {
	l.open = true
	c.workers[l.address] = l
	for _, ticket := range c.sortedTickets() {
		if ticket.line == c.home && !ticket.waits && ticket.worker == l.address {
			c.follow(ticket)
		}
	}
}

// follow lets a seat that was joined at home go to the worker that has its match, or asks for a line there.
// It goes nowhere before its join is answered: of two joins on two streams nobody knows which came last.
func (c *conversation) follow(ticket *ticket) {
	if ticket.worker == "" || ticket.stays || c.want == nil {
		return
	}
	if there := c.workers[ticket.worker]; there != nil {
		c.move(ticket, there)
	} else {
		c.want(ticket.worker)
	}
}

// move presents a token on another line, which takes its seat over: an open turn comes again there, and what
// is still unsent goes along behind the join.
func (c *conversation) move(ticket *ticket, to *line) {
	from := ticket.line
	ticket.line, ticket.waits = to, true
	to.say().Joins = append(to.say().Joins, ticket.join(c.name))
	s := ticket.seat
	if s == nil {
		return
	}
	where := "home"
	if to != c.home {
		where = "to the worker " + to.address
	}
	logger().Debug(s.key.where(0) + ": goes " + where)
	resigns, says := from.drop(s)
	to.say().Resigns = append(to.say().Resigns, resigns...)
	to.says = append(to.says, says...)
	from.numSeats--
	to.numSeats++
	s.leave()
}

// sortedTickets are all tokens whose matches are not over, in the order in which they were given.
func (c *conversation) sortedTickets() []*ticket {
	return slices.SortedFunc(maps.Values(c.tickets), func(a, b *ticket) int {
		return cmp.Compare(a.number, b.number)
	})
}

// leave forgets what one stream has agreed with the referee about a seat.
func (s *seat) leave() {
	s.away = true
	s.leaveLane()
	if s.witness.GetStarted() == nil {
		s.witness.NonceTold = false // the stream may have lost it
	}
}
