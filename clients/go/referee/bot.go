package referee

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	wire "github.com/gamereferee/gamereferee/clients/go/gen/gamereferee/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
)

// Bot plays one seat. O and A are the game's Observation and Action, such as
// *dicemanv1.Observation and *dicemanv1.Action; they say which game the bot plays.
//
// A bot is asked by one goroutine at a time. It may have any of the methods of StartListener,
// EventsListener, RejectionListener, MissedListener and EndListener besides, and is then called.
type Bot[O, A proto.Message] interface {
	// Act decides. The context ends when the turn's deadline has passed or its match is over. An error,
	// or a panic, is logged and gives the turn up: the rulebook's default is played and costs a strike.
	Act(ctx context.Context, observation O, turn *Turn) (A, error)
}

// StartListener is a bot that meets its match: all seats have joined, the first turn is near.
type StartListener interface {
	OnStart(match *Match)
}

// EventsListener is a bot that sees what happened, the game's Events message: that of every turn before
// it is asked, also of turns that are over before they can be asked, and once more before the match ends.
type EventsListener interface {
	OnEvents(match *Match, events proto.Message)
}

// RejectionListener is a bot that hears what the referee did not take; it has been logged.
//
// Where the referee could not read the answer to the open turn (the reasons MALFORMED and WRONG_TYPE), the
// Action that OnRejected returns is sent in its place. With nil, and for a bot without this method, the turn
// is given up at once, as it is when the second answer is refused too. After any other rejection the result
// is ignored.
type RejectionListener[A proto.Message] interface {
	OnRejected(rejection *Rejection) A
}

// MissedListener is a bot that hears that a deadline passed; it has been logged.
type MissedListener interface {
	OnMissed(missed *Missed)
}

// EndListener is a bot that hears how its match ended, as its last call; also for a match that never
// started.
type EndListener interface {
	OnEnd(match *Match, outcome *Outcome)
}

// Match is a match as one of its seats knows it from the start.
type Match struct {
	// ID identifies the match on its referee.
	ID string
	// Seat of this bot, from 0.
	Seat int
	// Game is its identifier, such as diceman.
	Game string
	// GameVersion is the game's behaviour version, from 1.
	GameVersion int
	// Config is the game's Config message, with every default filled in; nil if it has none.
	Config proto.Message
	// NumSeats is the number of seats in the match, from 1.
	NumSeats int
	// TimeControl has the terms in force.
	TimeControl *wire.TimeControl
	// SeedCommitment is SHA-256 of server seed and salt, 32 bytes; the SDK checks it after the end.
	SeedCommitment []byte
	// RoundTrip is what the referee measured before play; nil before the start or if nothing was
	// measured.
	RoundTrip *time.Duration
}

// Clock is a seat's clock when its turn was written. Durations are never negative.
type Clock struct {
	// Remaining is the time until the deadline, free time and reserve together; nil without a deadline.
	Remaining *time.Duration
	// Bank is the reserve when the turn was opened; nil if there is none.
	Bank *time.Duration
	// LastElapsed is what the last answer was charged; nil before the first and after a missed deadline.
	LastElapsed *time.Duration
	// LastLag is the part of the last answer's time that was the referee's own and was not charged.
	LastLag *time.Duration
	// Strikes is the number of deadlines missed so far.
	Strikes int
}

// Turn is a decision that a seat has to make.
type Turn struct {
	// Match is the match it belongs to.
	Match *Match
	// Observation is the game's Observation message.
	Observation proto.Message
	message     *wire.Turn
	events      *anypb.Any   // those of the turns before that were not asked, and then its own
	said        []*wire.Said // likewise
	speak       func(channel, text string) uint64
	isOpen      func() bool
}

// Seat is the seat that is asked, from 0.
func (t *Turn) Seat() int { return t.Match.Seat }

// Number counts this seat's decisions in the match, from 1.
func (t *Turn) Number() int { return int(t.message.GetTurn()) }

// Phase is the rulebook's name of the phase.
func (t *Turn) Phase() string { return t.message.GetPhase() }

// Config is the game's Config message, complete.
func (t *Turn) Config() proto.Message { return t.Match.Config }

// Clock is the seat's clock when the turn was written.
func (t *Turn) Clock() Clock {
	clock := t.message.GetClock()
	return Clock{
		Remaining:   span(clock.GetRemaining()),
		Bank:        span(clock.GetBank()),
		LastElapsed: span(clock.GetLastElapsed()),
		LastLag:     span(clock.GetLastLag()),
		Strikes:     int(clock.GetStrikes()),
	}
}

// IsOpen tells whether an answer still counts, as far as this process knows: a bot that thinks for long
// may ask from any goroutine, and stop once none does. It is false once the turn is answered, once a newer
// turn, a missed deadline or the end of the match has come (then its context has ended, too), and once
// Clock.Remaining and the lag margin have passed since the turn came. It is always true for a Turn that a
// test has made.
func (t *Turn) IsOpen() bool { return t.isOpen == nil || t.isOpen() }

// Events is the game's Events message: what happened since this seat was last asked, nil if nothing did.
// The error is an UnknownMessageError or a ProtocolError.
func (t *Turn) Events() (proto.Message, error) {
	if t.events == nil {
		return nil, nil
	}
	return unpack(t.events)
}

// Said is what was said where this seat could hear it since it was last asked, its own messages included.
func (t *Turn) Said() []Said { return saidOf(t.said) }

// Channels is where this seat may say something until its next turn; none in games without chat.
func (t *Turn) Channels() []Channel {
	channels := make([]Channel, 0, len(t.message.GetChannels()))
	for _, channel := range t.message.GetChannels() {
		members := make([]int, 0, len(channel.GetMembers()))
		for _, seat := range channel.GetMembers() {
			members = append(members, int(seat))
		}
		channels = append(channels, Channel{channel.GetName(), int(channel.GetNumber()), members})
	}
	return channels
}

// Say says something in the channel of that name; the others hear it with their next turns. Any
// goroutine may call it until this seat's next turn: before the answer, with it, or while others still
// think. It goes out without waiting for the answer and at most once: what a stream has lost by breaking
// is not said again.
//
// The text must be UTF-8 without control characters; the game's config rules how long it may be, and how
// many messages a turn may have. Say returns the message's number, which a Rejection that answers it has
// as SayNumber; 0 from a Turn that a test has made, which has nobody to talk to.
func (t *Turn) Say(channel, text string) uint64 {
	if t.speak == nil {
		return 0
	}
	return t.speak(channel, text)
}

// LogValue names the turn in structured logs.
func (t *Turn) LogValue() slog.Value {
	return slog.GroupValue(slog.String("match", t.Match.ID), slog.Int("seat", t.Match.Seat),
		slog.Int("number", t.Number()))
}

// Channel is where some seats hear what any of them says.
type Channel struct {
	// Name by which a seat speaks in it; it is in at most one of each name.
	Name string
	// Number tells which of the game's channels of that name it is.
	Number int
	// Members are the seats that hear it, ascending.
	Members []int
}

// Said is something that a seat said.
type Said struct {
	// Channel is its name.
	Channel string
	// Number tells which of the game's channels of that name it was.
	Number int
	// Seat that said it.
	Seat int
	// Text is what it said.
	Text string
	// Round is the rulebook's in which it was said; 0 in games without rounds.
	Round int
	// Phase is the rulebook's name of the phase in which it was said.
	Phase string
}

func saidOf(messages []*wire.Said) []Said {
	said := make([]Said, 0, len(messages))
	for _, message := range messages {
		said = append(said, Said{
			Channel: message.GetChannel(), Number: int(message.GetNumber()), Seat: int(message.GetSeat()),
			Text: message.GetText(), Round: int(message.GetRound()), Phase: message.GetPhase(),
		})
	}
	return said
}

// Rejection is something the referee did not take. The match goes on.
type Rejection struct {
	// Match it is about.
	Match *Match
	// Turn it is about; 0 if about none.
	Turn int
	// Reason is the name of the ErrorReason without its prefix, such as LATE.
	Reason string
	// Text says why, for people.
	Text string
	// SayNumber is the number of the message it answers, as Say gave it; 0 if it answers none.
	SayNumber uint64
}

// Missed says that a deadline passed unanswered; the rulebook's default action was played.
type Missed struct {
	// Match it is about.
	Match *Match
	// Turn that went unanswered.
	Turn int
	// Strikes is the number of deadlines this seat has missed so far.
	Strikes int
	// StrikesLimit is how many forfeit the seat; 0 means that no number does.
	StrikesLimit int
	// Forfeited tells whether this one did: no more turns will come.
	Forfeited bool
	// GivenUp tells whether the turn was given up, as when the bot's own code fails, instead of missed.
	GivenUp bool
}

// SeatResult is what a match came to for one seat.
type SeatResult struct {
	// Seat from 0.
	Seat int
	// Placement is the rank from 1; ties share a rank; 0 in a void match.
	Placement int
	// Score is the points by the rulebook.
	Score int64
	// Strikes is the number of deadlines missed.
	Strikes int
	// Forfeit tells why the seat was taken out, such as TIME; empty if it was not.
	Forfeit string
}

// Outcome is how a match ended, or how it ended for a seat that the rules have put out.
type Outcome struct {
	// Cause is the name of the EndCause without its prefix, such as RULES.
	Cause string
	// Text says the same in a sentence.
	Text string
	// Seats has one result a seat, in seat order; if the match goes on, only the own one is filled.
	Seats []SeatResult
	// Reveal lays the dice open; nil if the referee sent none.
	Reveal *wire.SeedReveal
	// GoesOn tells whether the match goes on without this seat; its own result is final unless OutRound is set.
	GoesOn bool
	// OutRound is the round in which the seat went out, where its place stays open until the match is over.
	OutRound int
	// FirstPlace is the first of the places that those who went out with it share by who is in longer.
	FirstPlace int
	// LastPlace is the last of them.
	LastPlace int
	// Said is what was said where this seat could hear it since it was last asked.
	Said []Said
}

// IsVoid tells whether the match has no placements and touches no rating.
func (o *Outcome) IsVoid() bool {
	switch o.Cause {
	case "RULES", "BOT_TIME", "BOT_ERROR", "FORFEIT":
		return false
	}
	return true
}

// summary is how it ended for a seat, for the log.
func (o *Outcome) summary(seat int) string {
	if o.IsVoid() {
		return fmt.Sprintf("void, %s: %s", o.Cause, o.Text)
	}
	for _, result := range o.Seats {
		if result.Seat == seat {
			return fmt.Sprintf("placement %d, score %d, %s: %s", result.Placement, result.Score, o.Cause, o.Text)
		}
	}
	return fmt.Sprintf("%s: %s", o.Cause, o.Text)
}

func outcomeOf(ended *wire.MatchEnded) *Outcome {
	message := ended.GetOutcome()
	outcome := &Outcome{
		Cause: enumName(message.GetCause()), Text: message.GetText(), Reveal: ended.GetReveal(),
		GoesOn: ended.GetGoesOn(), Said: saidOf(ended.GetSaid()), OutRound: int(ended.GetOutRound()),
		FirstPlace: int(ended.GetFirstPlace()), LastPlace: int(ended.GetLastPlace()),
	}
	for _, result := range message.GetSeats() {
		forfeit := ""
		if result.GetForfeit() != wire.ForfeitCause_FORFEIT_CAUSE_UNSPECIFIED {
			forfeit = enumName(result.GetForfeit())
		}
		outcome.Seats = append(outcome.Seats, SeatResult{
			Seat: int(result.GetSeat()), Placement: int(result.GetPlacement()), Score: result.GetScore(),
			Strikes: int(result.GetStrikes()), Forfeit: forfeit,
		})
	}
	return outcome
}
