package referee

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"strings"
)

// proxyFromEnvironment is how gRPC finds out which proxy to call an address through; tests have their own.
var proxyFromEnvironment = http.ProxyFromEnvironment

// proxyTo tells in words through which proxy of the environment an address is called; empty if through
// none, as for all addresses of this machine. The error is an AddressError.
func proxyTo(target string) (string, error) {
	if isLocal(target) {
		return "", nil
	}
	variable := "HTTPS_PROXY"
	if os.Getenv(variable) == "" {
		variable = "https_proxy"
	}
	proxy, err := proxyFromEnvironment(&http.Request{URL: &url.URL{Scheme: "https", Host: target}})
	if err != nil { // whose text may have a password
		return "", &AddressError{fmt.Sprintf("the variable %s must be the address of a proxy", variable)}
	}
	if proxy == nil {
		return "", nil
	}
	return fmt.Sprintf("through the proxy %s, by the variable %s; NO_PROXY makes exceptions", proxy.Host, variable), nil
}

// isLocal tells whether an address is one of this machine's own.
func isLocal(target string) bool {
	if strings.HasPrefix(target, "unix:") {
		return true
	}
	host, _, err := net.SplitHostPort(strings.ToLower(target))
	if err != nil {
		return false
	}
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && (ip.Unmap().IsLoopback() || ip.Unmap().IsUnspecified())
}

// noteProxy adds to an error's text through which proxy the referee was called.
func noteProxy(text, proxy string) string {
	if proxy == "" {
		return text
	}
	return text + "; it is called " + proxy
}
