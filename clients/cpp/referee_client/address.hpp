// Where a referee is: reads addresses and opens channels to them.
//
// An address is `unix:/path` for a Unix socket or `HOST:PORT`; with PEM roots it means TLS. Every
// call opens a channel of its own, so that a client that reconnects never waits for the back-off of
// a connection it has given up, and many clients in one process never share a connection.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace grpc {
class Channel;
}

namespace referee {

// An address that has been checked.
struct Address {
  std::string target;                // what gRPC connects to: `unix:/path` or `HOST:PORT`
  std::optional<std::string> roots;  // PEM certificates to trust; none means without TLS

  // Reads an address and, unless its name is empty, the file with the roots.
  // Throws AddressError if the text is none, TlsError if the file can't be read or the address is a
  // Unix socket.
  static Address parse(const std::string& text, const std::string& ca = "");

  // Another address of the same referee, which is spoken to and trusted as this one. Throws
  // AddressError if the text is no address, or one of a Unix socket that this is none of.
  Address beside(const std::string& text) const;

  // Opens a channel on which an attempt to connect takes no longer than this.
  std::shared_ptr<grpc::Channel> channel(std::chrono::milliseconds connect_limit) const;
};

}  // namespace referee
