package referee

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"io"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// certificate makes one that vouches for itself, for a name, until a time.
func certificate(t *testing.T, name string, until time.Time) tls.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, DNSNames: []string{name},
		NotBefore: until.Add(-time.Hour), NotAfter: until, IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

// trusting is the address of a name, with the certificate as the root.
func trusting(t *testing.T, target string, root tls.Certificate) address {
	t.Helper()
	file := filepath.Join(t.TempDir(), "roots.pem")
	block := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: root.Certificate[0]})
	if err := os.WriteFile(file, block, 0o600); err != nil {
		t.Fatal(err)
	}
	where, err := parseAddress(target, file)
	if err != nil {
		t.Fatal(err)
	}
	return where
}

// handshake lets a client shake hands with what serve does at the other end of a loopback connection: a
// pipe has no room for what both sides write at the same time.
func handshake(t *testing.T, where address, serve func(net.Conn)) error {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	ours, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	theirs, err := listener.Accept()
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer theirs.Close()
		serve(theirs)
	}()
	dialed, err := where.dial(time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	defer dialed.Close()
	_, _, failed := dialed.tls.ClientHandshake(context.Background(), where.target, ours)
	if failed != nil && dialed.tls.failure() == nil {
		t.Errorf("%v was not kept", failed)
	}
	ours.Close()
	<-done
	return dialed.tls.failure()
}

func TestWhetherAFailedHandshakeIsTriedAgain(t *testing.T) { // 14
	valid := time.Now().Add(time.Hour)
	good := certificate(t, "there", valid)
	as := func(shown tls.Certificate) func(net.Conn) {
		return func(conn net.Conn) {
			_ = tls.Server(conn, &tls.Config{Certificates: []tls.Certificate{shown}, NextProtos: []string{"h2"}}).Handshake()
		}
	}
	hello := func(conn net.Conn) { _, _ = conn.Read(make([]byte, 5)) }
	saying := func(answer string) func(net.Conn) {
		return func(conn net.Conn) {
			_, _ = conn.Write([]byte(answer))
			_, _ = io.Copy(io.Discard, conn) // until the client has read it, and closes
		}
	}
	old := certificate(t, "there", time.Now().Add(-time.Hour))
	other := certificate(t, "elsewhere", valid)
	for name, c := range map[string]struct {
		root  tls.Certificate
		serve func(net.Conn)
		says  string // empty if the connection is tried again
	}{
		"closed at once":       {good, func(net.Conn) {}, ""},
		"closed after a hello": {good, hello, ""},
		"closed in an answer": {good, func(conn net.Conn) {
			hello(conn)
			_, _ = conn.Write([]byte{22, 3, 3, 0, 100, 2})
		}, ""},
		"an unknown authority": {good, as(certificate(t, "there", valid)), "unknown authority"},
		"another name":         {other, as(other), "valid for elsewhere, not there"},
		"a date that is over":  {old, as(old), "expired"},
		"a server without TLS": {good, saying("HTTP/1.1 400 Bad Request\r\n\r\n"), "does not look like a TLS handshake"},
		"an alert of trouble":  {good, saying("\x15\x03\x03\x00\x02\x02\x50"), ""},
		"an alert":             {good, saying("\x15\x03\x03\x00\x02\x02\x46"), "protocol version not supported"},
	} {
		t.Run(name, func(t *testing.T) {
			failure := handshake(t, trusting(t, "there:1", c.root), c.serve)
			if failure == nil {
				t.Fatal("no failure")
			}
			err := hopelessTLS(failure, "")
			if c.says == "" {
				if err != nil {
					t.Errorf("got %v; want another try", err)
				}
			} else if err == nil || !strings.Contains(err.Error(), c.says) || !strings.HasPrefix(err.Error(), "TLS failed: ") {
				t.Errorf("got %v; want %q", err, c.says)
			}
		})
	}
	if failure := handshake(t, trusting(t, "there:1", good), as(good)); failure != nil {
		t.Errorf("a good handshake failed with %v", failure)
	}
}

func TestConnectionsThatBreakAreTriedAgain(t *testing.T) { // 14
	for _, failure := range []error{
		io.EOF, io.ErrUnexpectedEOF, context.DeadlineExceeded, net.ErrClosed,
		&net.OpError{Op: "read", Err: os.NewSyscallError("read", syscall.ECONNRESET)},
		&net.OpError{Op: "write", Err: os.NewSyscallError("write", syscall.EPIPE)},
	} {
		if err := hopelessTLS(failure, ""); err != nil {
			t.Errorf("%v became %v; want another try", failure, err)
		}
	}
}

func unavailable(text string) error { return status.Error(codes.Unavailable, text) }

func TestAHandshakeDecidesWhatAStreamsStatusMeans(t *testing.T) { // 14
	k := newTalk(t, false) // for its log
	broken := unavailable("connection error: transport: authentication handshake failed: EOF")
	client, err := NewClient("there:1", Maker{})
	if err != nil {
		t.Fatal(err)
	}
	if why, err := client.home.why(broken, io.EOF); err != nil || !strings.Contains(why, "handshake failed: EOF") {
		t.Errorf("got %q, %v; want another try", why, err)
	}
	untrusted := &tls.CertificateVerificationError{Err: x509.UnknownAuthorityError{}}
	var failed *TLSError
	if _, err := client.home.why(broken, untrusted); !errors.As(err, &failed) || !errors.Is(err, untrusted) {
		t.Errorf("got %v; want a TLSError", err)
	}
	if k.log.Len() > 0 {
		t.Errorf("log %s", k.log)
	}
}
