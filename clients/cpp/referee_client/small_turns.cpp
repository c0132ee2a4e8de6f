#include "referee_client/small_turns.hpp"

#include <chrono>

#include "referee_client/messages.hpp"

namespace referee {
namespace {

namespace wire = gamereferee::v1;

constexpr std::int64_t kMicrosPerSecond = 1'000'000;
constexpr int kNanosPerMicro = 1'000;

std::int64_t micros(const google::protobuf::Duration& time) {
  return std::chrono::duration_cast<std::chrono::microseconds>(duration(time)).count();
}

// Sets a duration of so many microseconds, from 0; one of 0 is set, too.
void set(google::protobuf::Duration& time, std::int64_t micros) {
  time.set_seconds(micros / kMicrosPerSecond);
  time.set_nanos(static_cast<int>(micros % kMicrosPerSecond) * kNanosPerMicro);
}

}  // namespace

ShortForm::ShortForm(const wire::Joined& joined)
    : match_id_(joined.match_id()), seat_(joined.seat()), form_(joined.small_form()) {
  const wire::TimeControl& terms = joined.time_control();
  if (!terms.has_move_time()) return;
  const auto& first = terms.has_first_move() ? terms.first_move() : terms.move_time();
  free_ = {micros(first), micros(terms.move_time())};
}

wire::Turn ShortForm::turn(wire::SmallTurn&& small) {
  if (!small.phase_name().empty()) phases_[small.phase()] = small.phase_name();
  wire::Turn turn;
  turn.set_match_id(match_id_);
  turn.set_seat(seat_);
  turn.set_turn(small.turn());
  if (const auto phase = phases_.find(small.phase()); phase != phases_.end()) {
    turn.set_phase(phase->second);
  }
  turn.mutable_observation()->set_type_url(form_.observation_url());
  turn.mutable_observation()->set_value(form_.known_observation() + small.observation());
  if (!small.events().empty()) {
    turn.mutable_events()->set_type_url(form_.events_url());
    turn.mutable_events()->set_value(std::move(*small.mutable_events()));
  }
  *turn.mutable_clock() = clock(small);
  *turn.mutable_said() = std::move(*small.mutable_said());
  *turn.mutable_channels() = std::move(*small.mutable_channels());
  return turn;
}

std::optional<wire::SmallAction> ShortForm::action(const wire::Action& action) const {
  if (action.payload().type_url() != form_.action_url()) return std::nullopt;
  wire::SmallAction small;
  small.set_handle(form_.handle());
  small.set_turn(action.turn());
  small.set_payload(action.payload().value());
  return small;
}

wire::Clock ShortForm::clock(const wire::SmallTurn& small) const {
  wire::Clock clock;
  if (small.has_remaining()) {
    set(*clock.mutable_remaining(), small.remaining());
  } else if (free_) {
    const std::int64_t free = small.turn() > 1 ? free_->second : free_->first;
    set(*clock.mutable_remaining(), free + small.bank());
  }
  if (small.has_bank()) set(*clock.mutable_bank(), small.bank());
  if (small.has_last_elapsed()) {
    set(*clock.mutable_last_elapsed(), small.last_elapsed());
    set(*clock.mutable_last_lag(), small.last_lag());
  }
  clock.set_strikes(small.strikes());
  return clock;
}

}  // namespace referee
