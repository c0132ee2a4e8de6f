package referee

import (
	"context"
	"crypto/rand"
	"fmt"
	"sync/atomic"
	"time"

	wire "github.com/gamereferee/gamereferee/clients/go/gen/gamereferee/v1"
	"google.golang.org/protobuf/types/known/anypb"
)

// seatKey names a seat on a referee.
type seatKey struct {
	match string
	seat  int32
}

// names tells whether a message is about the seat.
func (k seatKey) names(message interface {
	GetMatchId() string
	GetSeat() int32
}) bool {
	return message.GetSeat() == k.seat && message.GetMatchId() == k.match
}

// where is the match and the seat, and the turn unless it is 0, for logs and errors.
func (k seatKey) where(turn int32) string {
	where := fmt.Sprintf("match %s seat %d", k.match, k.seat)
	if turn != 0 {
		where += fmt.Sprintf(" turn %d", turn)
	}
	return where
}

// seat is a seat that has been joined, until its match has ended.
type seat struct {
	key    seatKey
	ticket *ticket
	match  *Match
	player player
	// witness is what the seat was told before play, and what it did.
	witness *wire.SeatWitness
	// started tells whether the bot has met the match.
	started bool
	// open is the turn that waits for its answer; nil if none does.
	open *openTurn
	// answered is the number of the last turn answered or given up, and answer the Action; nil if given up.
	answered int32
	answer   *anypb.Any
	// last is the turn answered last, to be opened again if its answer is refused; nil once it is over.
	last *openTurn
	// refused is the number of the last turn whose answer was refused.
	refused int32
	// away tells that no turn has come yet on the stream that the seat was joined on last: answers wait for that.
	away bool
	// keptEvents and keptSaid are what turns brought that were not asked, for the next that is; they belong
	// to the goroutine that makes the calls.
	keptEvents *anypb.Any
	keptSaid   []*wire.Said
	// kept is the number of the last turn that was kept: it may come again.
	kept int32
	// form is how turns and actions travel in short on this stream; nil if at length.
	form *shortForm
	// hearing is that of the turn of a lane which is not answered yet; nil if there is none.
	hearing *hearing
	// onLane is the number of the last turn that came on a lane of this stream; 0 once it is missed or another came.
	onLane int32
	// queue has the calls of its bot, which other seats may have, too.
	queue *queue
}

// queue has the calls of a bot that wait, in order; busy while a goroutine makes them.
type queue struct {
	calls []func()
	busy  bool
}

// openTurn is a turn that the bot was asked about or will be.
type openTurn struct {
	*Turn
	ctx    context.Context
	cancel context.CancelFunc
	life   *life // which its Turn asks in IsOpen
}

// life is how long a turn lasts. Any goroutine may ask.
type life struct {
	open atomic.Bool
	over atomic.Pointer[time.Time] // when its time is over; nil without a deadline
}

// lagMargin is that of a time control that names none.
const lagMargin = 50 * time.Millisecond

// begin lets the turn last from now on as long as its message says, with the lag margin.
func (l *life) begin(now time.Time, message *wire.Turn, terms *wire.TimeControl) {
	var over *time.Time
	if remaining := span(message.GetClock().GetRemaining()); remaining != nil {
		margin := lagMargin
		if named := span(terms.GetLagMargin()); named != nil {
			margin = *named
		}
		end := now.Add(*remaining + margin)
		over = &end
	}
	l.over.Store(over)
	l.open.Store(true)
}

// isOpen tells whether the turn lasts, as far as this process knows.
func (l *life) isOpen(now time.Time) bool {
	over := l.over.Load()
	return l.open.Load() && (over == nil || now.Before(*over))
}

// close tells a bot that thinks about the turn that its answer does not count any more.
func (t *openTurn) close() {
	t.life.open.Store(false)
	t.cancel()
}

// keep adds what a turn brought to what is kept for the next that is asked, which may be the same.
func (s *seat) keep(message *wire.Turn) {
	s.kept = message.GetTurn()
	s.keptEvents = mergeEvents(s.keptEvents, message.GetEvents())
	s.keptSaid = append(s.keptSaid, message.GetSaid()...)
}

// give hands over to a turn that is asked what was kept.
func (s *seat) give(turn *Turn) {
	turn.events, turn.said = s.keptEvents, s.keptSaid
	s.keptEvents, s.keptSaid = nil, nil
}

// close closes the open turn without an answer, and tells a bot that thinks about it.
func (s *seat) close() {
	if s.open != nil {
		s.open.close()
		s.open = nil
	}
}

// leaveLane forgets the turn that came on a lane: it is over, or comes in another way.
func (s *seat) leaveLane() { s.hearing, s.onLane = nil, 0 }

// settle closes the open turn with an answer, which stays for streams that lose it; nil gives the turn up.
func (s *seat) settle(answer *anypb.Any) {
	s.answered, s.answer, s.last = s.open.message.GetTurn(), answer, s.open
	s.close()
}

// reopen opens the turn answered last once more, now that its answer was refused; nil if the number is
// another turn's, if that turn is over, or if it was given up: a Skip is never refused.
func (s *seat) reopen(ctx context.Context, number int32) *openTurn {
	if s.open == nil && s.hearing == nil && number == s.onLane && number > 0 {
		s.onLane = 0
		message := &wire.Turn{MatchId: s.key.match, Seat: s.key.seat, Turn: number}
		turn := &openTurn{Turn: &Turn{Match: s.match, message: message}, life: &life{}}
		turn.ctx, turn.cancel = context.WithCancel(ctx)
		turn.life.open.Store(true)
		s.open = turn
		return turn
	}
	if s.open != nil || s.last == nil || s.answer == nil || number != s.answered {
		return nil
	}
	turn := &openTurn{Turn: s.last.Turn, life: s.last.life}
	turn.ctx, turn.cancel = context.WithCancel(ctx)
	turn.life.open.Store(true)
	s.open, s.last = turn, nil
	return turn
}

// ticket is a token that was given to this process, until its seat's match has ended.
type ticket struct {
	number   uint64
	token    string
	maker    Maker
	features []string
	nonce    []byte // what this process adds to the match seed
	seat     *seat  // nil until joined
	line     *line  // where the token was presented last; its seat is played there, or is going to be
	waits    bool   // for the answer to that
	worker   string // address of the worker that has the match, as the referee has said at home; empty if it has not
	stays    bool   // at home, since a worker has refused the token
}

func newTicket(number uint64, token string, maker Maker, features []string, line *line) *ticket {
	nonce := make([]byte, nonceBytes)
	rand.Read(nonce) // never fails
	return &ticket{
		number: number, token: token, maker: maker, features: features, nonce: nonce, line: line, waits: true,
	}
}

// join is the message that presents it.
func (t *ticket) join(name string) *wire.Join {
	return &wire.Join{
		Token: t.token, BotName: name, Client: "go/" + Version, Number: t.number,
		Features: t.features, NonceCommitment: nonceCommitment(t.nonce), LaneColumns: t.maker.columnNames(),
	}
}

// firstLetters cuts a text; of a token, four letters may be shown.
func firstLetters(text string, count int) string {
	letters := []rune(text)
	return string(letters[:min(count, len(letters))])
}
