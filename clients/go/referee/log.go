package referee

import (
	"context"
	"fmt"
	"log"
	"log/slog"
	"os"
	"strings"
	"sync"
)

// logger is where the SDK logs: in its own form on standard error, or through the handler of a program
// that has set one with slog.SetDefault, or has changed where or how the package log writes.
func logger() *slog.Logger {
	isUnset := fmt.Sprintf("%T", slog.Default().Handler()) == "*slog.defaultHandler"
	if isUnset && log.Writer() == os.Stderr && log.Flags() == log.LstdFlags && log.Prefix() == "" {
		return ownLogger
	}
	return slog.Default()
}

var ownLogger = slog.New(&lineHandler{write: func(line string) { fmt.Fprint(os.Stderr, line) }})

// lineHandler writes lines in the form of all SDKs:
//
//	2026-11-28 15:05:25.320 WARNING referee_client: match m1 seat 0: joined again
type lineHandler struct {
	mu    sync.Mutex
	write func(line string)
}

// Enabled is what slog.SetLogLoggerLevel says.
func (h *lineHandler) Enabled(ctx context.Context, level slog.Level) bool {
	return slog.Default().Enabled(ctx, level)
}

// Handle writes a record; what follows its first line, as a trace does, has lines of its own.
func (h *lineHandler) Handle(_ context.Context, record slog.Record) error {
	level := strings.Replace(record.Level.String(), "WARN", "WARNING", 1)
	when := record.Time.Local().Format("2006-01-02 15:04:05.000")
	h.mu.Lock()
	defer h.mu.Unlock()
	h.write(fmt.Sprintf("%s %s referee_client: %s\n", when, level, record.Message))
	return nil
}

// WithAttrs and WithGroup add nothing: the SDK's lines are texts.
func (h *lineHandler) WithAttrs([]slog.Attr) slog.Handler { return h }

// WithGroup adds nothing, see WithAttrs.
func (h *lineHandler) WithGroup(string) slog.Handler { return h }
