package referee

import "time"

// Option is a setting of a Client that has a default.
type Option func(*settings)

type settings struct {
	ca, name   string
	patience   time.Duration
	threads    int
	strict     bool
	plainTurns bool
	stay       bool
}

// WithCA names the PEM file with the roots to trust, which means TLS; without it there is none.
func WithCA(file string) Option { return func(s *settings) { s.ca = file } }

// WithName tells what the bot calls itself, for the replay; at most 100 characters.
func WithName(name string) Option { return func(s *settings) { s.name = name } }

// WithPatience tells how long to keep trying without a word from the referee, from 0; 60 s by default.
func WithPatience(limit time.Duration) Option { return func(s *settings) { s.patience = limit } }

// WithThreads tells how many bots may think at the same time, from 1 to 1024; 64 by default. With 1 they
// are asked one after the other.
func WithThreads(most int) Option { return func(s *settings) { s.threads = most } }

// WithStrict makes the first failure of the bot's own code end Play.
func WithStrict(strict bool) Option { return func(s *settings) { s.strict = strict } }

// WithPlainTurns has all turns come at length, which no bot notices.
func WithPlainTurns(plain bool) Option { return func(s *settings) { s.plainTurns = plain } }

// WithStay keeps all seats at the address that the client was given, also where a referee of several processes
// would let them go to the workers that have their matches.
func WithStay(stay bool) Option { return func(s *settings) { s.stay = stay } }
