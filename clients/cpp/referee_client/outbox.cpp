#include "referee_client/outbox.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace referee {
namespace {

namespace wire = gamereferee::v1;

// A message to the referee may have 1 MiB; far below that the next one begins.
constexpr std::size_t kFullMessage = 256 * 1024;

// Moves the messages of one seat to the end of others.
template <class M>
void take_out(google::protobuf::RepeatedPtrField<M>& messages, const std::string& match_id,
              int seat, std::vector<M>& taken) {
  const auto is_kept = [&](const M& one) {
    return one.match_id() != match_id || one.seat() != seat;
  };
  const auto first = std::stable_partition(messages.begin(), messages.end(), is_kept);
  std::move(first, messages.end(), std::back_inserter(taken));
  messages.erase(first, messages.end());
}

}  // namespace

void Outbox::add(wire::Action message) {
  *room(message.ByteSizeLong()).add_actions() = std::move(message);
}

void Outbox::add(wire::SmallAction message) {
  *room(message.ByteSizeLong()).add_small_actions() = std::move(message);
}

void Outbox::add(wire::Skip message) {
  *room(message.ByteSizeLong()).add_skips() = std::move(message);
}

void Outbox::add(wire::Say message) {
  *room(message.ByteSizeLong()).add_says() = std::move(message);
}

void Outbox::add(wire::Join message) {
  *room(message.ByteSizeLong()).add_joins() = std::move(message);
  is_urgent_ = true;
}

void Outbox::add(wire::OpenNonce message) {
  *room(message.ByteSizeLong()).add_openings() = std::move(message);
  is_urgent_ = true;
}

void Outbox::add(wire::Resign message) {
  *room(message.ByteSizeLong()).add_resigns() = std::move(message);
  is_urgent_ = true;
}

void Outbox::add(wire::Pong message) {
  *room(message.ByteSizeLong()).add_pongs() = std::move(message);
  is_urgent_ = true;
}

void Outbox::add(wire::Ping message) {
  *room(message.ByteSizeLong()).mutable_ping() = std::move(message);
  is_urgent_ = true;
}

wire::PlayRequest Outbox::take() {
  wire::PlayRequest request = std::move(requests_.front());
  requests_.pop_front();
  if (requests_.empty()) is_urgent_ = false;
  return request;
}

Unsent Outbox::take_unsent() {
  Unsent unsent;
  for (wire::PlayRequest& request : requests_) {
    std::move(request.mutable_resigns()->begin(), request.mutable_resigns()->end(),
              std::back_inserter(unsent.resigns));
    std::move(request.mutable_says()->begin(), request.mutable_says()->end(),
              std::back_inserter(unsent.says));
  }
  requests_.clear();
  is_urgent_ = false;
  return unsent;
}

Unsent Outbox::take_unsent(const std::string& match_id, int seat) {
  Unsent unsent;
  for (wire::PlayRequest& request : requests_) {
    take_out(*request.mutable_resigns(), match_id, seat, unsent.resigns);
    take_out(*request.mutable_says(), match_id, seat, unsent.says);
  }
  const auto is_nothing = [](const wire::PlayRequest& one) { return one.ByteSizeLong() == 0; };
  requests_.erase(std::remove_if(requests_.begin(), requests_.end(), is_nothing), requests_.end());
  if (requests_.empty()) is_urgent_ = false;
  return unsent;
}

// The last request if it has room for so many bytes, or else a new one.
wire::PlayRequest& Outbox::room(std::size_t bytes) {
  constexpr std::size_t kAround = 16;  // more than tag and length
  if (requests_.empty() || last_bytes_ + bytes + kAround > kFullMessage) {
    requests_.emplace_back();
    last_bytes_ = 0;
  }
  last_bytes_ += bytes + kAround;
  return requests_.back();
}

}  // namespace referee
