#include "referee_client/line.hpp"

#include <utility>

namespace referee {

Line::Line(std::string worker) : address(std::move(worker)), is_open(address.empty()) {
  if (!address.empty()) ping();
}

void Line::ping() {
  gamereferee::v1::Ping ping;
  ping.set_number(1);
  outbox.add(std::move(ping));
}

}  // namespace referee
