#include "referee_client/chat.hpp"

#include <utility>

#include "gamereferee/v1/play_service.pb.h"

namespace referee {

namespace wire = gamereferee::v1;

Said said_of(const wire::Said& message) {
  return {message.channel(), message.number(), message.seat(),
          message.text(),    message.round(),  message.phase()};
}

Channel channel_of(const wire::Channel& message) {
  return {message.name(), message.number(), {message.members().begin(), message.members().end()}};
}

void Ear::listen(Listener listener) {
  const std::lock_guard lock(mutex_);
  listener_ = std::move(listener);
}

std::uint64_t Ear::hear(wire::Say&& say) {
  const std::lock_guard lock(mutex_);
  return listener_ ? listener_(std::move(say)) : 0;
}

Voice::Voice(std::shared_ptr<Ear> ear, std::string match_id, int seat, int turn)
    : ear_(std::move(ear)), match_id_(std::move(match_id)), seat_(seat), turn_(turn) {}

std::uint64_t Voice::say(const std::string& channel, const std::string& text) const {
  if (!ear_) return 0;
  wire::Say say;
  say.set_match_id(match_id_);
  say.set_seat(seat_);
  say.set_turn(turn_);
  say.set_channel(channel);
  say.set_text(text);
  return ear_->hear(std::move(say));
}

}  // namespace referee
