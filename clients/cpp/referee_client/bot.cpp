#include "referee_client/bot.hpp"

#include <google/protobuf/descriptor.h>

#include "gamereferee/v1/error.pb.h"
#include "gamereferee/v1/play_service.pb.h"

namespace referee {
namespace {

namespace wire = gamereferee::v1;

Clock clock_of(const wire::Clock& message) {
  Clock clock;
  if (message.has_remaining()) clock.remaining = duration(message.remaining());
  if (message.has_bank()) clock.bank = duration(message.bank());
  if (message.has_last_elapsed()) clock.last_elapsed = duration(message.last_elapsed());
  if (message.has_last_lag()) clock.last_lag = duration(message.last_lag());
  clock.strikes = message.strikes();
  return clock;
}

std::string enum_name(const google::protobuf::EnumDescriptor* type, int number) {
  const auto* value = type->FindValueByNumber(number);
  if (value == nullptr) return std::to_string(number);
  const std::string prefix =
      type->value(0)->name().substr(0, type->value(0)->name().rfind("UNSPECIFIED"));
  return value->name().substr(prefix.size());
}

}  // namespace

Turn::Turn(const Match& match, const wire::Turn& message, std::function<bool()> is_open,
           std::shared_ptr<Ear> ear)
    : match(match),
      number(message.turn()),
      phase(message.phase()),
      clock(clock_of(message.clock())),
      observation_message(unpack(message.observation())),
      events_message(message.has_events() ? unpack(message.events()) : nullptr),
      is_open_(std::move(is_open)),
      ear_(std::move(ear)) {
  for (const wire::Said& one : message.said()) said.push_back(said_of(one));
  for (const wire::Channel& one : message.channels()) channels.push_back(channel_of(one));
}

bool Outcome::is_void() const {
  return cause != "RULES" && cause != "BOT_TIME" && cause != "BOT_ERROR" && cause != "FORFEIT";
}

std::string cause_name(int number) {
  return enum_name(wire::EndCause_descriptor(), number);
}

std::string forfeit_name(int number) {
  return enum_name(wire::ForfeitCause_descriptor(), number);
}

std::string reason_name(int number) {
  return enum_name(wire::ErrorReason_descriptor(), number);
}

}  // namespace referee
