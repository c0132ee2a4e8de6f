package referee

import (
	"slices"
	"time"

	wire "github.com/gamereferee/gamereferee/clients/go/gen/gamereferee/v1"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/durationpb"
)

const (
	// smallTurns is the feature of a client that reads turns in short, and answers them so.
	smallTurns = "small-turns"
	// withoutEvents is the feature of a client whose bot does not look at the events of turns.
	withoutEvents = "without-events"
)

// shortForm is how the turns and actions of one seat travel in short, on the stream that has joined it.
// What the join has said once is put back here, so that nothing else knows in which form a turn came.
type shortForm struct {
	key    seatKey
	form   *wire.SmallForm
	phases map[int32]string
	// free is the time for the first decision and for any other, without the bank; nil if without end.
	free *[2]time.Duration
}

// shortFormOf is that of an answer to a join; nil if turns come at length.
func shortFormOf(joined *wire.Joined) *shortForm {
	if joined.GetSmallForm() == nil {
		return nil
	}
	f := &shortForm{
		key: seatKey{joined.GetMatchId(), joined.GetSeat()}, form: joined.GetSmallForm(), phases: map[int32]string{},
	}
	if other := span(joined.GetTimeControl().GetMoveTime()); other != nil {
		first := other
		if named := span(joined.GetTimeControl().GetFirstMove()); named != nil {
			first = named
		}
		f.free = &[2]time.Duration{*first, *other}
	}
	return f
}

// turn is a turn at length; turns must be given in the order in which they came, since a phase has its name
// only once.
func (f *shortForm) turn(small *wire.SmallTurn) *wire.Turn {
	if small.GetPhaseName() != "" {
		f.phases[small.GetPhase()] = small.GetPhaseName()
	}
	observation := small.GetObservation()
	if known := f.form.GetKnownObservation(); len(known) > 0 {
		observation = slices.Concat(known, observation)
	}
	turn := &wire.Turn{
		MatchId: f.key.match, Seat: f.key.seat, Turn: small.GetTurn(), Phase: f.phases[small.GetPhase()],
		Observation: &anypb.Any{TypeUrl: f.form.GetObservationUrl(), Value: observation},
		Clock:       f.clock(small), Said: small.GetSaid(), Channels: small.GetChannels(),
	}
	if len(small.GetEvents()) > 0 {
		turn.Events = &anypb.Any{TypeUrl: f.form.GetEventsUrl(), Value: small.GetEvents()}
	}
	return turn
}

// clock is the seat's clock, exact to a microsecond.
func (f *shortForm) clock(small *wire.SmallTurn) *wire.Clock {
	clock := &wire.Clock{Strikes: small.GetStrikes()}
	switch {
	case small.Remaining != nil:
		clock.Remaining = microseconds(small.GetRemaining())
	case f.free != nil:
		free := f.free[min(1, max(0, small.GetTurn()-1))]
		clock.Remaining = durationpb.New(free + time.Duration(small.GetBank())*time.Microsecond)
	}
	if small.Bank != nil {
		clock.Bank = microseconds(small.GetBank())
	}
	if small.LastElapsed != nil {
		clock.LastElapsed = microseconds(small.GetLastElapsed())
		clock.LastLag = microseconds(small.GetLastLag())
	}
	return clock
}

// action is the answer to a turn in short; nil for a message that is not the game's Action, which goes at
// length so that the referee can say what is wrong with it.
func (f *shortForm) action(turn int32, payload *anypb.Any) *wire.SmallAction {
	if f == nil || payload.GetTypeUrl() != f.form.GetActionUrl() {
		return nil
	}
	return &wire.SmallAction{Handle: f.form.GetHandle(), Turn: turn, Payload: payload.GetValue()}
}

func microseconds(count int64) *durationpb.Duration {
	return durationpb.New(time.Duration(count) * time.Microsecond)
}
