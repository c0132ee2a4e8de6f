package referee

import (
	"errors"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// proxied lets the environment have a proxy; net/http reads the real one only once.
func proxied(t *testing.T, proxy string) {
	t.Helper()
	t.Setenv("HTTPS_PROXY", proxy)
	before := proxyFromEnvironment
	t.Cleanup(func() { proxyFromEnvironment = before })
	proxyFromEnvironment = func(*http.Request) (*url.URL, error) {
		if proxy == "" {
			return nil, nil
		}
		return url.Parse(proxy)
	}
}

func TestAddressesOfThisMachineAreReachedWithoutAProxy(t *testing.T) { // 33
	proxied(t, "http://proxy.example:3128")
	for target, want := range map[string]bool{
		"unix:/r.sock": true, "localhost:1": true, "LocalHost:1": true, "bots.localhost:1": true, "127.0.0.1:1": true,
		"127.9.9.9:1": true, "[::1]:1": true, "[::ffff:127.0.0.1]:1": true, "0.0.0.0:1": true, "[::]:1": true,
		"referee.example:1": false, "localhost.example:1": false, "10.0.0.1:1": false, "[2001:db8::1]:1": false,
	} {
		where, err := parseAddress(target, "")
		if err != nil {
			t.Fatal(err)
		}
		if (where.proxy == "") != want {
			t.Errorf("%s: proxy %q", target, where.proxy)
		}
	}
}

func TestAProxyIsNamedInLogAndErrorWithoutItsPassword(t *testing.T) { // 33
	proxied(t, "http://me:secret@proxy.example:3128")
	k := newTalk(t, false) // for its log
	maker, _ := recording()
	client, err := NewClient("referee.example:1", maker, WithPatience(0))
	if err != nil {
		t.Fatal(err)
	}
	through := "through the proxy proxy.example:3128, by the variable HTTPS_PROXY; NO_PROXY makes exceptions"
	if want := "WARN the referee at referee.example:1 is called " + through; !strings.Contains(k.log.String(), want) {
		t.Errorf("log lacks %q:\n%s", want, k.log)
	}
	_, err = client.patience.delay(time.Now(), "HTTP 403")
	want := "no referee at referee.example:1 for 0 s; the last attempt: HTTP 403; it is called " + through
	if err == nil || err.Error() != want {
		t.Errorf("got %v; want %q", err, want)
	}
	var failed *TLSError
	if _, err = client.home.why(errors.New("broken"), errors.New("untrusted")); !errors.As(err, &failed) ||
		!strings.HasSuffix(err.Error(), "; it is called "+through) {
		t.Errorf("got %v", err)
	}
}

func TestAVariableThatHoldsNoProxy(t *testing.T) { // 33
	proxied(t, "http://me:secret@proxy:port")
	if _, err := parseAddress("localhost:1", ""); err != nil {
		t.Error(err)
	}
	_, err := parseAddress("referee.example:1", "")
	if want := "the variable HTTPS_PROXY must be the address of a proxy"; err == nil || err.Error() != want {
		t.Errorf("got %v; want %q", err, want)
	}
}

func TestARefusalOfTheProxyIsNoTLSFailure(t *testing.T) { // 14, 33
	proxied(t, "http://proxy.example:3128")
	client, err := NewClient("referee.example:1", Maker{})
	if err != nil {
		t.Fatal(err)
	}
	broken := unavailable(`failed to do connect handshake, response: "HTTP/1.1 403 Forbidden"`)
	if _, err := client.home.why(broken, nil); err != nil {
		t.Errorf("got %v; want another try", err)
	}
}
