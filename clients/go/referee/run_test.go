package referee

import (
	"context"
	"errors"
	"flag"
	"io"
	"log"
	"log/slog"
	"reflect"
	"strings"
	"testing"
	"time"

	diceman "github.com/gamereferee/gamereferee/clients/go/gen/gamereferee/games/diceman/v1"
)

func parsed(args []string, variables map[string]string) (*options, error) {
	flags := flag.NewFlagSet("bot", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	return parse(flags, append([]string{"/opt/bots/my_bot"}, args...), func(name string) string { return variables[name] })
}

func TestFlagsCountMoreThanVariables(t *testing.T) {
	variables := map[string]string{
		"REFEREE_ADDRESS": "unix:/r.sock", "REFEREE_TOKENS": "a, b,,", "REFEREE_CA": "roots.pem", "REFEREE_NAME": "Ann",
		"REFEREE_PATIENCE": "2.5", "REFEREE_THREADS": "8", "REFEREE_STRICT": "1", "REFEREE_LOG_LEVEL": "warning",
		"REFEREE_PLAIN_TURNS": "1", "REFEREE_STAY": "1",
	}
	for name, c := range map[string]struct {
		args      []string
		variables map[string]string
		want      options
	}{
		"variables": {nil, variables, options{
			address: "unix:/r.sock", tokens: []string{"a", "b"}, ca: "roots.pem", name: "Ann",
			patience: 2500 * time.Millisecond, threads: 8, strict: true, plainTurns: true, stay: true,
			level: slog.LevelWarn,
		}},
		"flags": {
			[]string{
				"--address", "there:1", "--token=c", "--token", "d", "--ca=other.pem", "--name", "Bob", "--patience=0",
				"--strict=false", "--plain-turns=false", "--stay=false", "--threads=1024", "--log-level", "debug",
			}, variables, options{
				address: "there:1", tokens: []string{"c", "d"}, ca: "other.pem", name: "Bob", threads: 1024, level: slog.LevelDebug,
			},
		},
		"defaults": {[]string{"--address=there:1", "--token=-"}, nil, options{
			address: "there:1", tokens: []string{"-"}, name: "my_bot", patience: time.Minute, threads: 64, level: slog.LevelInfo,
		}},
		"switches": {[]string{"--address=there:1", "--strict", "--plain-turns", "--stay", "--token=c"}, nil, options{
			address: "there:1", tokens: []string{"c"}, name: "my_bot", patience: time.Minute, threads: 64, strict: true,
			plainTurns: true, stay: true,
		}},
	} {
		t.Run(name, func(t *testing.T) {
			if got, err := parsed(c.args, c.variables); err != nil || !reflect.DeepEqual(*got, c.want) {
				t.Errorf("got %+v, %v; want %+v", got, err, c.want)
			}
		})
	}
}

func TestWrongFlagsNameWhatIsWrong(t *testing.T) {
	complete := []string{"--address=there:1", "--token=c"}
	for says, c := range map[string]struct {
		args      []string
		variables map[string]string
	}{
		"--address or REFEREE_ADDRESS":              {[]string{"--token=c"}, nil},
		"--token or REFEREE_TOKENS":                 {[]string{"--address=there:1"}, map[string]string{"REFEREE_TOKENS": ", "}},
		"the token - means":                         {append(complete, "--token=-"), nil},
		"not defined: -spped":                       {append(complete, "--spped=9"), nil},
		"needs an argument: -name":                  {append(complete, "--name"), nil},
		"'c' is none":                               {append(complete, "c"), nil},
		"it must be a number of seconds from 0":     {append(complete, "--patience=-1"), nil},
		"REFEREE_PATIENCE: it must be":              {complete, map[string]string{"REFEREE_PATIENCE": "long"}},
		"it must be a whole number from 1 to 1,024": {append(complete, "--threads=0"), nil},
		"REFEREE_THREADS: it must be":               {complete, map[string]string{"REFEREE_THREADS": "1025"}},
		"REFEREE_STRICT: ":                          {complete, map[string]string{"REFEREE_STRICT": "perhaps"}},
		"debug, info, warning or error":             {append(complete, "--log-level=loud"), nil},
		"at most 100 characters":                    {append(complete, "--name="+strings.Repeat("x", 101)), nil},
	} {
		t.Run(says, func(t *testing.T) {
			if got, err := parsed(c.args, c.variables); err == nil || !strings.Contains(err.Error(), says) {
				t.Errorf("got %+v, %v", got, err)
			}
		})
	}
}

func TestExitStatuses(t *testing.T) {
	maker, _ := recording()
	for name, c := range map[string]struct {
		args   []string
		status int
		logs   string
	}{
		"help":            {[]string{"-h"}, helped, ""},
		"help in full":    {[]string{"--token=a", "--help"}, helped, ""},
		"wrong flags":     {[]string{"--tokens=a"}, 2, "flag provided but not defined"},
		"no such address": {[]string{"--address=there", "--token=a"}, 1, "address must be unix:/path or HOST:PORT"},
		"nobody there": {
			[]string{"--address=unix:/no/such.sock", "--token=a", "--patience=0"}, 1,
			"no referee at unix:/no/such.sock for 0 s; the last attempt: ",
		},
		"no tokens in the input": {[]string{"--address=unix:/no/such.sock", "--token=-"}, 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			k := newTalk(t, false) // for its log
			flags := flag.NewFlagSet("bot", flag.ContinueOnError)
			flags.SetOutput(io.Discard)
			nothing := func(string) string { return "" }
			var stdout strings.Builder
			status := run(maker, flags, append([]string{"my_bot"}, c.args...), nothing, strings.NewReader("\n"), &stdout)
			if (stdout.Len() > 0) != (status == helped) {
				t.Errorf("standard output has %q", &stdout)
			}
			if status != c.status || !strings.Contains(k.log.String(), c.logs) {
				t.Errorf("status %d, log %s; want %d and %q", status, k.log, c.status, c.logs)
			}
		})
	}
}

func TestTokensAreJoinedAsTheyCome(t *testing.T) {
	maker, _ := recording()
	client, err := NewClient("localhost:1", maker)
	if err != nil {
		t.Fatal(err)
	}
	joinLines(client, strings.NewReader("a\n\n  b  \nlast"))
	var tokens []string
	for _, join := range client.conversation.take(client.home.line).GetJoins() {
		tokens = append(tokens, join.Token)
	}
	if want := []string{"a", "b", "last"}; !reflect.DeepEqual(tokens, want) {
		t.Errorf("joined %q; want %q", tokens, want)
	}
	if client.Join("late") == nil {
		t.Error("the end of the input was not the last token")
	}
}

func TestHelpNamesAllFlagsWithVariablesAndDefaults(t *testing.T) { // 22
	maker, _ := recording()
	flags := flag.NewFlagSet("/opt/bots/my_bot", flag.ExitOnError)
	flags.Int("depth", 3, "`rounds` to look ahead")
	variables := map[string]string{"REFEREE_PATIENCE": "1"}
	var stdout strings.Builder
	status := run(maker, flags, []string{"my_bot", "--help"}, func(name string) string { return variables[name] },
		strings.NewReader(""), &stdout)
	if status != helped {
		t.Errorf("status %d", status)
	}
	for _, want := range []string{
		"usage: my_bot [flags]\n", "  --depth rounds\n        rounds to look ahead; 3\n", "--address unix:/path or HOST:PORT\n",
		"; must be given (REFEREE_ADDRESS)\n", "--token token\n", "(REFEREE_TOKENS)\n", "--ca file\n", "(REFEREE_CA)\n",
		"--name name\n", "(REFEREE_NAME)\n", "--patience seconds\n", "; 60 (REFEREE_PATIENCE)\n", "--threads number\n",
		"; 64 (REFEREE_THREADS)\n", "  --strict\n", "; off (REFEREE_STRICT=1)\n", "--log-level level\n",
		"; info (REFEREE_LOG_LEVEL)\n", "--help, -h\n",
	} {
		if !strings.Contains(stdout.String(), want) {
			t.Errorf("help lacks %q:\n%s", want, &stdout)
		}
	}
}

func TestAProgramsOwnUsageIsItsHelp(t *testing.T) {
	before, output := flag.Usage, flag.CommandLine.Output()
	defer func() { flag.Usage = before; flag.CommandLine.SetOutput(output) }()
	flag.Usage = func() { io.WriteString(flag.CommandLine.Output(), "its own") }
	var stdout strings.Builder
	if writeHelp(flag.CommandLine, &stdout); stdout.String() != "its own" {
		t.Errorf("help %q", &stdout)
	}
}

func TestTheLastLineTellsWhereTheBotFailedFirst(t *testing.T) { // 19
	for times, want := range map[int]string{
		0: "", 1: "ERROR the bot's own code failed once, in match m seat 0 turn 1: no idea\n",
		3: "ERROR the bot's own code failed 3 times, the first time in match m seat 0 turn 1: no idea\n",
	} {
		client, _ := playing(t, Func(func(context.Context, *diceman.Observation, *Turn) (*diceman.Action, error) {
			return nil, errors.New("no idea\nat all")
		}))
		for turn := range times {
			hear(t, client, turns(turnOf(t, 0, int32(turn+1))))
			client.bots.Wait()
		}
		hear(t, client, end(0))
		var lines strings.Builder
		log.SetOutput(&lines) // newTalk sets it back
		client.bots.Wait()
		if status := play(client, []string{"-"}, strings.NewReader("")); status != min(times, 1) {
			t.Errorf("status %d after %d failures", status, times)
		}
		if got := lines.String(); (want == "") != !strings.Contains(got, "failed") || !strings.HasSuffix(got, want) {
			t.Errorf("log %q; want %q at its end", got, want)
		}
	}
}
