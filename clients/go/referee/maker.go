package referee

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"strings"

	"google.golang.org/protobuf/proto"
)

// Maker makes the bot of each seat; Func and PerSeat make a Maker.
type Maker struct {
	game string // what its bots play; empty if any game will do
	make func() player
	// readsNoEvents tells that its bots do not look at the events of turns, hasOnEvents that they have the method.
	readsNoEvents, hasOnEvents bool
	columns                    *columns // of a bot that takes turns in columns; nil of others
}

// player is a bot without its types.
type player struct {
	bot    any // which may be a StartListener and so on
	act    func(context.Context, proto.Message, *Turn) (proto.Message, error)
	reject func(*Rejection) proto.Message // OnRejected of a RejectionListener, else one that returns nil
	source string                         // the code that decides, for the log
}

// ignore is the OnRejected of bots that have none.
func ignore(*Rejection) proto.Message { return nil }

// Func makes one function play all seats. It is called for different seats at the same time, and so
// must not write to what it shares without a lock.
func Func[O, A proto.Message](act func(ctx context.Context, observation O, turn *Turn) (A, error)) Maker {
	made := player{act: untyped(act), reject: ignore, source: placeOf(reflect.ValueOf(act).Pointer())}
	return Maker{game: gameFor[O, A](), make: func() player { return made }}
}

// PerSeat makes a bot anew for every seat, so that it can keep a memory of its match.
//
// It panics if the bot has a method of a listener's name and of another form: that would never be
// called.
func PerSeat[B Bot[O, A], O, A proto.Message](newBot func() B) Maker {
	mustListen(reflect.TypeFor[B](), reflect.TypeFor[RejectionListener[A]]())
	hasOnEvents := reflect.TypeFor[B]().Implements(reflect.TypeFor[EventsListener]())
	return Maker{game: gameFor[O, A](), hasOnEvents: hasOnEvents, make: func() player {
		bot := newBot()
		act, _ := reflect.TypeOf(bot).MethodByName("Act")
		made := player{bot: bot, act: untyped(bot.Act), reject: ignore, source: placeOf(act.Func.Pointer())}
		if listener, listens := any(bot).(RejectionListener[A]); listens {
			made.reject = func(rejection *Rejection) proto.Message { return listener.OnRejected(rejection) }
		}
		return made
	}}
}

// Plays tells which game the bots play, where their types are not of the package
// gamereferee.games.<game>.
func (m Maker) Plays(game string) Maker {
	m.game = game
	return m
}

// ReadsEvents tells whether the bots look at the events of turns, as they may unless this says no: then the
// referee is asked to leave them out, and Turn.Events has none. The Events at the end of a match come all the
// same. Code can't show it, since every turn has Events.
//
// It panics if the bots are an EventsListener all the same.
func (m Maker) ReadsEvents(reads bool) Maker {
	if m.hasOnEvents && !reads {
		panic("referee.Maker.ReadsEvents: bots that have OnEvents read events")
	}
	m.readsNoEvents = !reads
	return m
}

// columnNames are those of the columns that its bots are sent; none means all but messages.
func (m Maker) columnNames() []string {
	if m.columns == nil {
		return nil
	}
	return m.columns.names
}

// seat makes the bot of one seat. If the author's code fails at it, the seat gets a bot that fails at
// every turn.
func (m Maker) seat() (player, *BotError) {
	var made player
	failure := protect(func() error {
		made = m.make()
		return nil
	})
	if failure != nil {
		reason := fmt.Errorf("there is no bot: %w", failure.Err)
		made.act = func(context.Context, proto.Message, *Turn) (proto.Message, error) { return nil, reason }
		made.reject = ignore
	}
	return made, failure
}

func untyped[O, A proto.Message](
	act func(context.Context, O, *Turn) (A, error),
) func(context.Context, proto.Message, *Turn) (proto.Message, error) {
	return func(ctx context.Context, observation proto.Message, turn *Turn) (proto.Message, error) {
		typed, fits := observation.(O)
		if !fits {
			return nil, fmt.Errorf("the bot takes %v, not %T", reflect.TypeFor[O](), observation)
		}
		return act(ctx, typed, turn)
	}
}

// gameFor is the game that the types of a bot belong to; empty if they do not say.
func gameFor[O, A proto.Message]() string {
	var observation O
	if any(observation) != nil {
		return gameOf(nameOf(observation))
	}
	var action A
	if any(action) != nil {
		return gameOf(nameOf(action))
	}
	return ""
}

// mustListen panics if a type has a method that only looks like a listener's. The RejectionListener is that
// of the bot's Action.
func mustListen(bot, rejectionListener reflect.Type) {
	for _, listener := range []reflect.Type{
		reflect.TypeFor[StartListener](), reflect.TypeFor[EventsListener](), rejectionListener,
		reflect.TypeFor[MissedListener](), reflect.TypeFor[EndListener](),
	} {
		must := listener.Method(0)
		if _, has := bot.MethodByName(must.Name); has && !bot.Implements(listener) {
			form := must.Name + strings.TrimPrefix(must.Type.String(), "func")
			panic(fmt.Sprintf("referee.PerSeat: %v must have %s, or no such method", bot, form))
		}
	}
}

// protect calls the author's code, and makes an error or a panic of it a BotError without a Where.
func protect(call func() error) (failure *BotError) {
	defer func() {
		if reason := recover(); reason != nil {
			err, isError := reason.(error)
			if !isError {
				err = errors.New(fmt.Sprint(reason))
			}
			failure = &BotError{Err: err, stack: stack()}
		}
	}()
	if err := call(); err != nil {
		return &BotError{Err: err}
	}
	return nil
}

// stack tells where a panic was raised, for a deferred function that has just recovered from it: the
// innermost call first, without the runtime's.
func stack() string {
	counters := make([]uintptr, 64)
	frames := runtime.CallersFrames(counters[:runtime.Callers(3, counters)])
	var lines strings.Builder
	for {
		frame, more := frames.Next()
		if strings.HasSuffix(frame.Function, "referee.protect") {
			break
		}
		if !strings.HasPrefix(frame.Function, "runtime.") {
			fmt.Fprintf(&lines, "\n\t%s (%s:%d)", frame.Function, frame.File, frame.Line)
		}
		if !more {
			break
		}
	}
	return lines.String()
}

// placeOf names a function and where it stands.
func placeOf(counter uintptr) string {
	function := runtime.FuncForPC(counter)
	file, line := function.FileLine(counter)
	return fmt.Sprintf("%s (%s:%d)", function.Name(), file, line)
}
