#include "referee_client/address.hpp"

#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/support/channel_arguments.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "referee_client/errors.hpp"
#include "referee_client/proxies.hpp"

namespace referee {
namespace {

// Largest message accepted; a referee that serves a thousand seats writes big batches.
constexpr int kMaxMessageBytes = 64 * 1024 * 1024;
// Longest path of a Unix socket in bytes, by the operating system.
constexpr std::size_t kMaxUnixPath = 107;
const std::string kUnix = "unix:";

bool is_blank(char letter) {
  return std::isspace(static_cast<unsigned char>(letter)) != 0;
}

std::string stripped(const std::string& text) {
  const auto first = std::find_if_not(text.begin(), text.end(), is_blank);
  const auto last = std::find_if_not(text.rbegin(), text.rend(), is_blank).base();
  return first < last ? std::string(first, last) : "";
}

bool is_port(const std::string& text) {
  const bool is_number = !text.empty() && text.size() <= 5 &&
                         text.find_first_not_of("0123456789") == std::string::npos;
  return is_number && std::stoi(text) >= 1 && std::stoi(text) <= 65535;
}

bool is_host(const std::string& text) {
  if (text.size() > 2 && text.front() == '[' && text.back() == ']') {
    const std::string inner = text.substr(1, text.size() - 2);
    return inner.find_first_not_of("0123456789abcdefABCDEF:.") == std::string::npos;
  }
  return !text.empty() && text.find_first_of("/:[]") == std::string::npos &&
         std::none_of(text.begin(), text.end(), is_blank);
}

void check_unix(const std::string& path, const std::string& text) {
  if (path.empty()) {
    throw AddressError("address must name a socket after unix:, not '" + text + "'");
  }
  if (path.size() > kMaxUnixPath) {
    throw AddressError("a Unix socket's path has at most 107 bytes, not '" + path + "'");
  }
}

std::string read_roots(const std::string& ca) {
  errno = 0;
  std::ifstream file(ca, std::ios::binary);
  std::ostringstream roots;
  if (!file || !(roots << file.rdbuf())) {
    throw TlsError("can't read the CA file '" + ca +
                   "': " + (errno != 0 ? std::strerror(errno) : "it is empty or no file"));
  }
  if (roots.str().find("-----BEGIN CERTIFICATE-----") == std::string::npos) {
    throw TlsError("the CA file '" + ca + "' holds no PEM certificate");
  }
  return roots.str();
}

}  // namespace

Address Address::parse(const std::string& text, const std::string& ca) {
  const std::string target = stripped(text);
  if (target.compare(0, kUnix.size(), kUnix) == 0) {
    check_unix(target.substr(kUnix.size()), text);
    if (!ca.empty()) {
      throw TlsError("a Unix socket needs no TLS: leave out the CA file for '" + text + "'");
    }
    return {target, std::nullopt};
  }
  const std::size_t colon = target.rfind(':');
  if (colon == std::string::npos || !is_host(target.substr(0, colon)) ||
      !is_port(target.substr(colon + 1))) {
    throw AddressError(
        "address must be unix:/path or HOST:PORT with a port from 1 to 65535, not '" + text + "'");
  }
  if (ca.empty()) return {target, std::nullopt};
  return {target, read_roots(ca)};
}

Address Address::beside(const std::string& text) const {
  Address there = parse(text);
  const auto is_unix = [](const std::string& one) {
    return one.compare(0, kUnix.size(), kUnix) == 0;
  };
  if (is_unix(there.target) && !is_unix(target)) {
    throw AddressError("a Unix socket is gone to from a Unix socket alone, not '" + text + "'");
  }
  if (!is_unix(there.target)) there.roots = roots;
  return there;
}

std::shared_ptr<grpc::Channel> Address::channel(std::chrono::milliseconds connect_limit) const {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(kMaxMessageBytes);
  arguments.SetMaxSendMessageSize(kMaxMessageBytes);
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  arguments.SetInt(GRPC_ARG_ENABLE_RETRIES, 0);
  if (is_local(target)) arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  // gRPC's name is misleading: it is also the longest that one attempt to connect may take.
  arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, static_cast<int>(connect_limit.count()));
  const auto credentials =
      roots ? grpc::SslCredentials({*roots, "", ""}) : grpc::InsecureChannelCredentials();
  return grpc::CreateCustomChannel(target, credentials, arguments);
}

}  // namespace referee
