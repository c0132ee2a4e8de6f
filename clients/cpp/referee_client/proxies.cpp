#include "referee_client/proxies.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <sstream>
#include <utility>

namespace referee {
namespace {

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char letter) { return std::tolower(letter); });
  return text;
}

// The host of a target, without brackets.
std::string host_of(const std::string& target) {
  const std::string host = lower(target.substr(0, target.rfind(':')));
  const bool is_bracketed = host.size() > 2 && host.front() == '[' && host.back() == ']';
  return is_bracketed ? host.substr(1, host.size() - 2) : host;
}

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

bool is_own(const in_addr& address) {
  const std::uint32_t number = ntohl(address.s_addr);
  return number == 0 || number >> 24 == 127;
}

// The first of these variables that is set, with its value; both empty if none is.
std::pair<std::string, std::string> first_set(std::initializer_list<const char*> names) {
  for (const char* name : names) {
    const char* value = std::getenv(name);
    if (value != nullptr && *value != '\0') return {name, value};
  }
  return {};
}

// Whether a variable makes an exception for a host, by the end of its name, as gRPC reads it.
bool is_excepted(const std::string& host) {
  std::istringstream entries(lower(first_set({"no_grpc_proxy", "no_proxy"}).second));
  for (std::string entry; std::getline(entries, entry, ',');) {
    entry.erase(std::remove(entry.begin(), entry.end(), ' '), entry.end());
    if (!entry.empty() && ends_with(host, entry)) return true;
  }
  return false;
}

}  // namespace

bool is_local(const std::string& target) {
  if (target.compare(0, 5, "unix:") == 0) return true;
  const std::string host = host_of(target);
  if (host == "localhost" || ends_with(host, ".localhost")) return true;
  in_addr four{};
  if (inet_pton(AF_INET, host.c_str(), &four) == 1) return is_own(four);
  in6_addr six{};
  if (inet_pton(AF_INET6, host.c_str(), &six) != 1) return false;
  if (IN6_IS_ADDR_LOOPBACK(&six) || IN6_IS_ADDR_UNSPECIFIED(&six)) return true;
  if (!IN6_IS_ADDR_V4MAPPED(&six)) return false;
  std::copy_n(six.s6_addr + 12, 4, reinterpret_cast<std::uint8_t*>(&four.s_addr));
  return is_own(four);
}

std::string proxy_note(const std::string& target) {
  if (is_local(target)) return "";
  const auto [name, value] = first_set({"grpc_proxy", "https_proxy", "http_proxy"});
  if (name.empty() || is_excepted(host_of(target))) return "";
  std::string proxy = value;
  const std::size_t scheme = proxy.find("://");
  if (scheme != std::string::npos) proxy = proxy.substr(scheme + 3);
  proxy = proxy.substr(0, proxy.find_first_of("/?#"));
  proxy = proxy.substr(proxy.rfind('@') + 1);  // never with a password
  return "through the proxy " + proxy + ", by the variable " + name + "; no_proxy makes exceptions";
}

}  // namespace referee
