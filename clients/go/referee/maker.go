package referee

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"

	"google.golang.org/protobuf/proto"
)

// Maker makes the bot of each seat; Func and PerSeat make a Maker.
type Maker struct {
	game string // what its bots play; empty if any game will do
	make func() player
}

// player is a bot without its types.
type player struct {
	bot    any // which may be a StartListener and so on
	act    func(context.Context, proto.Message, *Turn) (proto.Message, error)
	again  func(*Rejection) proto.Message // OnRejected of a Reanswerer; nil if it is none
	source string                         // the code that decides, for the log
}

// reject lets the bot hear a rejection; nil unless it is a Reanswerer.
func (p player) reject(rejection *Rejection) proto.Message {
	if p.again != nil {
		return p.again(rejection)
	}
	if bot, listens := p.bot.(RejectionListener); listens {
		bot.OnRejected(rejection)
	}
	return nil
}

// Func makes one function play all seats. It is called for different seats at the same time, and so
// must not write to what it shares without a lock.
func Func[O, A proto.Message](act func(ctx context.Context, observation O, turn *Turn) (A, error)) Maker {
	made := player{act: untyped(act), source: placeOf(reflect.ValueOf(act).Pointer())}
	return Maker{gameFor[O, A](), func() player { return made }}
}

// PerSeat makes a bot anew for every seat, so that it can keep a memory of its match.
//
// It panics if the bot has a method of a listener's name and of another form: that would never be
// called.
func PerSeat[B Bot[O, A], O, A proto.Message](newBot func() B) Maker {
	mustListen(reflect.TypeFor[B](), reflect.TypeFor[Reanswerer[A]]())
	return Maker{gameFor[O, A](), func() player {
		bot := newBot()
		act, _ := reflect.TypeOf(bot).MethodByName("Act")
		made := player{bot: bot, act: untyped(bot.Act), source: placeOf(act.Func.Pointer())}
		if answers, again := any(bot).(Reanswerer[A]); again {
			made.again = func(rejection *Rejection) proto.Message { return answers.OnRejected(rejection) }
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

// mustListen panics if a type has a method that only looks like a listener's; that of RejectionListener
// may have the form of the Reanswerer instead.
func mustListen(bot, reanswerer reflect.Type) {
	for _, listener := range []reflect.Type{
		reflect.TypeFor[StartListener](), reflect.TypeFor[EventsListener](),
		reflect.TypeFor[RejectionListener](), reflect.TypeFor[MissedListener](),
		reflect.TypeFor[EndListener](),
	} {
		name, forms := listener.Method(0).Name, []reflect.Type{listener}
		if name == reanswerer.Method(0).Name {
			forms = append(forms, reanswerer)
		}
		if _, has := bot.MethodByName(name); has && !slices.ContainsFunc(forms, bot.Implements) {
			var must strings.Builder
			for _, form := range forms {
				must.WriteString(name + strings.TrimPrefix(form.Method(0).Type.String(), "func") + ", or ")
			}
			panic(fmt.Sprintf("referee.PerSeat: %v must have %sno such method", bot, &must))
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
