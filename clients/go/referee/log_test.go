package referee

import (
	"bytes"
	"context"
	"log"
	"log/slog"
	"testing"
	"time"
)

func TestLinesHaveTheFormOfAllSDKs(t *testing.T) {
	var lines string
	handler := &lineHandler{write: func(line string) { lines += line }}
	when := time.Date(2026, 11, 28, 15, 5, 25, 320_900_000, time.Local)
	for _, level := range []slog.Level{slog.LevelDebug, slog.LevelInfo, slog.LevelWarn, slog.LevelError} {
		record := slog.NewRecord(when, level, "match m1 seat 0: joined again", 0)
		if err := handler.Handle(context.Background(), record); err != nil {
			t.Fatal(err)
		}
	}
	want := `2026-11-28 15:05:25.320 DEBUG referee_client: match m1 seat 0: joined again
2026-11-28 15:05:25.320 INFO referee_client: match m1 seat 0: joined again
2026-11-28 15:05:25.320 WARNING referee_client: match m1 seat 0: joined again
2026-11-28 15:05:25.320 ERROR referee_client: match m1 seat 0: joined again
`
	if lines != want {
		t.Errorf("got %s; want %s", lines, want)
	}
}

func TestTheLevelIsThatOfTheProgram(t *testing.T) {
	before := slog.SetLogLoggerLevel(slog.LevelWarn)
	defer slog.SetLogLoggerLevel(before)
	if logger().Enabled(context.Background(), slog.LevelInfo) || !logger().Enabled(context.Background(), slog.LevelWarn) {
		t.Error("not the level of slog.SetLogLoggerLevel")
	}
}

func TestAProgramsOwnLogIsRespected(t *testing.T) {
	if logger() != ownLogger {
		t.Error("the SDK's form is not what holds if a program sets nothing")
	}
	for name, change := range map[string]func() (undo func()){
		"writer": func() func() { log.SetOutput(&bytes.Buffer{}); return func() { log.SetOutput(stderr) } },
		"flags":  func() func() { log.SetFlags(0); return func() { log.SetFlags(log.LstdFlags) } },
		"prefix": func() func() { log.SetPrefix("bot: "); return func() { log.SetPrefix("") } },
	} {
		undo := change()
		if logger() != slog.Default() {
			t.Errorf("the program's %s is passed over", name)
		}
		undo()
	}
	before := slog.Default()
	defer func() { slog.SetDefault(before); log.SetOutput(stderr); log.SetFlags(log.LstdFlags) }()
	own := slog.New(slog.NewJSONHandler(&bytes.Buffer{}, nil))
	slog.SetDefault(own)
	if logger() != own {
		t.Error("the program's handler is passed over")
	}
}

var stderr = log.Writer()
