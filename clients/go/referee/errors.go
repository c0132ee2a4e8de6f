package referee

import (
	"fmt"

	"google.golang.org/grpc/codes"
)

// Error is at the root of everything that can keep a program from playing:
//
//	Error
//	├── AddressError         the address can't be read
//	├── TLSError             the CA file can't be read, or the two sides do not trust each other
//	├── UnreachableError     no referee answered for as long as the client's patience
//	├── ProtocolError        what came is no referee's answer, or the referee ended the stream for good
//	│   └── UnknownMessageError   a message of a game this program has no generated code for
//	├── SeatError            a seat can't be played
//	│   ├── JoinError        the referee refused its token
//	│   ├── TakenOverError   another process presented its token and plays it now
//	│   └── WrongGameError   it is a seat of another game than the bot's
//	└── BotError             the bot's own code failed; it wraps what that returned or panicked with
//
// Error and SeatError are interfaces, the others structs; all are found by errors.As. A rejected
// action is none of these: it is told to the bot as a Rejection, and play goes on.
type Error interface {
	error
	refereeError()
}

// SeatError is one of the errors because of which a single seat can't be played (any longer).
type SeatError interface {
	Error
	seatError()
}

// AddressError says that an address is neither unix:/path nor HOST:PORT.
type AddressError struct{ text string }

// TLSError says that TLS can't be set up: a missing CA file, an untrusted certificate, or one side
// without TLS.
type TLSError struct {
	text  string
	cause error
}

// UnreachableError says that no referee answered at the address for as long as the client's patience
// lasted.
type UnreachableError struct{ text string }

// ProtocolError says that the other side is no referee, speaks another version, or ended the stream
// for good.
type ProtocolError struct{ text string }

// UnknownMessageError says that a message came which this program has no generated code for.
type UnknownMessageError struct {
	// Name of the message in full, such as gamereferee.games.diceman.v1.Observation.
	Name string
}

// JoinError says that the referee refused a seat's token.
type JoinError struct {
	// Reason is the name of the ErrorReason without its prefix, such as BAD_TOKEN.
	Reason string
	// Text is the referee's own sentence.
	Text string
	// TokenStart holds the first four characters of the token, never the whole of it.
	TokenStart string
}

// TakenOverError says that another process presented the seat's token and plays it now.
type TakenOverError struct {
	// Where is the match and the seat.
	Where string
	// Text is the referee's own sentence.
	Text string
}

// WrongGameError says that a token was for a seat of another game than the bot's.
type WrongGameError struct {
	// Where is the match and the seat.
	Where string
	// Plays is the game of the bot, Game that of the seat.
	Plays, Game string
}

// BotError says that the bot's own code returned an error or panicked, or answered with what is no
// action.
type BotError struct {
	// Where is the match and the seat, and the turn if it was about one.
	Where string
	// Err is what the bot returned or panicked with.
	Err error
	// stack is where it panicked; empty if it returned an error.
	stack string
}

func (e *AddressError) Error() string     { return e.text }
func (e *TLSError) Error() string         { return e.text }
func (e *UnreachableError) Error() string { return e.text }
func (e *ProtocolError) Error() string    { return e.text }

func (e *UnknownMessageError) Error() string {
	return fmt.Sprintf("no generated class for the message '%s': import the Go package that has it"+
		" (from a newer gamereferee, or the game's own)", e.Name)
}

func (e *JoinError) Error() string {
	return fmt.Sprintf("the referee refused the token %s…: %s: %s", e.TokenStart, e.Reason, e.Text)
}

func (e *TakenOverError) Error() string { return e.Where + ": " + e.Text }

func (e *WrongGameError) Error() string {
	return fmt.Sprintf("%s: this bot plays '%s', and the seat is one of '%s'", e.Where, e.Plays, e.Game)
}

func (e *BotError) Error() string {
	return fmt.Sprintf("%s: the bot's own code failed: %v", e.Where, e.Err)
}

// Unwrap gives what the operating system or TLS said.
func (e *TLSError) Unwrap() error { return e.cause }

// Unwrap makes it a ProtocolError too.
func (e *UnknownMessageError) Unwrap() error { return &ProtocolError{e.Error()} }

// Unwrap gives what the bot returned or panicked with.
func (e *BotError) Unwrap() error { return e.Err }

func (*AddressError) refereeError()        {}
func (*TLSError) refereeError()            {}
func (*UnreachableError) refereeError()    {}
func (*ProtocolError) refereeError()       {}
func (*UnknownMessageError) refereeError() {}
func (*JoinError) refereeError()           {}
func (*TakenOverError) refereeError()      {}
func (*WrongGameError) refereeError()      {}
func (*BotError) refereeError()            {}

func (*JoinError) seatError()      {}
func (*TakenOverError) seatError() {}
func (*WrongGameError) seatError() {}

// statusNames are the names of the codes as the contract of all SDKs writes them.
var statusNames = map[codes.Code]string{
	codes.OK: "OK", codes.Canceled: "CANCELLED", codes.Unknown: "UNKNOWN",
	codes.InvalidArgument: "INVALID_ARGUMENT", codes.DeadlineExceeded: "DEADLINE_EXCEEDED",
	codes.NotFound: "NOT_FOUND", codes.AlreadyExists: "ALREADY_EXISTS",
	codes.PermissionDenied: "PERMISSION_DENIED", codes.ResourceExhausted: "RESOURCE_EXHAUSTED",
	codes.FailedPrecondition: "FAILED_PRECONDITION", codes.Aborted: "ABORTED",
	codes.OutOfRange: "OUT_OF_RANGE", codes.Unimplemented: "UNIMPLEMENTED",
	codes.Internal: "INTERNAL", codes.Unavailable: "UNAVAILABLE", codes.DataLoss: "DATA_LOSS",
	codes.Unauthenticated: "UNAUTHENTICATED",
}
