package referee

import (
	wire "github.com/gamereferee/gamereferee/clients/go/gen/gamereferee/v1"
	"google.golang.org/protobuf/proto"
)

const (
	// maxRequestBytes is the longest request that a referee reads; it ends the stream of a longer one, and
	// with it all seats of this process.
	maxRequestBytes = 1 << 20
	// maxSayBytes is the most of a message to other seats: a request can hold it.
	maxSayBytes = 1_000_000
	// fieldBytes is the most that tag and length add to a message within another.
	fieldBytes = 6
)

// isShort tells of most requests that they need not be split, without the cost of their exact size.
func isShort(request *wire.PlayRequest) bool {
	const others = 1000 // more than each has of all but its payload, its text or its token
	const numbers = 50  // likewise of an action, without its texts
	count := len(request.Skips) + len(request.Resigns) + len(request.Pongs) + len(request.Openings)
	size := others * (1 + count + len(request.Says) + len(request.Joins))
	for _, action := range request.Actions {
		payload := action.GetPayload()
		size += numbers + len(action.GetMatchId()) + len(payload.GetTypeUrl()) + len(payload.GetValue())
	}
	for _, action := range request.SmallActions {
		size += numbers + len(action.GetPayload())
	}
	for _, answers := range request.LaneAnswers {
		values := answers.GetValues()
		size += numbers + len(answers.GetRows()) + len(answers.GetTurns()) + len(values.GetData()) + len(values.GetOffsets())
	}
	for _, say := range request.Says {
		size += len(say.GetText()) + len(say.GetChannel())
	}
	for _, join := range request.Joins {
		size += len(join.GetToken())
	}
	return size <= maxRequestBytes
}

// split takes as much out of a request as one request may have, in the order in which the referee reads.
func split(request *wire.PlayRequest) *wire.PlayRequest {
	part := &wire.PlayRequest{Ping: request.Ping}
	request.Ping = nil
	left := maxRequestBytes - proto.Size(part)
	part.Joins = cut(&request.Joins, &left)
	part.Openings = cut(&request.Openings, &left)
	part.Pongs = cut(&request.Pongs, &left)
	part.Actions = cut(&request.Actions, &left)
	part.SmallActions = cut(&request.SmallActions, &left)
	part.LaneAnswers = cut(&request.LaneAnswers, &left)
	part.Skips = cut(&request.Skips, &left)
	part.Resigns = cut(&request.Resigns, &left)
	part.Says = cut(&request.Says, &left)
	return part
}

// cut takes what fits from the front of a list. What does not fit leaves no room: nothing overtakes it.
func cut[M proto.Message](messages *[]M, left *int) []M {
	all := *messages
	for i, message := range all {
		if *left -= proto.Size(message) + fieldBytes; *left < 0 {
			*messages = all[i:]
			return all[:i:i]
		}
	}
	*messages = nil
	return all
}
