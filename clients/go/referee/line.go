package referee

import (
	"slices"

	wire "github.com/gamereferee/gamereferee/clients/go/gen/gamereferee/v1"
	"google.golang.org/protobuf/proto"
)

// line is what belongs to one stream of a process: what is to be said on it, and the numbers by which the
// referee names seats there. One leads home, to the address that the process was given, by one stream after
// the other; the others lead to workers of the referee, each by one stream.
//
// All its methods are called with the conversation's lock held.
type line struct {
	address  string            // the worker's that it leads to; empty for the line home
	open     bool              // whether seats may be on it: a worker has answered first
	numSeats int               // how many are on it
	outbox   *wire.PlayRequest // nil if there is nothing to say
	says     []*wire.Say       // what bots have said and no stream has been given, in order
	pinged   bool              // nothing was heard since the ping
	short    map[uint32]*seat  // seats whose turns come in short, by handle
	lanes    map[uint32]*lane  // lanes that are open on this stream, by number

	decided    []*decided // what was decided about turns of lanes and is to be said
	numDecided int        // how many turns
}

// newLine is a line home, or one to a worker, which is asked for a pong first.
func newLine(worker string) *line {
	l := &line{address: worker, open: worker == "", short: map[uint32]*seat{}, lanes: map[uint32]*lane{}}
	if worker != "" {
		l.say().Ping = &wire.Ping{Number: 1}
	}
	return l
}

// say is the message that is being gathered.
func (l *line) say() *wire.PlayRequest {
	if l.outbox == nil {
		l.outbox = &wire.PlayRequest{}
	}
	return l.outbox
}

func (l *line) sayResign(match string, seat int32) {
	l.say().Resigns = append(l.say().Resigns, &wire.Resign{MatchId: match, Seat: seat})
}

// sayAnswer says the last answer of a seat, for the first time or again.
func (l *line) sayAnswer(s *seat) {
	key, turn := s.key, s.answered
	if s.answer == nil {
		l.say().Skips = append(l.say().Skips, &wire.Skip{MatchId: key.match, Seat: key.seat, Turn: turn})
		return
	}
	if small := s.form.action(turn, s.answer); small != nil {
		l.say().SmallActions = append(l.say().SmallActions, small)
		return
	}
	action := &wire.Action{MatchId: key.match, Seat: key.seat, Turn: turn, Payload: s.answer}
	l.say().Actions = append(l.say().Actions, action)
}

// unsay takes back a seat's answers, which come too late.
func (l *line) unsay(s *seat) {
	if l.outbox == nil {
		return
	}
	l.outbox.Actions = slices.DeleteFunc(l.outbox.Actions, func(a *wire.Action) bool { return s.key.names(a) })
	l.outbox.SmallActions = slices.DeleteFunc(l.outbox.SmallActions, func(a *wire.SmallAction) bool {
		return l.short[a.Handle] == s
	})
	l.outbox.Skips = slices.DeleteFunc(l.outbox.Skips, func(k *wire.Skip) bool { return s.key.names(k) })
	l.dropEmpty()
}

// agree notes the short form of a seat's turns on this stream; nil means that they come at length.
func (l *line) agree(s *seat, form *shortForm) {
	if s.form != nil {
		delete(l.short, s.form.form.GetHandle())
	}
	if s.form = form; form != nil {
		l.short[form.form.GetHandle()] = s
	}
}

// drop forgets a seat; it returns what was to be said of it that no turn brings again.
func (l *line) drop(s *seat) (resigns []*wire.Resign, says []*wire.Say) {
	l.unsay(s)
	l.agree(s, nil)
	s.leaveLane()
	for _, lane := range l.lanes {
		lane.drop(s)
	}
	l.says, says = partition(l.says, func(say *wire.Say) bool { return s.key.names(say) })
	if l.outbox != nil {
		l.outbox.Resigns, resigns = partition(l.outbox.Resigns, func(r *wire.Resign) bool { return s.key.names(r) })
		l.dropEmpty()
	}
	return resigns, says
}

// partition takes what is chosen out of a list; both parts keep their order.
func partition[M any](all []M, isChosen func(M) bool) (rest, chosen []M) {
	for _, one := range all {
		if isChosen(one) {
			chosen = append(chosen, one)
		} else {
			rest = append(rest, one)
		}
	}
	return rest, chosen
}

// numAnswers is how many answers wait to be sent.
func (l *line) numAnswers() int {
	return len(l.outbox.GetActions()) + len(l.outbox.GetSmallActions()) + len(l.outbox.GetSkips()) + l.numDecided
}

// begin starts on a new stream: what turns bring again is forgotten, as is what was agreed on the last one;
// resignations come behind the joins.
func (l *line) begin(joins []*wire.Join) {
	resigns := l.outbox.GetResigns()
	l.outbox, l.decided, l.numDecided, l.pinged = nil, nil, 0, false
	clear(l.lanes)
	for _, s := range l.short {
		l.agree(s, nil)
	}
	if len(joins)+len(resigns) > 0 {
		l.outbox = &wire.PlayRequest{Joins: joins, Resigns: resigns}
	}
}

// take gives everything there is to say now, or as much of it as one request may have; nil if there is
// nothing.
func (l *line) take() *wire.PlayRequest {
	if len(l.says) > 0 {
		l.say().Says = l.says
		l.says = nil
	}
	l.sayDecided()
	if l.outbox == nil || isShort(l.outbox) || proto.Size(l.outbox) <= maxRequestBytes {
		request := l.outbox
		l.outbox = nil
		return request
	}
	request := split(l.outbox)
	// What bots say is said on the next stream if this one breaks first; all else is said again there.
	l.says, l.outbox.Says = l.outbox.Says, nil
	l.dropEmpty()
	return request
}

// dropEmpty drops a message that has nothing in it any more: it would count against us.
func (l *line) dropEmpty() {
	if proto.Size(l.outbox) == 0 {
		l.outbox = nil
	}
}

// isDead is asked when nothing was heard for as long as the silence may last: the first time the
// referee is asked for a pong, the second time the stream is dead.
func (l *line) isDead() bool {
	if l.pinged {
		return true
	}
	l.pinged = true
	l.say().Ping = &wire.Ping{Number: 1}
	return false
}
