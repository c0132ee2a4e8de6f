package referee

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"time"

	wire "github.com/gamereferee/gamereferee/clients/go/gen/gamereferee/v1"
	"google.golang.org/protobuf/proto"
)

const (
	// rowBytes is what an answer on a lane has besides its value: row, turn, and the offset at which it ends.
	rowBytes = 4 + 4 + 8
	// maxLaneBytes is the most of one message of answers; several go into a request.
	maxLaneBytes = maxRequestBytes / 4
)

// lane is a lane of one stream: which seat has which row.
type lane struct {
	*Lane
	seats map[int32]*seat // by row
	rows  map[*seat]int32
}

// hearing is what is known of the turns of one message on a lane until they are answered.
type hearing struct {
	line *line
	at   time.Time // when the message came
}

// decided are turns of a lane with their answers, which have not been sent.
type decided struct {
	turns  *LaneTurns
	values [][]byte // nil where there is no answer
}

func newLane(opened *wire.LaneOpened) *lane {
	described := make([]Column, len(opened.GetObserved()))
	for i, column := range opened.GetObserved() {
		described[i] = columnOf(column)
	}
	return &lane{&Lane{
		Number: opened.GetLane(), Seat: int(opened.GetSeat()), Game: opened.GetGame(),
		GameVersion: int(opened.GetGameVersion()), NumSeats: int(opened.GetNumSeats()),
		Columns: described, Answers: columnOf(opened.GetAnswers()),
	}, map[int32]*seat{}, map[*seat]int32{}}
}

// add gives a seat its row, in place of one that it had.
func (l *lane) add(row int32, s *seat) {
	l.drop(s)
	l.seats[row], l.rows[s] = s, row
}

// drop forgets the row of a seat.
func (l *lane) drop(s *seat) {
	if row, has := l.rows[s]; has {
		delete(l.seats, row)
		delete(l.rows, s)
	}
}

// read reads the turns of a message. The error is a ProtocolError.
func (l *lane) read(message *wire.LaneTurns) (*LaneTurns, error) {
	rows, err := numbersOf[int32]("int32", message.GetRows())
	if err != nil {
		return nil, err
	}
	numbers, err := numbersOf[int32]("int32", message.GetTurns())
	if err != nil {
		return nil, err
	}
	turns := &LaneTurns{
		Lane: l.Lane, Rows: rows, Numbers: numbers, data: message.GetObserved(),
		Remaining: micros(message.GetRemainingUs()), Bank: micros(message.GetBankUs()),
		Elapsed: micros(message.GetElapsedUs()), seats: make([]*seat, len(rows)),
	}
	times := [][]time.Duration{turns.Remaining, turns.Bank, turns.Elapsed}
	if len(numbers) != len(rows) || len(turns.data) != len(l.Columns) || slices.ContainsFunc(times,
		func(times []time.Duration) bool { return times != nil && len(times) != len(rows) }) {
		return nil, &ProtocolError{fmt.Sprintf("can't read %d turns of lane %d", len(rows), l.Number)}
	}
	for i, row := range rows {
		turns.seats[i] = l.seats[row]
	}
	return turns, nil
}

// micros reads durations; nil if there are none.
func micros(data []byte) []time.Duration {
	if len(data) == 0 {
		return nil
	}
	times := make([]time.Duration, len(data)/8)
	for i := range times {
		times[i] = time.Duration(binary.LittleEndian.Uint64(data[i*8:])) * time.Microsecond
	}
	return times
}

// some are the turns at some indices, in that order. The error is a ProtocolError.
func (t *LaneTurns) some(indices []int) (*LaneTurns, error) {
	if len(indices) == t.Len() {
		return t, nil
	}
	picked := *t
	picked.Rows, picked.Numbers, picked.seats = pick(t.Rows, indices), pick(t.Numbers, indices), pick(t.seats, indices)
	picked.Remaining, picked.Bank = pick(t.Remaining, indices), pick(t.Bank, indices)
	picked.Elapsed = pick(t.Elapsed, indices)
	picked.data = make([]*wire.ColumnData, len(t.data))
	for i, data := range t.data {
		column := t.Lane.Columns[i]
		width := widths[column.Dtype] * column.size()
		begins := func(index int) int { return index * width }
		if column.Ragged {
			offsets, err := offsetsOf(data.GetOffsets(), t.Len())
			if err != nil {
				return nil, &ProtocolError{fmt.Sprintf("column %s: %s", column.Name, err)}
			}
			begins = func(index int) int { return int(offsets[index]) * width }
		}
		if begins(t.Len()) > len(data.GetData()) {
			return nil, &ProtocolError{fmt.Sprintf("column %s is too short", column.Name)}
		}
		some, ends := &wire.ColumnData{}, binary.LittleEndian.AppendUint64(nil, 0)
		for _, index := range indices {
			some.Data = append(some.Data, data.GetData()[begins(index):begins(index+1)]...)
			ends = binary.LittleEndian.AppendUint64(ends, uint64(len(some.Data)/max(1, width)))
		}
		if column.Ragged {
			some.Offsets = ends
		}
		picked.data[i] = some
	}
	return &picked, nil
}

func pick[V any](values []V, indices []int) []V {
	if values == nil {
		return nil
	}
	picked := make([]V, len(indices))
	for i, index := range indices {
		picked[i] = values[index]
	}
	return picked
}

// isOver tells whether the time of a turn is over, as far as this process knows.
func (t *LaneTurns) isOver(index int, now time.Time) bool {
	if t.Remaining == nil {
		return false
	}
	margin := lagMargin
	if named := span(t.seats[index].match.TimeControl.GetLagMargin()); named != nil {
		margin = *named
	}
	return now.Sub(t.hearing.at) >= t.Remaining[index]+margin
}

// packed are the values of answers to some turns, and what is wrong with those that have none, by index. The
// error is that of all.
func (a *LaneAnswers) packed(turns *LaneTurns) (values [][]byte, faults map[int]error, err error) {
	if a == nil {
		return nil, nil, fmt.Errorf("ActColumns must return answers for %d turns, not nil", turns.Len())
	}
	if turns.Lane.Answers.Ragged {
		return a.packedActions(turns)
	}
	column := turns.Lane.Answers
	size := column.size()
	if a.actions != nil || len(a.numbers) != turns.Len()*size {
		return nil, nil, fmt.Errorf("ActColumns must return %d Numbers, not %d %s",
			turns.Len()*size, len(a.numbers)+len(a.actions), a.kind())
	}
	width := max(1, widths[column.Dtype])
	data := make([]byte, 0, len(a.numbers)*width)
	for _, number := range a.numbers {
		if (column.Low != nil && float64(number) < *column.Low) || (column.High != nil && float64(number) > *column.High) {
			return nil, nil, fmt.Errorf("ActColumns must return numbers %s, not %d", column.bounds(), number)
		}
		data = appendNumber(data, column.Dtype, number)
	}
	values = make([][]byte, turns.Len())
	for i := range values {
		values[i] = data[i*size*width : (i+1)*size*width]
	}
	return values, nil, nil
}

func (a *LaneAnswers) kind() string {
	if a.actions != nil {
		return "Actions"
	}
	return "Numbers"
}

// bounds are those of a column's numbers, in words.
func (c Column) bounds() string {
	low, high := "", ""
	if c.Low != nil {
		low = fmt.Sprintf("from %g ", *c.Low)
	}
	if c.High != nil {
		high = fmt.Sprintf("to %g", *c.High)
	}
	return low + high
}

func (a *LaneAnswers) packedActions(turns *LaneTurns) (values [][]byte, faults map[int]error, err error) {
	if a.actions == nil || len(a.actions) != turns.Len() {
		return nil, nil, fmt.Errorf("ActColumns must return %d Actions, not %d %s",
			turns.Len(), len(a.numbers)+len(a.actions), a.kind())
	}
	values, faults = make([][]byte, turns.Len()), map[int]error{}
	for i, action := range a.actions {
		if values[i], err = packedAction(turns.Lane.Game, action); err != nil {
			faults[i] = err
		}
	}
	return values, faults, nil
}

// packedAction is an Action message of a game in bytes, never nil without an error.
func packedAction(game string, action proto.Message) ([]byte, error) {
	if !isMessage(action) {
		return nil, fmt.Errorf("ActColumns must return the game's Action message, not nil")
	}
	name := nameOf(action)
	if own := gameOf(name); own != "" && (own != game || name.Name() != "Action") {
		return nil, fmt.Errorf("ActColumns must return Action messages of %s, not %s", game, name)
	}
	payload, err := packAnswer(nil, action)
	if err != nil {
		return nil, err
	}
	return append([]byte{}, payload.GetValue()...), nil
}

// sayDecided says what was decided about turns of lanes that are still open; the turns are answered then.
func (l *line) sayDecided() {
	for _, one := range l.decided {
		var message *wire.LaneAnswers
		var size int
		for i, value := range one.values {
			s := one.turns.seats[i]
			if value == nil || s.hearing != one.turns.hearing {
				continue
			}
			s.hearing = nil
			if size += len(value) + rowBytes; message == nil || size > maxLaneBytes {
				message, size = newLaneAnswers(one.turns.Lane), len(value)+rowBytes
				l.say().LaneAnswers = append(l.say().LaneAnswers, message)
			}
			order, values := binary.LittleEndian, message.Values
			message.Rows = order.AppendUint32(message.Rows, uint32(one.turns.Rows[i]))
			message.Turns = order.AppendUint32(message.Turns, uint32(one.turns.Numbers[i]))
			if values.Data = append(values.Data, value...); values.Offsets != nil {
				values.Offsets = order.AppendUint64(values.Offsets, uint64(len(values.Data)))
			}
		}
	}
	l.decided, l.numDecided = nil, 0
}

func newLaneAnswers(lane *Lane) *wire.LaneAnswers {
	values := &wire.ColumnData{}
	if lane.Answers.Ragged {
		values.Offsets = binary.LittleEndian.AppendUint64(nil, 0)
	}
	return &wire.LaneAnswers{Lane: lane.Number, Values: values}
}

// The conversation's part. All below but askLane is called with the lock held.

// hearLanes takes in lanes, their rows and their turns. The error is a ProtocolError.
func (c *conversation) hearLanes(l *line, response *wire.PlayResponse) error {
	for _, opened := range response.GetLanes() {
		l.lanes[opened.GetLane()] = newLane(opened)
	}
	for _, rows := range response.GetLaneRows() {
		lane := l.lanes[rows.GetLane()]
		if lane == nil {
			return &ProtocolError{fmt.Sprintf("rows of lane %d, which is not open", rows.GetLane())}
		}
		for i, match := range rows.GetMatchIds() {
			s := c.seats[seatKey{match, int32(lane.Seat)}]
			if s != nil && s.ticket.line == l && s.ticket.maker.columns != nil { // else its match is over
				lane.add(rows.GetFirstRow()+int32(i), s)
			}
		}
	}
	for _, message := range response.GetLaneTurns() {
		lane := l.lanes[message.GetLane()]
		if lane == nil {
			return &ProtocolError{fmt.Sprintf("turns of lane %d, which is not open", message.GetLane())}
		}
		turns, err := lane.read(message)
		if err != nil {
			return err
		}
		turns.hearing = &hearing{l, c.heard}
		if err := c.laneTurns(turns); err != nil {
			return err
		}
	}
	return nil
}

// laneTurns has the bots asked about turns of a lane; nearly always it is one bot.
func (c *conversation) laneTurns(turns *LaneTurns) error {
	asked := map[*columns][]int{}
	for i, s := range turns.seats {
		if s == nil {
			continue // its match is over
		}
		s.away = false
		c.start(s) // this process may have taken it up in the middle of the match
		s.close()
		s.hearing, s.onLane = turns.hearing, turns.Numbers[i]
		asked[s.ticket.maker.columns] = append(asked[s.ticket.maker.columns], i)
	}
	for _, indices := range asked {
		some, err := turns.some(indices)
		if err != nil {
			return err
		}
		c.call(some.seats[0], func() { c.askLane(some) })
	}
	return nil
}

// askLane lets the bot decide turns of a lane, without those that are over already.
func (c *conversation) askLane(turns *LaneTurns) {
	turns, err := c.openTurns(turns)
	if err != nil {
		c.end(err)
		return
	}
	if turns.Len() == 0 {
		return
	}
	bot := turns.seats[0].ticket.maker.columns
	values, faults := make([][]byte, turns.Len()), map[int]error{}
	failure := protect(func() error {
		answers, err := bot.act(c.ctx, turns)
		if err != nil {
			return err
		}
		values, faults, err = answers.packed(turns)
		return err
	})
	if failure != nil && c.ctx.Err() != nil {
		return
	}
	if failure != nil {
		failure.Where = fmt.Sprintf("%d matches of %s, seat %d", turns.Len(), turns.Lane.Game, turns.Lane.Seat)
		c.log(failure, bot.source)
		values = make([][]byte, turns.Len())
	}
	for _, i := range slices.Sorted(maps.Keys(faults)) {
		failure := &BotError{Err: faults[i], Where: turns.seats[i].key.where(turns.Numbers[i])}
		c.log(failure, bot.source)
	}
	c.settleLane(turns, values)
}

// openTurns are those turns of a lane that are not over.
func (c *conversation) openTurns(turns *LaneTurns) (*LaneTurns, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.now()
	open := make([]int, 0, turns.Len())
	for i, s := range turns.seats {
		if s.hearing == turns.hearing && !turns.isOver(i, now) {
			open = append(open, i)
		}
	}
	return turns.some(open)
}

// settleLane answers turns of a lane that are still open; those without a value are given up.
func (c *conversation) settleLane(turns *LaneTurns, values [][]byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now, l := c.now(), turns.hearing.line
	for i, s := range turns.seats {
		if s.hearing != turns.hearing {
			continue
		}
		if turns.isOver(i, now) {
			s.hearing = nil
		} else if values[i] == nil {
			s.hearing = nil
			skip := &wire.Skip{MatchId: s.key.match, Seat: s.key.seat, Turn: turns.Numbers[i]}
			l.say().Skips = append(l.say().Skips, skip)
		} else {
			l.numDecided++
		}
	}
	l.decided = append(l.decided, &decided{turns, values})
}
