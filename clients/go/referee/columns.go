package referee

import (
	"context"
	"fmt"
	"reflect"
	"time"

	wire "github.com/gamereferee/gamereferee/clients/go/gen/gamereferee/v1"
	"google.golang.org/protobuf/proto"
)

// lanes is the feature of a client whose bot takes turns in columns.
const lanes = "lanes"

// ColumnsBot plays all seats of its process, and decides about the turns of many matches at once, from columns:
// arrays with an entry for each match. Columns makes a Maker of one.
//
// The referee sends turns in columns where it can, on a lane: a set of matches with the same game, config, time
// control and bots. All other turns come one by one, to Act. All methods of the bot, of whichever seat, are
// called by one goroutine at a time.
type ColumnsBot[O, A proto.Message] interface {
	Bot[O, A]
	// ActColumns decides about all turns; it returns Numbers or Actions, as turns.Lane.Answers says, with an
	// entry for each turn in their order. The context ends when playing does. An error, a panic, or answers that
	// do not fit are logged and give all these turns up.
	ActColumns(ctx context.Context, turns *LaneTurns) (*LaneAnswers, error)
}

// Columns lets one bot play all seats, in columns where turns come so. Names are those of the observation's
// columns that it reads, such as table.life; without any it is sent all but messages.
//
// It panics if the bot has a method of a listener's name and of another form: that would never be called.
func Columns[B ColumnsBot[O, A], O, A proto.Message](bot B, names ...string) Maker {
	maker := PerSeat(func() B { return bot })
	maker.columns = &columns{names: names, act: bot.ActColumns, source: sourceOf(bot, "ActColumns")}
	return maker
}

// columns is what a Maker knows of a bot that takes turns in columns. It stands for the bot, too: seats with the
// same one have the same bot.
type columns struct {
	names  []string
	act    func(context.Context, *LaneTurns) (*LaneAnswers, error)
	source string // the code that decides, for the log
}

// Lane is a set of matches whose turns come together in columns, seen from one seat of them.
type Lane struct {
	// Number is the lane's on its stream.
	Number uint32
	// Seat of the bot in each match, from 0.
	Seat int
	// Game is its identifier, such as diceman.
	Game string
	// GameVersion is the game's behaviour version, from 1.
	GameVersion int
	// NumSeats is the number of seats of each match.
	NumSeats int
	// Columns describes what turns have, in the order in which it is sent.
	Columns []Column
	// Answers describes what is to be answered: numbers, or Action messages if it is ragged.
	Answers Column
}

// Column describes one column.
type Column struct {
	// Name has the fields that lead to it, with dots between.
	Name string
	// Dtype is the type of its numbers: bool, int8, uint8, int16, int32, int64, uint64, float32 or float64.
	Dtype string
	// Shape is that of one match's entry; empty for one number.
	Shape []int
	// Low and High are the bounds of its numbers; nil where there is none.
	Low, High *float64
	// Scale is what to divide by to lie from -1 to 1; 0 if there is no such number.
	Scale float64
	// Ragged tells that there is a list of any length for each match.
	Ragged bool
	// Meaning is what it says, for people.
	Meaning string
}

// size is how many numbers one match has in a column that is not ragged.
func (c Column) size() int {
	size := 1
	for _, length := range c.Shape {
		size *= length
	}
	return size
}

func columnOf(message *wire.SimulationColumn) Column {
	shape := make([]int, len(message.GetShape()))
	for axis, length := range message.GetShape() {
		shape[axis] = int(length)
	}
	return Column{
		Name: message.GetName(), Dtype: message.GetDtype(), Shape: shape, Low: message.Low, High: message.High,
		Scale: message.GetScale(), Ragged: message.GetRagged(), Meaning: message.GetMeaning(),
	}
}

// LaneTurns are turns of one seat in some matches of a lane, one decision each. Read columns with Values and
// Lists.
type LaneTurns struct {
	// Lane has the game, the seat, and what the columns are.
	Lane *Lane
	// Rows are the numbers of the matches on the lane. A match keeps its row: it can be the index of what a bot
	// remembers of it.
	Rows []int32
	// Numbers count the seat's decisions in each match, from 1.
	Numbers []int32
	// Remaining is the time until each deadline when the turns were written; nil without deadlines.
	Remaining []time.Duration
	// Bank is the reserve of each; nil if there is none.
	Bank []time.Duration
	// Elapsed is what the last answer was charged; negative before the first and after a missed deadline.
	Elapsed []time.Duration
	seats   []*seat
	data    []*wire.ColumnData
	hearing *hearing
}

// Len is the number of turns, from 1.
func (t *LaneTurns) Len() int { return len(t.Rows) }

// Match is the match of the turn at an index.
func (t *LaneTurns) Match(index int) *Match { return t.seats[index].match }

// Values are the numbers of a column, those of one match behind those of another: its first index is the turn,
// the others are those of the column's Shape, in C order. A bool is 0 or 1.
//
// The error tells that the lane has no such column, that it is ragged, or that N can't hold a number of it.
func Values[N Number](turns *LaneTurns, column string) ([]N, error) {
	described, data, err := turns.column(column, false)
	if err != nil {
		return nil, err
	}
	values, err := numbersOf[N](described.Dtype, data.GetData())
	if err != nil {
		return nil, fmt.Errorf("column %s: %w", column, err)
	}
	if len(values) != turns.Len()*described.size() {
		return nil, &ProtocolError{fmt.Sprintf("column %s has %d numbers for %d turns", column, len(values), turns.Len())}
	}
	return values, nil
}

// Lists are the lists of a ragged column, one for each turn.
//
// The error tells that the lane has no such column, that it is not ragged, or that N can't hold a number of it.
func Lists[N Number](turns *LaneTurns, column string) ([][]N, error) {
	described, data, err := turns.column(column, true)
	if err != nil {
		return nil, err
	}
	values, err := numbersOf[N](described.Dtype, data.GetData())
	if err != nil {
		return nil, fmt.Errorf("column %s: %w", column, err)
	}
	ends, err := offsetsOf(data.GetOffsets(), turns.Len())
	if err != nil || int(ends[turns.Len()])*described.size() != len(values) {
		return nil, &ProtocolError{fmt.Sprintf("column %s has offsets that do not fit", column)}
	}
	lists := make([][]N, turns.Len())
	for i := range lists {
		lists[i] = values[int(ends[i])*described.size() : int(ends[i+1])*described.size()]
	}
	return lists, nil
}

// column finds a column by its name.
func (t *LaneTurns) column(name string, ragged bool) (Column, *wire.ColumnData, error) {
	for i, column := range t.Lane.Columns {
		if column.Name != name {
			continue
		}
		if column.Ragged != ragged {
			return column, nil, fmt.Errorf("column %s: Values reads numbers, Lists reads ragged columns", name)
		}
		return column, t.data[i], nil
	}
	return Column{}, nil, fmt.Errorf("the lane has no column %q", name)
}

// LaneAnswers are answers to the turns of a lane, one each. Numbers and Actions make them.
type LaneAnswers struct {
	numbers []int64
	actions []proto.Message // not nil where answers are messages
}

// Numbers are answers where Lane.Answers is a column of numbers: those of one turn behind those of another.
func Numbers[N Integer](values []N) *LaneAnswers {
	numbers := make([]int64, len(values))
	for i, value := range values {
		numbers[i] = int64(value)
	}
	return &LaneAnswers{numbers: numbers}
}

// Actions are answers where Lane.Answers is ragged: the game's Action messages. A nil gives its turn up, and is
// logged as a failure of the bot.
func Actions[A proto.Message](actions []A) *LaneAnswers {
	answers := &LaneAnswers{actions: make([]proto.Message, len(actions))}
	for i, action := range actions {
		answers.actions[i] = action
	}
	return answers
}

// sourceOf names a bot's method and where it stands.
func sourceOf(bot any, method string) string {
	found, _ := reflect.TypeOf(bot).MethodByName(method)
	return placeOf(found.Func.Pointer())
}
