// Proxies of the environment: gRPC sends calls through one wherever `http_proxy` is set.
//
// A referee on this machine is never reached through a proxy. Elsewhere the log and the error name
// the proxy, since what fails then is often the proxy, and gRPC's own error names the referee
// alone.
#pragma once

#include <string>

namespace referee {

// Whether an address, `unix:/path` or `HOST:PORT`, is one of this machine's own.
bool is_local(const std::string& target);

// Through which proxy gRPC calls an address, in words; empty if through none.
std::string proxy_note(const std::string& target);

}  // namespace referee
