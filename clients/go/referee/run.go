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
	"reflect"
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

	// helped is the status after which a process ends with 0, although nothing was played.
	helped = -1

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
	switch status := run(bots, flag.CommandLine, os.Args, os.Getenv, os.Stdin, os.Stdout); status {
	case 0:
	case helped:
		os.Exit(0)
	default:
		os.Exit(status)
	}
}

// run is Run with all that belongs to a process as parameters; it returns the exit status, or helped.
func run(
	bots Maker, flags *flag.FlagSet, args []string, getenv func(string) string, stdin io.Reader, stdout io.Writer,
) int {
	options, err := parse(flags, args, getenv)
	if errors.Is(err, flag.ErrHelp) {
		writeHelp(flags, stdout)
		return helped
	}
	if err != nil {
		logger().Error(err.Error() + "; --help lists all flags")
		return exitUsage
	}
	slog.SetLogLoggerLevel(options.level)
	client, err := NewClient(options.address, bots, WithCA(options.ca), WithName(options.name),
		WithPatience(options.patience), WithThreads(options.threads), WithStrict(options.strict),
		WithPlainTurns(options.plainTurns), WithStay(options.stay))
	if err != nil {
		logger().Error(err.Error())
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
		logger().Error(err.Error())
	}
	if _, first, count := client.conversation.errors(); count > 0 {
		often := "once, in"
		if count > 1 {
			often = fmt.Sprintf("%d times, the first time in", count)
		}
		what, _, _ := strings.Cut(first.Err.Error(), "\n") // this is the last line
		logger().Error(fmt.Sprintf("the bot's own code failed %s %s: %s", often, first.Where, what))
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
		logger().Error("can't read tokens from standard input: " + err.Error())
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
			logger().Info(names[caught] + ": stopping")
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
	plainTurns, stay  bool
	level             slog.Level
}

// parse reads the flags, and the variables of those that are not given. The first of the arguments is
// the program.
func parse(flags *flag.FlagSet, args []string, getenv func(string) string) (*options, error) {
	program := strings.TrimSuffix(filepath.Base(args[0]), ".exe")
	o := &options{patience: defaultPatience, threads: defaultThreads, name: firstLetters(program, maxName)}
	flags.StringVar(&o.address, "address", "", "`unix:/path or HOST:PORT` of the referee; must be given (REFEREE_ADDRESS)")
	flags.Func("token", "`token` of a seat, repeatable; - reads them from standard input, one a line; must be given (REFEREE_TOKENS)",
		func(token string) error {
			o.tokens = append(o.tokens, token)
			return nil
		})
	flags.StringVar(&o.ca, "ca", "", "PEM `file` with the roots to trust, which means TLS; none (REFEREE_CA)")
	flags.Func("name", "`name` in the replay, at most 100 characters; the program's (REFEREE_NAME)", o.setName)
	flags.Func("patience", "`seconds` without a word from the referee after which to give up; 60 (REFEREE_PATIENCE)", o.setPatience)
	flags.Func("threads", "`number` of bots that think at the same time, from 1 to 1,024; 64 (REFEREE_THREADS)", o.setThreads)
	flags.BoolVar(&o.strict, "strict", false, "end with the first failure of the bot's own code; off (REFEREE_STRICT=1)")
	flags.BoolVar(&o.plainTurns, "plain-turns", false, "do not ask for turns in short; off (REFEREE_PLAIN_TURNS=1)")
	flags.BoolVar(&o.stay, "stay", false, "do not go to the workers of a referee that has several; off (REFEREE_STAY=1)")
	flags.Func("log-level", "least severe `level` that is logged: debug, info, warning or error; info (REFEREE_LOG_LEVEL)", o.setLevel)

	for _, name := range []string{
		"address", "ca", "name", "patience", "threads", "strict", "plain-turns", "stay", "log-level",
	} {
		variable := "REFEREE_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
		if value := getenv(variable); value != "" {
			if err := flags.Set(name, value); err != nil {
				return nil, fmt.Errorf("%s: %w", variable, err)
			}
		}
	}
	if err := parseQuietly(flags, args[1:]); err != nil {
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

// parseQuietly parses flags without a word about what is wrong with them, and without ending the process:
// what there is to say is said in the form of the log.
func parseQuietly(flags *flag.FlagSet, args []string) error {
	output, usage := flags.Output(), flags.Usage
	defer func() { flags.Usage = usage; flags.SetOutput(output) }()
	flags.Init(flags.Name(), flag.ContinueOnError)
	flags.Usage = func() {}
	flags.SetOutput(io.Discard)
	return flags.Parse(args)
}

// What the package flag writes unless a program sets its own.
var (
	plainUsage        = reflect.ValueOf(flag.Usage).Pointer()
	plainCommandUsage = reflect.ValueOf(flag.CommandLine.Usage).Pointer()
)

// writeHelp writes all flags, those of the program too, with variables and defaults, or what the program
// writes itself.
func writeHelp(flags *flag.FlagSet, stdout io.Writer) {
	flags.SetOutput(stdout)
	isOwn := reflect.ValueOf(flag.Usage).Pointer() != plainUsage ||
		reflect.ValueOf(flag.CommandLine.Usage).Pointer() != plainCommandUsage
	if flags == flag.CommandLine && isOwn {
		flags.Usage()
		return
	}
	fmt.Fprintf(stdout, "usage: %s [flags]\n", filepath.Base(flags.Name()))
	flags.VisitAll(func(f *flag.Flag) {
		value, usage := flag.UnquoteUsage(f)
		if !slices.Contains([]string{"", "0", "false"}, f.DefValue) { // ours are in their usage
			usage += "; " + f.DefValue
		}
		fmt.Fprintf(stdout, "  %s\n        %s\n", strings.TrimSpace("--"+f.Name+" "+value), usage)
	})
	fmt.Fprint(stdout, "  --help, -h\n        write this and end\n")
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
