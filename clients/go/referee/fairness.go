package referee

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"

	wire "gamereferee/clients/go/gen/gamereferee/v1"
)

const nonceBytes = 16

// RevealProblem tells what is wrong with a reveal, in a sentence; empty if it holds.
//
// commitment is the 32 bytes the referee committed itself to when the seat was joined; nonce is what
// this seat sent, nil if another process joined it first. The comments of SeedReveal have the
// arithmetic.
func RevealProblem(reveal *wire.SeedReveal, commitment []byte, seat int, nonce []byte) string {
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
	if nonce != nil && (seat >= len(nonces) || !bytes.Equal(nonces[seat], nonce)) {
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
