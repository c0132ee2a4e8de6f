package referee

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"slices"

	wire "github.com/gamereferee/gamereferee/clients/go/gen/gamereferee/v1"
	"google.golang.org/protobuf/proto"
)

const (
	nonceBytes = 16
	saltBytes  = 32
	seedBytes  = 32
	// fixedSeedBytes is the length of a server seed that is a fixed match seed.
	fixedSeedBytes = 8
	// nonceCommitments is the feature of seats that commit themselves to their nonces before any is shown.
	nonceCommitments = "nonce-commitments"
)

// RevealProblem tells what is wrong with a reveal by itself, in a sentence; empty if it holds.
//
// commitment is the 32 bytes the referee committed itself to when the seat was joined; nonce is what
// this seat told, nil if it told none or another process's counts. The comments of SeedReveal have the
// arithmetic.
func RevealProblem(reveal *wire.SeedReveal, commitment []byte, seat int, nonce []byte) string {
	length := seedBytes
	if reveal.GetFixed() {
		length = fixedSeedBytes
	}
	if len(reveal.GetSalt()) != saltBytes || len(reveal.GetServerSeed()) != length {
		return "the revealed server seed or salt has a wrong length"
	}
	committed := sha256.Sum256(append(bytes.Clone(reveal.GetServerSeed()), reveal.GetSalt()...))
	if !bytes.Equal(committed[:], commitment) {
		return "the revealed server seed and salt do not give the commitment"
	}
	matchSeed := binary.BigEndian.AppendUint64(nil, reveal.GetMatchSeed())
	if reveal.GetFixed() {
		if !bytes.Equal(reveal.GetServerSeed(), matchSeed) {
			return "the fixed match seed is not the committed one"
		}
		return ""
	}
	nonces := reveal.GetNonces()
	for _, sent := range nonces {
		if len(sent) != 0 && len(sent) != nonceBytes {
			return "a revealed nonce has a wrong length"
		}
	}
	if nonce != nil && (seat < 0 || seat >= len(nonces) || !bytes.Equal(nonces[seat], nonce)) {
		return "the nonce of this seat was not used"
	}
	drawn := hmac.New(sha256.New, reveal.GetServerSeed())
	for _, sent := range nonces {
		if len(sent) == 0 {
			sent = make([]byte, nonceBytes)
		}
		drawn.Write(sent)
	}
	if !bytes.Equal(drawn.Sum(nil)[:8], matchSeed) {
		return "the match seed does not follow from server seed and nonces"
	}
	return ""
}

// StartProblem tells what is wrong with the nonces that a seat was told at the start, in a sentence;
// empty if nothing is.
func StartProblem(witness *wire.SeatWitness) string {
	started, seat := witness.GetStarted(), int(witness.GetJoined().GetSeat())
	nonces := started.GetNonces()
	promised := started != nil && slices.Contains(witness.GetJoined().GetFeatures(), nonceCommitments)
	if len(nonces) == 0 && !promised {
		return "" // the referee tells nothing of nonces, so there is nothing to hold it to
	}
	if len(nonces) != int(witness.GetJoined().GetNumSeats()) || seat < 0 || seat >= len(nonces) {
		return "the start does not tell one nonce a seat"
	}
	for _, nonce := range nonces {
		if !isWellFormed(nonce) {
			return "a seat's nonce does not fit its state"
		}
	}
	for _, nonce := range nonces {
		if isOpened(nonce) && !bytes.Equal(nonceCommitment(nonce.GetNonce()), nonce.GetCommitment()) {
			return "a seat's nonce is not the one it had committed itself to"
		}
	}
	if shown := witness.GetCommitments(); shown != nil && !slices.EqualFunc(nonces, shown.GetNonces(), isAsShown) {
		return "the nonces told at the start are not those that had been committed to"
	}
	isPlain := func(n *wire.SeatNonce) bool { return n.GetState() == wire.NonceState_NONCE_STATE_PLAIN }
	if started.GetNoncesCommitted() && slices.ContainsFunc(nonces, isPlain) {
		return "the start says that all nonces were committed to, and one was not"
	}
	own, nonce := nonces[seat], witness.GetNonce()
	if len(nonce) == 0 || own.GetState() == wire.NonceState_NONCE_STATE_NONE {
		return ""
	}
	if !bytes.Equal(own.GetCommitment(), nonceCommitment(nonce)) {
		return "the commitment of this seat is not the one it sent"
	}
	if witness.GetNonceTold() && !bytes.Equal(own.GetNonce(), nonce) {
		return "the nonce of this seat was not used"
	}
	return ""
}

// WitnessProblem tells what is wrong with a reveal for a seat that was told this, in a sentence; empty
// if it holds. It is the check of a reveal at the end, and of one that was withheld and comes later.
func WitnessProblem(witness *wire.SeatWitness, reveal *wire.SeedReveal) string {
	if problem := StartProblem(witness); problem != "" {
		return problem
	}
	joined, started := witness.GetJoined(), witness.GetStarted()
	told := len(started.GetNonces()) > 0
	if told && reveal.GetFixed() != started.GetSeedFixed() {
		return "the reveal and the start disagree whether the seed is fixed"
	}
	if !reveal.GetFixed() && len(reveal.GetNonces()) != int(joined.GetNumSeats()) {
		return "the reveal does not tell one nonce a seat"
	}
	if told {
		var nonces, commitments [][]byte
		isPromised := false
		for _, nonce := range started.GetNonces() {
			nonces = append(nonces, nonce.GetNonce())
			commitments = append(commitments, nonce.GetCommitment())
			isPromised = isPromised || len(nonce.GetCommitment()) > 0
		}
		if !isPromised {
			commitments = nil
		}
		if !slices.EqualFunc(reveal.GetNonces(), nonces, bytes.Equal) {
			return "the revealed nonces are not those told at the start"
		}
		if !slices.EqualFunc(reveal.GetNonceCommitments(), commitments, bytes.Equal) {
			return "the revealed commitments are not those told at the start"
		}
	}
	var nonce []byte
	if witness.GetNonceTold() {
		nonce = witness.GetNonce()
	}
	return RevealProblem(reveal, joined.GetSeedCommitment(), int(joined.GetSeat()), nonce)
}

// nonceCommitment is what a seat commits itself to before it tells its nonce.
func nonceCommitment(nonce []byte) []byte {
	hash := sha256.Sum256(nonce)
	return hash[:]
}

func isOpened(nonce *wire.SeatNonce) bool {
	return nonce.GetState() == wire.NonceState_NONCE_STATE_OPENED
}

func isWellFormed(nonce *wire.SeatNonce) bool {
	promised, told := len(nonce.GetCommitment()), len(nonce.GetNonce())
	switch nonce.GetState() {
	case wire.NonceState_NONCE_STATE_NONE:
		return promised == 0 && told == 0
	case wire.NonceState_NONCE_STATE_PLAIN:
		return promised == 0 && told == nonceBytes
	case wire.NonceState_NONCE_STATE_COMMITTED:
		return promised == sha256.Size && told == 0
	case wire.NonceState_NONCE_STATE_OPENED:
		return promised == sha256.Size && told == nonceBytes
	}
	return false
}

// isAsShown tells whether a nonce at the start is the one that was shown before any was opened.
func isAsShown(nonce, shown *wire.SeatNonce) bool {
	if isOpened(nonce) {
		nonce = &wire.SeatNonce{
			State: wire.NonceState_NONCE_STATE_COMMITTED, Commitment: nonce.GetCommitment(),
		}
	}
	return proto.Equal(nonce, shown)
}
