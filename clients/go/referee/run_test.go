package referee

import (
	"flag"
	"io"
	"log/slog"
	"reflect"
	"strings"
	"testing"
	"time"
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
	}
	for name, c := range map[string]struct {
		args      []string
		variables map[string]string
		want      options
	}{
		"variables": {nil, variables, options{
			address: "unix:/r.sock", tokens: []string{"a", "b"}, ca: "roots.pem", name: "Ann",
			patience: 2500 * time.Millisecond, threads: 8, strict: true, level: slog.LevelWarn,
		}},
		"flags": {
			[]string{
				"--address", "there:1", "--token=c", "--token", "d", "--ca=other.pem", "--name", "Bob", "--patience=0",
				"--strict=false", "--threads=1024", "--log-level", "debug",
			}, variables, options{
				address: "there:1", tokens: []string{"c", "d"}, ca: "other.pem", name: "Bob", threads: 1024, level: slog.LevelDebug,
			},
		},
		"defaults": {[]string{"--address=there:1", "--token=-"}, nil, options{
			address: "there:1", tokens: []string{"-"}, name: "my_bot", patience: time.Minute, threads: 64, level: slog.LevelInfo,
		}},
		"strict": {[]string{"--address=there:1", "--strict", "--token=c"}, nil, options{
			address: "there:1", tokens: []string{"c"}, name: "my_bot", patience: time.Minute, threads: 64, strict: true,
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
		"help":            {[]string{"-h"}, 0, ""},
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
			status := run(maker, flags, append([]string{"my_bot"}, c.args...), nothing, strings.NewReader("\n"))
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
	for _, join := range client.conversation.take().GetJoins() {
		tokens = append(tokens, join.Token)
	}
	if want := []string{"a", "b", "last"}; !reflect.DeepEqual(tokens, want) {
		t.Errorf("joined %q; want %q", tokens, want)
	}
	if client.Join("late") == nil {
		t.Error("the end of the input was not the last token")
	}
}
