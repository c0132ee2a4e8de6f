package referee

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"sync"

	"google.golang.org/grpc/credentials"
)

// watchedTLS is TLS that remembers how the handshakes of a connection ended: gRPC's status has an error's
// text alone, from which a certificate that does not hold is hard to tell from a server that went away.
type watchedTLS struct {
	credentials.TransportCredentials
	*handshakes
}

type handshakes struct {
	mu   sync.Mutex
	last error // why the last one failed
	held bool  // one has succeeded; a name with several addresses may have others that fail
}

func watchTLS(config *tls.Config) *watchedTLS {
	return &watchedTLS{credentials.NewTLS(config), &handshakes{}}
}

// ClientHandshake shakes hands, and remembers how that ended.
func (w *watchedTLS) ClientHandshake(
	ctx context.Context, authority string, conn net.Conn,
) (net.Conn, credentials.AuthInfo, error) {
	safe, info, err := w.TransportCredentials.ClientHandshake(ctx, authority, conn)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.last, w.held = err, w.held || err == nil
	return safe, info, err
}

// Clone makes a copy, whose handshakes are remembered in the same place.
func (w *watchedTLS) Clone() credentials.TransportCredentials {
	return &watchedTLS{w.TransportCredentials.Clone(), w.handshakes}
}

// failure is why no handshake succeeded; nil if one has, if none was tried, or without TLS.
func (w *watchedTLS) failure() error {
	if w == nil {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.held {
		return nil
	}
	return w.last
}

// hopelessTLS is the error that a failed handshake means; nil if another may succeed, as after a
// connection that was closed, reset or silent. proxy is the address's.
func hopelessTLS(failure error, proxy string) error {
	if isBroken(failure) {
		return nil
	}
	text := "TLS failed: " + failure.Error() + "; check the CA file, and that the server uses TLS"
	return &TLSError{text: noteProxy(text, proxy), cause: failure}
}

func isBroken(failure error) bool {
	if operation := (*net.OpError)(nil); errors.As(failure, &operation) {
		switch operation.Op {
		case "remote error": // an alert; these two tell of trouble on the other side, and not of trust
			alert := operation.Err.Error()
			return alert == "tls: internal error" || alert == "tls: user canceled"
		case "local error": // our own alert
			return false
		}
		return true
	}
	for _, broken := range []error{
		io.EOF, io.ErrUnexpectedEOF, io.ErrClosedPipe, net.ErrClosed, context.Canceled, context.DeadlineExceeded,
	} {
		if errors.Is(failure, broken) {
			return true
		}
	}
	return false
}
