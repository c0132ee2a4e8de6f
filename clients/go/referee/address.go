package referee

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
)

const (
	// maxMessageBytes is the largest message accepted; a referee that serves a thousand seats writes
	// big batches.
	maxMessageBytes = 64 << 20
	// maxUnixPath is the longest path of a Unix socket in bytes, by the operating system.
	maxUnixPath = 107
)

var hostPort = regexp.MustCompile(`^(?:\[[0-9A-Fa-f:.]+\]|[^\s:/\[\]]+):([0-9]{1,5})$`)

// address is an address that has been checked. Every dial opens a connection of its own, so that a
// client that reconnects never waits for the back-off of one that it has given up.
type address struct {
	target string         // unix:/path or HOST:PORT
	roots  *x509.CertPool // certificates to trust; nil means without TLS
	proxy  string         // through which it is called, in words; empty means through none
}

// parseAddress reads an address and, unless ca is empty, the file with the roots. The error is an
// AddressError or a TLSError.
func parseAddress(text, ca string) (address, error) {
	target := strings.TrimSpace(text)
	if path, isUnix := strings.CutPrefix(target, "unix:"); isUnix {
		if path == "" {
			return address{}, &AddressError{fmt.Sprintf("address must name a socket after unix:, not '%s'", text)}
		}
		if len(path) > maxUnixPath {
			return address{}, &AddressError{fmt.Sprintf("a Unix socket's path has at most %d bytes, not '%s'",
				maxUnixPath, path)}
		}
		if ca != "" {
			return address{}, &TLSError{text: fmt.Sprintf(
				"a Unix socket needs no TLS: leave out the CA file for '%s'", text)}
		}
		return address{target: target}, nil
	}
	if !isHostPort(target) {
		return address{}, &AddressError{fmt.Sprintf(
			"address must be unix:/path or HOST:PORT with a port from 1 to 65535, not '%s'", text)}
	}
	proxy, err := proxyTo(target)
	if err != nil || ca == "" {
		return address{target: target, proxy: proxy}, err
	}
	roots, err := readRoots(ca)
	return address{target, roots, proxy}, err
}

// beside reads the address of a worker of the same referee, which is called and trusted as this one. The error
// is an AddressError.
func (a address) beside(text string) (address, error) {
	there, err := parseAddress(text, "")
	if err != nil {
		return address{}, err
	}
	if strings.HasPrefix(there.target, "unix:") && !strings.HasPrefix(a.target, "unix:") {
		return address{}, &AddressError{fmt.Sprintf("a Unix socket is followed to from a Unix socket alone, not '%s'", text)}
	}
	there.roots = a.roots
	return there, nil
}

func isHostPort(target string) bool {
	found := hostPort.FindStringSubmatch(target)
	if found == nil {
		return false
	}
	port, err := strconv.Atoi(found[1])
	return err == nil && 1 <= port && port <= 65535
}

func readRoots(ca string) (*x509.CertPool, error) {
	pem, err := os.ReadFile(ca)
	if err != nil {
		reason := err
		if failure := (*fs.PathError)(nil); errors.As(err, &failure) {
			reason = failure.Err // without the path once more
		}
		return nil, &TLSError{text: fmt.Sprintf("can't read the CA file '%s': %v", ca, reason), cause: err}
	}
	if !bytes.Contains(pem, []byte("-----BEGIN CERTIFICATE-----")) {
		return nil, &TLSError{text: fmt.Sprintf("the CA file '%s' holds no PEM certificate", ca)}
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(pem) // what can't be read is not trusted: the handshake will say so
	return roots, nil
}

// connection is a connection that may have been opened.
type connection struct {
	*grpc.ClientConn
	tls *watchedTLS // nil without TLS
}

// dial makes a connection, which is opened by its first call; that fails after the time given, or 20 s
// if that is less.
func (a address) dial(limit time.Duration) (connection, error) {
	if a.roots == nil {
		opened, err := a.dialWith(insecure.NewCredentials(), limit)
		return connection{ClientConn: opened}, err
	}
	watched := watchTLS(&tls.Config{RootCAs: a.roots, MinVersion: tls.VersionTLS12})
	opened, err := a.dialWith(watched, limit)
	return connection{opened, watched}, err
}

func (a address) dialWith(trust credentials.TransportCredentials, limit time.Duration) (*grpc.ClientConn, error) {
	options := []grpc.DialOption{
		grpc.WithTransportCredentials(trust),
		grpc.WithDisableServiceConfig(),
		grpc.WithDisableRetry(),
		grpc.WithConnectParams(grpc.ConnectParams{
			Backoff: backoff.DefaultConfig, MinConnectTimeout: min(max(limit, time.Second), 20*time.Second),
		}),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(maxMessageBytes)),
	}
	if a.proxy == "" {
		options = append(options, grpc.WithNoProxy())
	}
	path, isUnix := strings.CutPrefix(a.target, "unix:")
	if !isUnix {
		return grpc.NewClient("dns:///"+a.target, options...)
	}
	// gRPC reads its targets as URLs; a dialer of our own takes any path as it is.
	dialer := func(ctx context.Context, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "unix", path)
	}
	return grpc.NewClient("passthrough:///localhost", append(options, grpc.WithContextDialer(dialer))...)
}
