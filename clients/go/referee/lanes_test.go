package referee

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	diceman "github.com/gamereferee/gamereferee/clients/go/gen/gamereferee/games/diceman/v1"
	wire "github.com/gamereferee/gamereferee/clients/go/gen/gamereferee/v1"
	"google.golang.org/protobuf/proto"
)

// laneMatches are those of the tests, with rows from firstRow.
var laneMatches = []string{"a", "b", "c"}

const (
	laneNumber = 4
	firstRow   = 7
)

// many is a recorder that takes turns in columns, too; it answers with the turns' numbers unless told otherwise.
type many struct {
	recorder
	asked  *[]*LaneTurns
	answer func(turns *LaneTurns) (*LaneAnswers, error)
}

func (m many) ActColumns(_ context.Context, turns *LaneTurns) (*LaneAnswers, error) {
	m.note("columns %v", turns.Numbers)
	*m.asked = append(*m.asked, turns)
	if m.answer != nil {
		return m.answer(turns)
	}
	return Numbers(turns.Numbers), nil
}

// laneTalk is a conversation with seat 0 of three matches or more on a lane.
type laneTalk struct {
	*talk
	calls   *[]string
	asked   []*LaneTurns
	matches []string
}

func newLaneTalk(
	t *testing.T, ragged bool, answer func(*LaneTurns) (*LaneAnswers, error), more ...string,
) *laneTalk {
	t.Helper()
	k := &laneTalk{talk: newTalk(t, false), calls: &[]string{}, matches: slices.Concat(laneMatches, more)}
	maker := Columns(many{recorder{k.calls}, &k.asked, answer}, "table.life")
	for _, match := range k.matches {
		if err := k.join("token-"+match, maker); err != nil {
			t.Fatal(err)
		}
	}
	k.play(k.onLane(ragged))
	return k
}

// onLane joins the matches' seats and opens their lane.
func (k *laneTalk) onLane(ragged bool) *wire.PlayResponse {
	k.t.Helper()
	low, high := 0.0, 5.0
	answers := &wire.SimulationColumn{Name: "choice", Dtype: "int8", Low: &low, High: &high}
	if ragged {
		answers = &wire.SimulationColumn{Name: "action", Dtype: "uint8", Ragged: true}
	}
	response := &wire.PlayResponse{
		Lanes: []*wire.LaneOpened{{
			Lane: laneNumber, Game: "diceman", GameVersion: 1, NumSeats: 2, Answers: answers,
			Observed: []*wire.SimulationColumn{
				{Name: "table.life", Dtype: "int16", Shape: []int32{2}},
				{Name: "texts", Dtype: "uint8", Ragged: true},
			},
		}},
		LaneRows: []*wire.LaneRows{{Lane: laneNumber, FirstRow: firstRow, MatchIds: k.matches}},
	}
	for i, match := range k.matches {
		message := joined(k.t, uint64(i+1), 0)
		message.MatchId = match
		response.Joins = append(response.Joins, message)
	}
	return response
}

func ints32(values ...int32) []byte {
	var data []byte
	for _, value := range values {
		data = binary.LittleEndian.AppendUint32(data, uint32(value))
	}
	return data
}

func ints64(values ...int64) []byte {
	var data []byte
	for _, value := range values {
		data = binary.LittleEndian.AppendUint64(data, uint64(value))
	}
	return data
}

// laneTurns are turns of the lane: in each row life is its number and -1, and the text as long as the row's.
func laneTurns(number int32, rows ...int32) *wire.PlayResponse {
	var life, texts []byte
	var numbers []int32
	var remaining, elapsed []int64
	ends := []int64{0}
	for _, row := range rows {
		life = binary.LittleEndian.AppendUint16(life, uint16(row))
		life = binary.LittleEndian.AppendUint16(life, math.MaxUint16)
		texts = append(texts, strings.Repeat("x", int(row))...)
		numbers, ends = append(numbers, number), append(ends, int64(len(texts)))
		remaining, elapsed = append(remaining, 1_500_000), append(elapsed, -1)
	}
	return &wire.PlayResponse{LaneTurns: []*wire.LaneTurns{{
		Lane: laneNumber, Rows: ints32(rows...), Turns: ints32(numbers...),
		Observed:    []*wire.ColumnData{{Data: life}, {Data: texts, Offsets: ints64(ends...)}},
		RemainingUs: ints64(remaining...), ElapsedUs: ints64(elapsed...),
	}}}
}

// laneAnswers are answers to turns of some rows, all of one number, which is their value, too.
func laneAnswers(number int32, rows ...int32) *wire.PlayRequest {
	var numbers []int32
	for range rows {
		numbers = append(numbers, number)
	}
	return &wire.PlayRequest{LaneAnswers: []*wire.LaneAnswers{{
		Lane: laneNumber, Rows: ints32(rows...), Turns: ints32(numbers...),
		Values: &wire.ColumnData{Data: []byte(strings.Repeat(string(rune(number)), len(rows)))},
	}}}
}

func TestJoinsOfABotWithColumnsAskForLanes(t *testing.T) { // 35
	k := newTalk(t, false)
	maker, _ := recording()
	var asked []*LaneTurns
	for i, maker := range []Maker{maker, Columns(many{asked: &asked}, "table.life", "table.round")} {
		if err := k.join(fmt.Sprint("token-", i), maker); err != nil {
			t.Fatal(err)
		}
	}
	joins := k.take().GetJoins()
	if slices.Contains(joins[0].GetFeatures(), "lanes") || len(joins[0].GetLaneColumns()) != 0 {
		t.Errorf("a bot without columns asks for %v", joins[0])
	}
	if !slices.Contains(joins[1].GetFeatures(), "lanes") ||
		!slices.Equal(joins[1].GetLaneColumns(), []string{"table.life", "table.round"}) {
		t.Errorf("a bot with columns asks for %v", joins[1])
	}
}

func TestTurnsComeInColumnsAndSoDoAnswers(t *testing.T) { // 35
	k := newLaneTalk(t, false, nil)
	wants(t, k.play(laneTurns(1, 7, 9)), laneAnswers(1, 7, 9))
	turns := k.asked[0]
	life, err := Values[int](turns, "table.life")
	if err != nil || !slices.Equal(life, []int{7, -1, 9, -1}) {
		t.Errorf("life %v, %v", life, err)
	}
	texts, err := Lists[byte](turns, "texts")
	if err != nil || len(texts) != 2 || string(texts[0]) != "xxxxxxx" || len(texts[1]) != 9 {
		t.Errorf("texts %q, %v", texts, err)
	}
	if turns.Match(1).ID != "c" || turns.Bank != nil || turns.Elapsed[0] >= 0 ||
		!slices.Equal(turns.Remaining, []time.Duration{1500 * time.Millisecond, 1500 * time.Millisecond}) {
		t.Errorf("turns %+v", turns)
	}
	wantsCalls(t, k.calls, "start a/0", "start c/0", "columns [1 1]")
	wants(t, k.play(laneTurns(2, 8)), laneAnswers(2, 8))
}

func TestAColumnThatCanNotBeReadSoIsAnError(t *testing.T) {
	k := newLaneTalk(t, false, nil)
	k.play(laneTurns(1, 7))
	turns := k.asked[0]
	_, unknown := Values[int](turns, "life")
	_, ragged := Values[int](turns, "texts")
	_, plain := Lists[int](turns, "table.life")
	_, narrow := Values[uint8](turns, "table.life")
	for want, err := range map[string]error{
		`the lane has no column "life"`:              unknown,
		"column texts: Values reads":                 ragged,
		"column table.life: Values reads":            plain,
		"table.life: uint8 can't hold its number -1": narrow,
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v; want %q", err, want)
		}
	}
}

func TestMatchesThatAreOverAreLeftOutOfColumns(t *testing.T) { // 7, 35
	k := newLaneTalk(t, false, nil)
	response := laneTurns(1, 7, 8, 9)
	response.Ends = []*wire.MatchEnded{{MatchId: "b"}}
	wants(t, k.play(response), laneAnswers(1, 7, 9))
	if texts, err := Lists[byte](k.asked[0], "texts"); err != nil || len(texts[1]) != 9 {
		t.Errorf("texts %q, %v", texts, err)
	}
	if life, err := Values[int8](k.asked[0], "table.life"); err != nil || !slices.Equal(life, []int8{7, -1, 9, -1}) {
		t.Errorf("life %v, %v", life, err)
	}
}

func TestAnswersThatDoNotFitGiveTheirTurnsUp(t *testing.T) { // 19, 35
	for want, answer := range map[string]func(*LaneTurns) (*LaneAnswers, error){
		"must return 3 Numbers, not 2 Numbers": func(*LaneTurns) (*LaneAnswers, error) { return Numbers([]int{1, 2}), nil },
		"must return 3 Numbers, not 3 Actions": func(*LaneTurns) (*LaneAnswers, error) {
			return Actions(make([]*diceman.Action, 3)), nil
		},
		"numbers from 0 to 5, not 6": func(*LaneTurns) (*LaneAnswers, error) { return Numbers([]int{1, 6, 2}), nil },
		"not nil":                    func(*LaneTurns) (*LaneAnswers, error) { return nil, nil },
		"a bug":                      func(*LaneTurns) (*LaneAnswers, error) { return nil, errors.New("a bug") },
		"a panic":                    func(*LaneTurns) (*LaneAnswers, error) { panic("a panic") },
	} {
		k := newLaneTalk(t, false, answer)
		skips := &wire.PlayRequest{}
		for _, match := range laneMatches {
			skips.Skips = append(skips.Skips, &wire.Skip{MatchId: match, Turn: 1})
		}
		wants(t, k.play(laneTurns(1, 7, 8, 9)), skips)
		if _, failure, count := k.errors(); count != 1 || !strings.Contains(failure.Error(), want) ||
			!strings.Contains(failure.Error(), "3 matches of diceman, seat 0") {
			t.Errorf("%d failures, %v; want %q", count, failure, want)
		}
	}
}

func TestOneBadActionCostsItsOwnTurn(t *testing.T) { // 19, 28, 35
	k := newLaneTalk(t, true, func(turns *LaneTurns) (*LaneAnswers, error) {
		return Actions([]*diceman.Action{{Dice: []int32{2, 3}}, nil, {Dice: make([]int32, 70_000)}, {}}[:turns.Len()]), nil
	})
	first, err := proto.Marshal(&diceman.Action{Dice: []int32{2, 3}})
	if err != nil {
		t.Fatal(err)
	}
	wants(t, k.play(laneTurns(1, 7, 8, 9)), &wire.PlayRequest{
		LaneAnswers: []*wire.LaneAnswers{{
			Lane: laneNumber, Rows: ints32(7), Turns: ints32(1),
			Values: &wire.ColumnData{Data: first, Offsets: ints64(0, int64(len(first)))},
		}},
		Skips: []*wire.Skip{{MatchId: "b", Turn: 1}, {MatchId: "c", Turn: 1}},
	})
	if _, _, count := k.errors(); count != 2 {
		t.Errorf("%d failures", count)
	}
}

func TestARefusedAnswerOfALaneIsGivenAgainOrUp(t *testing.T) { // 29, 35
	k := newLaneTalk(t, false, nil)
	k.play(laneTurns(1, 7, 8))
	refused := &wire.PlayResponse{Rejections: []*wire.Rejected{
		{MatchId: "a", Turn: 1, Reason: wire.ErrorReason_ERROR_REASON_MALFORMED, Text: "no"},
	}}
	wants(t, k.play(refused), &wire.PlayRequest{Skips: []*wire.Skip{{MatchId: "a", Turn: 1}}})
	wants(t, k.play(refused), nil)
	k.play(&wire.PlayResponse{Missed: []*wire.MissedDeadline{{MatchId: "b", Turn: 1}}})
	refused.Rejections[0].MatchId = "b"
	wants(t, k.play(refused), nil)
	wants(t, k.play(laneTurns(2, 7, 8)), laneAnswers(2, 7, 8))
}

func TestWhatIsOverWhileColumnsAreDecidedIsNotAnswered(t *testing.T) { // 10, 30, 35
	var k *laneTalk
	k = newLaneTalk(t, false, func(turns *LaneTurns) (*LaneAnswers, error) {
		k.hear(&wire.PlayResponse{
			Missed: []*wire.MissedDeadline{{MatchId: "a", Turn: 1}},
			Ends:   []*wire.MatchEnded{{MatchId: "b"}},
		})
		return Numbers(turns.Numbers), nil
	})
	wants(t, k.play(laneTurns(1, 7, 8, 9)), laneAnswers(1, 9))
}

func TestTurnsOfALaneWhoseTimeIsOverAreNeitherAskedNorAnswered(t *testing.T) { // 10, 30, 35
	now := time.Now()
	k := newLaneTalk(t, false, func(turns *LaneTurns) (*LaneAnswers, error) {
		now = now.Add(time.Minute)
		return Numbers(turns.Numbers), nil
	})
	k.now = func() time.Time { return now }
	waiting := k.hear(laneTurns(1, 7))
	now = now.Add(time.Minute)
	for k.step(waiting[0]) {
	}
	wants(t, k.take(), nil)
	wantsCalls(t, k.calls, "start a/0")
	wants(t, k.play(laneTurns(2, 7)), nil)
	wantsCalls(t, k.calls, "start a/0", "columns [2]")
}

func TestAMatchThatLeavesItsLaneIsPlayedByItself(t *testing.T) { // 35
	k := newLaneTalk(t, false, nil)
	k.play(laneTurns(1, 7, 8))
	single := turnOf(t, 0, 2)
	single.MatchId = "a"
	response := laneTurns(2, 8)
	response.Turns = []*wire.Turn{single}
	said := k.play(response)
	want := laneAnswers(2, 8)
	want.Actions = answers(t, 0, 2).GetActions()
	want.Actions[0].MatchId = "a"
	wants(t, said, want)
	wants(t, k.play(laneTurns(3, 7)), laneAnswers(3, 7))
}

func TestNothingOfALaneOutlivesItsStream(t *testing.T) { // 9, 35
	k := newLaneTalk(t, false, nil)
	thinking := k.hear(laneTurns(1, 7, 8))
	k.opened()
	k.take()
	for _, queue := range thinking {
		for k.step(queue) {
		}
	}
	wants(t, k.take(), nil)
	if _, err := k.receive(k.home, laneTurns(1, 7)); err == nil {
		t.Error("a lane of an earlier stream is known")
	}
	again := k.onLane(false)
	again.LaneRows[0].FirstRow = 1
	for _, message := range again.Joins {
		message.Rejoined = true
	}
	k.play(again)
	wants(t, k.play(laneTurns(1, 1, 2)), laneAnswers(1, 1, 2))
}

func TestAnswersOfManyRowsGoOutInSeveralMessages(t *testing.T) { // 28, 35
	long := &diceman.Action{Dice: make([]int32, 60_000)}
	var more []string
	var rows []int32
	for i := range int32(30) {
		more, rows = append(more, fmt.Sprint("more-", i)), append(rows, firstRow+i)
	}
	k := newLaneTalk(t, true, func(turns *LaneTurns) (*LaneAnswers, error) {
		return Actions(slices.Repeat([]*diceman.Action{long}, turns.Len())), nil
	}, more...)
	answered, requests := 0, 0
	for request := k.play(laneTurns(1, rows...)); request != nil; request = k.take() {
		if size := proto.Size(request); size > maxRequestBytes {
			t.Errorf("a request of %d bytes", size)
		}
		requests++
		for _, answers := range request.GetLaneAnswers() {
			answered += len(answers.GetRows()) / 4
		}
	}
	if answered != len(rows) || requests < 2 {
		t.Errorf("%d answers in %d requests", answered, requests)
	}
}

func TestNumbersAreReadAndWrittenInEachType(t *testing.T) {
	for dtype, width := range widths {
		data := appendNumber(nil, dtype, 1)
		values, err := numbersOf[int64](dtype, data)
		if err != nil || len(data) != width || !slices.Equal(values, []int64{1}) {
			t.Errorf("%s: %v, %v, %v", dtype, data, values, err)
		}
	}
	if _, err := numbersOf[int]("complex64", nil); err == nil {
		t.Error("an unknown type is read")
	}
	if values, err := numbersOf[float32]("float64", appendNumber(nil, "float64", 3)); err != nil || values[0] != 3 {
		t.Errorf("%v, %v", values, err)
	}
	if _, err := numbersOf[uint64]("int8", []byte{255}); err == nil {
		t.Error("-1 is read as a uint64")
	}
}
