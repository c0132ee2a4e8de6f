package referee

import (
	"bytes"
	"slices"

	wire "github.com/gamereferee/gamereferee/clients/go/gen/gamereferee/v1"
	"google.golang.org/protobuf/proto"
)

// All here is called with the conversation's lock held.

// begin starts what is kept of what a seat was told before play.
func (s *seat) begin(joined *wire.Joined) {
	s.witness = &wire.SeatWitness{Joined: joined}
	if slices.Contains(joined.GetFeatures(), nonceCommitments) && !joined.GetRejoined() {
		s.witness.Nonce = s.ticket.nonce // else that of whoever joined it first counts
	}
}

// committed opens the seat's nonce, now that all seats have committed themselves to theirs.
func (c *conversation) committed(shown *wire.NonceCommitments) {
	s := c.seats[seatKey{shown.GetMatchId(), shown.GetSeat()}]
	seat := int(shown.GetSeat())
	if s == nil || seat < 0 || seat >= len(shown.GetNonces()) {
		return
	}
	own := shown.GetNonces()[seat].GetCommitment()
	opening := &wire.OpenNonce{MatchId: shown.GetMatchId(), Seat: shown.GetSeat()}
	before := s.witness.GetCommitments()
	switch {
	case before != nil && !proto.Equal(before, shown):
		logger().Error(s.key.where(0) + ": unfair nonces: other commitments than were shown before")
	case bytes.Equal(own, nonceCommitment(s.ticket.nonce)):
		s.witness.Commitments = shown
		s.witness.Nonce, s.witness.NonceTold = s.ticket.nonce, true
		opening.Nonce = s.ticket.nonce
	case len(own) == 0:
		return // it joined too late to add a nonce
	case len(s.witness.GetNonce()) > 0:
		logger().Error(s.key.where(0) + ": unfair nonces: not this seat's own commitment")
	default:
		logger().Info(s.key.where(0) + ": another process has drawn this seat's nonce")
	}
	line := s.ticket.line
	line.say().Openings = append(line.say().Openings, opening)
}

// checkStart remembers how the match began, and sees that no nonce was changed or chosen late.
func (s *seat) checkStart(started *wire.MatchStarted) {
	if before := s.witness.GetStarted(); before != nil {
		same := func(a, b *wire.SeatNonce) bool { return proto.Equal(a, b) }
		if !slices.EqualFunc(before.GetNonces(), started.GetNonces(), same) {
			logger().Error(s.key.where(0) + ": unfair nonces: other ones than at the start")
		}
		return
	}
	s.witness.Started = started
	if seat, nonces := int(s.key.seat), started.GetNonces(); seat >= 0 && seat < len(nonces) {
		if own := nonces[seat].GetNonce(); len(own) > 0 && bytes.Equal(own, s.witness.GetNonce()) {
			s.witness.NonceTold = true // it arrived, although the seat has left the stream on which it was opened
		}
	}
	problem := StartProblem(s.witness)
	switch {
	case problem != "":
		logger().Error(s.key.where(0) + ": unfair nonces: " + problem)
	case len(s.witness.GetNonce()) > 0 && !s.witness.GetNonceTold():
		logger().Warn(s.key.where(0) + ": this seat's nonce was not opened in time")
	case len(started.GetNonces()) == 0:
		logger().Info(s.key.where(0) + ": nonces not committed: the referee knows nothing of it")
	case !started.GetNoncesCommitted():
		logger().Info(s.key.where(0) + ": nonces not committed: not all seats have done so")
	case len(s.witness.GetNonce()) == 0:
		logger().Warn(s.key.where(0) + ": this seat's nonce is another process's to check")
	}
}
