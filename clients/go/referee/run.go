package referee

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
	"unicode/utf8"
)

const (
	exitError = 1
	exitUsage = 2

	// fromStdin is the token that stands for: one a line on standard input.
	fromStdin = "-"
)

// Run plays until all matches have ended; the last line of a bot's main. Where to play comes from flags
// or, for whoever starts bots, from the environment; -h lists them. A program that has flags of its
// own defines them with the package flag before it calls Run, which parses them.
//
// Run returns if all went well. Otherwise it ends the process: with status 1 after an error, 2 for
// wrong flags, and 128 + the signal's number after SIGINT or SIGTERM.
func Run(bots Maker) {
	if status := run(bots, flag.CommandLine, os.Args, os.Getenv, os.Stdin); status != 0 {
		os.Exit(status)
	}
}

// run is Run with all that belongs to a process as parameters; it returns the exit status.
func run(
	bots Maker, flags *flag.FlagSet, args []string, getenv func(string) string, stdin io.Reader,
) int {
	options, err := parse(flags, args, getenv)
	if errors.Is(err, flag.ErrHelp) {
		return 0
	}
	if err != nil {
		slog.Error(err.Error())
		return exitUsage
	}
	slog.SetLogLoggerLevel(options.level)
	client, err := NewClient(options.address, bots, WithCA(options.ca), WithName(options.name),
		WithPatience(options.patience), WithThreads(options.threads), WithStrict(options.strict))
	if err != nil {
		slog.Error(err.Error())
		return exitError
	}
	var stopped atomic.Int32
	defer stopOnSignals(client, &stopped)()
	status := play(client, options.tokens, stdin)
	if signaled := stopped.Load(); signaled != 0 {
		return int(signaled)
	}
	return status
}

func play(client *Client, tokens []string, stdin io.Reader) int {
	if slices.Equal(tokens, []string{fromStdin}) {
		tokens = nil
		go joinLines(client, stdin)
	}
	err := client.Play(context.Background(), tokens...)
	var bot *BotError
	var seat SeatError
	if err != nil && !errors.As(err, &bot) && !errors.As(err, &seat) { // those have been logged
		slog.Error(err.Error())
	}
	switch _, _, count := client.conversation.errors(); count {
	case 0:
	case 1:
		slog.Error("the bot's own code failed once")
	default:
		slog.Error(fmt.Sprintf("the bot's own code failed %d times", count))
	}
	if err != nil {
		return exitError
	}
	return 0
}

// joinLines joins the token of each line as it comes, and no more after the last.
func joinLines(client *Client, lines io.Reader) {
	defer client.Finish()
	scanner := bufio.NewScanner(lines)
	for scanner.Scan() {
		if token := strings.TrimSpace(scanner.Text()); token != "" {
			client.Join(token) // neither empty nor after Finish, and there is a bot
		}
	}
	if err := scanner.Err(); err != nil {
		slog.Error("can't read tokens from standard input: " + err.Error())
	}
}

// stopOnSignals stops the client at a signal, and ends the process at another, until it is called off.
func stopOnSignals(client *Client, status *atomic.Int32) (callOff func()) {
	names := map[os.Signal]string{syscall.SIGINT: "SIGINT", syscall.SIGTERM: "SIGTERM"}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM)
	go func() {
		for caught := range signals {
			number := 128 + int(caught.(syscall.Signal))
			if !status.CompareAndSwap(0, int32(number)) {
				os.Exit(number)
			}
			slog.Info(names[caught] + ": stopping")
			client.Stop()
		}
	}()
	return func() {
		signal.Stop(signals)
		close(signals)
	}
}

// options are what flags and variables say.
type options struct {
	address, ca, name string
	tokens            []string
	patience          time.Duration
	threads           int
	strict            bool
	level             slog.Level
}

// parse reads the flags, and the variables of those that are not given. The first of the arguments is
// the program.
func parse(flags *flag.FlagSet, args []string, getenv func(string) string) (*options, error) {
	program := strings.TrimSuffix(filepath.Base(args[0]), ".exe")
	o := &options{patience: defaultPatience, threads: defaultThreads, name: firstLetters(program, maxName)}
	flags.StringVar(&o.address, "address", "", "`unix:/path or HOST:PORT` of the referee (REFEREE_ADDRESS)")
	flags.Func("token", "`token` of a seat, repeatable; - reads them from stdin, one a line (REFEREE_TOKENS)",
		func(token string) error {
			o.tokens = append(o.tokens, token)
			return nil
		})
	flags.StringVar(&o.ca, "ca", "", "PEM `file` with the roots to trust; given means TLS (REFEREE_CA)")
	flags.Func("name", "`name` in the replay instead of the program's (REFEREE_NAME)", o.setName)
	flags.Func("patience", "give up after so many `seconds` without the referee; 60 (REFEREE_PATIENCE)", o.setPatience)
	flags.Func("threads", "`number` of bots that think at the same time, from 1 to 1,024; 64 (REFEREE_THREADS)", o.setThreads)
	flags.BoolVar(&o.strict, "strict", false, "end with the first failure of the bot's own code (REFEREE_STRICT=1)")
	flags.Func("log-level", "least severe log line: debug, info, warning or error; info (REFEREE_LOG_LEVEL)", o.setLevel)

	for _, name := range []string{"address", "ca", "name", "patience", "threads", "strict", "log-level"} {
		variable := "REFEREE_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
		if value := getenv(variable); value != "" {
			if err := flags.Set(name, value); err != nil {
				return nil, fmt.Errorf("%s: %w", variable, err)
			}
		}
	}
	if err := flags.Parse(args[1:]); err != nil {
		return nil, err
	}
	if len(o.tokens) == 0 {
		o.tokens = strings.Split(getenv("REFEREE_TOKENS"), ",")
	}
	for i, token := range o.tokens {
		o.tokens[i] = strings.TrimSpace(token)
	}
	o.tokens = slices.DeleteFunc(o.tokens, func(token string) bool { return token == "" })
	switch {
	case flags.NArg() > 0:
		return nil, fmt.Errorf("all arguments are flags, and '%s' is none", flags.Arg(0))
	case o.address == "":
		return nil, errors.New("no referee to play at: give --address or REFEREE_ADDRESS")
	case len(o.tokens) == 0:
		return nil, errors.New("no seat to play: give --token or REFEREE_TOKENS")
	case len(o.tokens) > 1 && slices.Contains(o.tokens, fromStdin):
		return nil, errors.New("the token - means one a line on standard input: no other can stand beside it")
	}
	return o, nil
}

func (o *options) setName(text string) error {
	if utf8.RuneCountInString(text) > maxName {
		return fmt.Errorf("it must be of at most %d characters", maxName)
	}
	o.name = text
	return nil
}

func (o *options) setPatience(text string) error {
	seconds, err := strconv.ParseFloat(text, 64)
	if err != nil || !(0 <= seconds && seconds <= math.MaxInt64/1e9) {
		return errors.New("it must be a number of seconds from 0")
	}
	o.patience = time.Duration(seconds * 1e9)
	return nil
}

func (o *options) setThreads(text string) error {
	threads, err := strconv.Atoi(text)
	if err != nil || threads < 1 || threads > maxThreads {
		return fmt.Errorf("it must be a whole number from 1 to %s", thousands(maxThreads))
	}
	o.threads = threads
	return nil
}

func (o *options) setLevel(text string) error {
	level, known := map[string]slog.Level{
		"debug": slog.LevelDebug, "info": slog.LevelInfo, "warning": slog.LevelWarn, "error": slog.LevelError,
	}[text]
	if !known {
		return errors.New("it must be debug, info, warning or error")
	}
	o.level = level
	return nil
}
