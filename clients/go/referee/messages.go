package referee

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/durationpb"
)

const (
	typePrefix = "type.googleapis.com/"
	// maxAnswerBytes is the longest Action that a referee takes.
	maxAnswerBytes = 65_536
)

// bundled matches messages of the games that come with the referee; its group is the game's name.
var bundled = regexp.MustCompile(`^gamereferee\.games\.([a-z][a-z0-9_]*)\.v[0-9]+\.`)

// pack wraps a message in an Any.
func pack(message proto.Message) (*anypb.Any, error) {
	value, err := proto.Marshal(message)
	if err != nil {
		return nil, err
	}
	return &anypb.Any{TypeUrl: typePrefix + string(nameOf(message)), Value: value}, nil
}

// packAnswer wraps what a bot answered to an observation, which is nil for a turn of a lane; the error is the
// bot's.
func packAnswer(observation, action proto.Message) (*anypb.Any, error) {
	if !isMessage(action) {
		return nil, errNoAction
	}
	if observation != nil {
		name := nameOf(action)
		if want := actionFor(nameOf(observation)); want != "" && name != want {
			return nil, fmt.Errorf("Act must return %s, the game's Action message, not %s", want, name)
		}
	}
	payload, err := pack(action)
	if err == nil {
		err = tooLong(payload)
	}
	if err != nil {
		return nil, err
	}
	return payload, nil
}

// tooLong is the error of an answer that a referee does not take.
func tooLong(payload *anypb.Any) error {
	if size := len(payload.GetValue()); size > maxAnswerBytes {
		return fmt.Errorf("an answer of %s bytes, and %s are allowed", thousands(size), thousands(maxAnswerBytes))
	}
	return nil
}

// mergeEvents is two Events messages of a game in one: protobuf merges what stands one behind the other.
func mergeEvents(first, second *anypb.Any) *anypb.Any {
	if first == nil || (second != nil && first.GetTypeUrl() != second.GetTypeUrl()) {
		return second // a game has one type of Events; unpack reports another by its name
	}
	if second == nil {
		return first
	}
	return &anypb.Any{TypeUrl: first.GetTypeUrl(), Value: slices.Concat(first.GetValue(), second.GetValue())}
}

// actionFor is the name of the Action that answers an Observation; empty for games from elsewhere, which
// may name theirs as they like.
func actionFor(observation protoreflect.FullName) protoreflect.FullName {
	if known, isKnown := actionsFor.Load(observation); isKnown {
		return known.(protoreflect.FullName)
	}
	action := protoreflect.FullName("")
	if gameOf(observation) != "" && observation.Name() == "Observation" {
		action = observation.Parent().Append("Action")
	}
	actionsFor.Store(observation, action)
	return action
}

// actionsFor keeps what actionFor has found out: a pattern for every answer would cost more than the rest.
var actionsFor sync.Map

// thousands writes a number from 0 with commas.
func thousands(number int) string {
	text := strconv.Itoa(number)
	for place := len(text) - 3; place > 0; place -= 3 {
		text = text[:place] + "," + text[place:]
	}
	return text
}

// unpack unwraps a message as its generated type, which the program must have imported. The error is
// an UnknownMessageError or a ProtocolError; both name the type.
func unpack(wrapped *anypb.Any) (proto.Message, error) {
	url := wrapped.GetTypeUrl()
	name := url[strings.LastIndexByte(url, '/')+1:]
	kind, err := protoregistry.GlobalTypes.FindMessageByName(protoreflect.FullName(name))
	if err != nil {
		return nil, &UnknownMessageError{name}
	}
	message := kind.New().Interface()
	if proto.Unmarshal(wrapped.GetValue(), message) != nil {
		return nil, &ProtocolError{fmt.Sprintf("can't read %d bytes as %s", len(wrapped.GetValue()), url)}
	}
	return message, nil
}

// gameOf tells which game a message belongs to; empty if its name does not say.
func gameOf(name protoreflect.FullName) string {
	if found := bundled.FindStringSubmatch(string(name)); found != nil {
		return found[1]
	}
	return ""
}

func nameOf(message proto.Message) protoreflect.FullName {
	return message.ProtoReflect().Descriptor().FullName()
}

var errNoAction = errors.New("Act must return the game's Action message, not nil")

// isMessage tells apart messages and nils, with or without a type.
func isMessage(message proto.Message) bool {
	return message != nil && message.ProtoReflect().IsValid()
}

// span turns an absent duration into nil.
func span(duration *durationpb.Duration) *time.Duration {
	if duration == nil {
		return nil
	}
	value := duration.AsDuration()
	return &value
}

// enum is a generated enum type.
type enum interface {
	protoreflect.Enum
	String() string
}

// enumName is the name of a wire enum's value without its prefix; a number that this version does not
// know stays a number.
func enumName(value enum) string {
	zero := value.Descriptor().Values().ByNumber(0).Name()
	return strings.TrimPrefix(value.String(), strings.TrimSuffix(string(zero), "UNSPECIFIED"))
}
