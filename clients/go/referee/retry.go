package referee

import (
	"fmt"
	"sync"
	"time"

	"google.golang.org/grpc/codes"
)

const (
	firstDelay   = 100 * time.Millisecond // before the first new attempt
	longestDelay = 5 * time.Second        // between two attempts
	// longestPause is the most between two attempts to reach a worker; a stream that has lasted that long was
	// no failed attempt.
	longestPause = time.Minute
	// silence is how long the referee may say nothing before it is asked for a pong; after as long
	// again the stream is taken for dead.
	silence = 20 * time.Second
	// goodbye is how long the referee has to end the stream once everything is over.
	goodbye = 2 * time.Second
	// defaultPatience is how long to go on without a word from the referee.
	defaultPatience = 60 * time.Second
)

// patience tells how long to wait between attempts, and when to give up. Times are the caller's.
type patience struct {
	target string         // the address, for the error
	proxy  string         // through which it is called, for the error
	limit  time.Duration  // without a word from the referee after which to give up, from 0
	jitter func() float64 // draws a number from 0 to 1

	mu    sync.Mutex
	since time.Time     // of the first failure since the last word
	next  time.Duration // the next delay; 0 means the first one
}

// heard notes that the referee has said something: delays begin at the first again. Words of a worker show that
// it is there, and not that the next attempt at home may come sooner.
func (p *patience) heard(atHome bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.since = time.Time{}
	if atHome {
		p.next = 0
	}
}

// delay is how long to wait after an attempt that failed for the reason why; the error is an
// UnreachableError once the patience is out.
func (p *patience) delay(now time.Time, why string) (time.Duration, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.since.IsZero() {
		p.since = now
	}
	left := p.limit - now.Sub(p.since)
	if left <= 0 {
		text := fmt.Sprintf("no referee at %s for %g s; the last attempt: %s", p.target, p.limit.Seconds(), why)
		return 0, &UnreachableError{noteProxy(text, p.proxy)}
	}
	wait := max(p.next, firstDelay)
	p.next = min(2*wait, longestDelay)
	return min(time.Duration(float64(wait)*(0.5+0.5*p.jitter())), left), nil
}

// hopeless is the error that a stream's status means; nil if another stream may do better. That of a
// handshake that failed says too little: see hopelessTLS.
func hopeless(code codes.Code, details string) error {
	switch code {
	case codes.OK, codes.Aborted, codes.Canceled, codes.DeadlineExceeded, codes.Internal, codes.Unavailable, codes.Unknown:
		return nil // OK means that the referee closed too early
	case codes.Unimplemented:
		return &ProtocolError{"the server is no referee, or of another version: " + details}
	}
	name, known := statusNames[code]
	if !known {
		name = fmt.Sprint(uint32(code))
	}
	return &ProtocolError{fmt.Sprintf("the referee ended the stream with %s: %s", name, details)}
}

// pauses are those between two attempts to reach a worker: each time that seats go there costs joins, of which
// a seat has not many.
type pauses struct {
	next time.Duration // 0 means the first one
}

// after is how long to wait after a stream that has lasted for some time, and whether that is the first pause.
func (p *pauses) after(lasted time.Duration) (pause time.Duration, isFirst bool) {
	if lasted > longestPause || p.next == 0 {
		p.next = firstDelay
	}
	pause = p.next
	p.next = min(2*pause, longestPause)
	return pause, pause == firstDelay
}
