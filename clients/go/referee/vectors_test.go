package referee

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	wire "github.com/gamereferee/gamereferee/clients/go/gen/gamereferee/v1"
	"github.com/gamereferee/gamereferee/clients/go/internal/vectors"
	"google.golang.org/grpc/codes"
)

// kindOf is an error's name as the vectors write it.
func kindOf(err error) string {
	return strings.Replace(reflect.TypeOf(err).Elem().Name(), "TLS", "Tls", 1)
}

func TestAddressesAreReadAsInAllLanguages(t *testing.T) {
	var file struct {
		Cases []struct {
			Name, Address, Target, Error, Says string
			CA                                 *string
		}
	}
	vectors.Read(t, "address.json", &file)
	for _, c := range file.Cases {
		t.Run(c.Name, func(t *testing.T) {
			ca := ""
			if c.CA != nil {
				ca = filepath.Join(t.TempDir(), "roots.pem")
				if err := os.WriteFile(ca, []byte(*c.CA), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			got, err := parseAddress(c.Address, ca)
			if c.Error == "" {
				if err != nil || got.target != c.Target || (got.roots != nil) != (c.CA != nil) {
					t.Fatalf("got %+v, %v; want the target %q", got, err, c.Target)
				}
				return
			}
			if err == nil {
				t.Fatalf("got %+v; want %s", got, c.Error)
			}
			if says := strings.ReplaceAll(c.Says, "{ca}", ca); kindOf(err) != c.Error || err.Error() != says {
				t.Errorf("got %T %q; want %s %q", err, err, c.Error, says)
			}
		})
	}
}

func TestDelaysAreThoseOfAllLanguages(t *testing.T) {
	var file struct {
		Constants map[string]float64
		Delays    []struct {
			Name  string
			Limit float64
			Steps []struct {
				At, Jitter, Delay float64
				Why, Error, Says  string
				Heard             bool
			}
		}
	}
	vectors.Read(t, "retry.json", &file)
	ours := map[string]time.Duration{
		"first_delay": firstDelay, "longest_delay": longestDelay, "silence": silence, "goodbye": goodbye,
		"patience": defaultPatience,
	}
	for name, seconds := range file.Constants {
		if ours[name].Seconds() != seconds {
			t.Errorf("%s is %v; want %g s", name, ours[name], seconds)
		}
	}
	begun := time.Now()
	after := func(seconds float64) time.Duration { return time.Duration(seconds * 1e9) }
	for _, c := range file.Delays {
		t.Run(c.Name, func(t *testing.T) {
			jitter := 0.0
			p := patience{target: "there:1", limit: after(c.Limit), jitter: func() float64 { return jitter }}
			for i, step := range c.Steps {
				if step.Heard {
					p.heard(true)
					continue
				}
				jitter = step.Jitter
				got, err := p.delay(begun.Add(after(step.At)), step.Why)
				if step.Error != "" {
					if err == nil || kindOf(err) != step.Error || err.Error() != step.Says {
						t.Errorf("step %d: got %v, %v; want %q", i, got, err, step.Says)
					}
				} else if err != nil || (got-after(step.Delay)).Abs() > time.Microsecond {
					t.Errorf("step %d: got %v, %v; want %g s", i, got, err, step.Delay)
				}
			}
		})
	}
}

func TestStatusesMeanTheSameInAllLanguages(t *testing.T) {
	var file struct {
		Statuses []struct {
			Code, Details string
			Number        codes.Code
			Error, Says   *string
		}
	}
	vectors.Read(t, "retry.json", &file)
	for _, c := range file.Statuses {
		if c.Error != nil && *c.Error == "TlsError" {
			continue // here the handshake's own error decides, see tls_test.go, and never a text
		}
		t.Run(fmt.Sprint(c.Code, " ", c.Details), func(t *testing.T) {
			err := hopeless(c.Number, c.Details)
			if c.Error == nil {
				if err != nil {
					t.Errorf("got %v; want another try", err)
				}
			} else if err == nil || kindOf(err) != *c.Error || err.Error() != *c.Says {
				t.Errorf("got %v; want %s %q", err, *c.Error, *c.Says)
			}
		})
	}
}

func TestRevealsAreJudgedAsInAllLanguages(t *testing.T) {
	var file struct {
		Cases []struct {
			Name       string
			Seat       int
			Problem    string
			Reveal     []byte `json:"reveal_base64"`
			Commitment []byte `json:"commitment_base64"`
			Nonce      []byte `json:"nonce_base64"`
		}
	}
	vectors.Read(t, "fairness.json", &file)
	for _, c := range file.Cases {
		t.Run(c.Name, func(t *testing.T) {
			reveal := &wire.SeedReveal{}
			vectors.Message(t, c.Reveal, reveal)
			if got := RevealProblem(reveal, c.Commitment, c.Seat, c.Nonce); got != c.Problem {
				t.Errorf("got %q; want %q", got, c.Problem)
			}
		})
	}
}

func TestStartsAndRevealsAreHeldAgainstWitnessesAsInAllLanguages(t *testing.T) {
	var file struct {
		Witnesses []struct {
			Name    string
			Problem string
			Witness []byte `json:"witness_base64"`
			Reveal  []byte `json:"reveal_base64"`
		}
	}
	vectors.Read(t, "fairness.json", &file)
	for _, c := range file.Witnesses {
		t.Run(c.Name, func(t *testing.T) {
			witness, reveal := &wire.SeatWitness{}, &wire.SeedReveal{}
			vectors.Message(t, c.Witness, witness)
			got := StartProblem(witness)
			if c.Reveal != nil {
				vectors.Message(t, c.Reveal, reveal)
				got = WitnessProblem(witness, reveal)
			}
			if got != c.Problem {
				t.Errorf("got %q; want %q", got, c.Problem)
			}
		})
	}
}

func TestTheNonceIsOpenedWhenAllCommitmentsAreShown(t *testing.T) {
	k := newTalk(t, false)
	maker, _ := recording()
	if err := k.join("token", maker); err != nil {
		t.Fatal(err)
	}
	join := k.take().GetJoins()[0]
	joined := &wire.Joined{
		MatchId: "m", JoinNumber: join.Number, Game: "diceman", NumSeats: 2, Features: []string{"nonce-commitments"},
	}
	said := k.play(&wire.PlayResponse{Joins: []*wire.Joined{joined}})
	if openings := said.GetOpenings(); openings != nil {
		t.Errorf("opened before: %v", openings)
	}
	state := wire.NonceState_NONCE_STATE_COMMITTED
	shown := &wire.NonceCommitments{MatchId: "m", Nonces: []*wire.SeatNonce{
		{State: state, Commitment: join.NonceCommitment}, {State: state, Commitment: make([]byte, 32)},
	}}
	openings := k.play(&wire.PlayResponse{Commitments: []*wire.NonceCommitments{shown}}).GetOpenings()
	if len(openings) != 1 || !bytes.Equal(nonceCommitment(openings[0].Nonce), join.NonceCommitment) {
		t.Errorf("opened %v", openings)
	}
}

func TestACAFileThatIsNotThere(t *testing.T) {
	_, err := parseAddress("localhost:1", "no/such.pem")
	want := "can't read the CA file 'no/such.pem': no such file or directory"
	if tls := (*TLSError)(nil); !errors.As(err, &tls) || err.Error() != want || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v; want %q", err, want)
	}
}
