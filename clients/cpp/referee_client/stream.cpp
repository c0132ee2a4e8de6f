#include "referee_client/stream.hpp"

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>

#include <algorithm>
#include <thread>
#include <utility>

namespace referee {
namespace {

namespace wire = gamereferee::v1;
using Clock = std::chrono::steady_clock;

// How long ready answers wait for others that may go out in the same message.
constexpr std::chrono::milliseconds kGathering{1};

}  // namespace

Seconds stream_now() {
  return Clock::now().time_since_epoch();
}

Clock::time_point instant(Seconds at) {
  return Clock::time_point(std::chrono::duration_cast<Clock::duration>(at));
}

LineStream::LineStream(StreamHost& host, std::shared_ptr<Line> line)
    : host_(host), line_(std::move(line)) {}

StreamEnd LineStream::converse(const Address& address, std::chrono::milliseconds connect_limit) {
  const auto stub = wire::PlayService::NewStub(address.channel(connect_limit));
  grpc::ClientContext context;
  grpc::Status status;
  {
    const std::lock_guard lock(host_.mutex);
    host_.opened(line_);
    line_->silence.heard(stream_now());
  }
  // The reader opens the stream, because that blocks until there is a connection.
  std::thread reader([&] {
    const auto stream = stub->Play(&context);
    std::thread writer([&] { write(*stream); });
    read(*stream);
    const auto note = [this](bool& what) {
      const std::lock_guard lock(host_.mutex);
      what = true;
      write_.notify_all();
      watched_.notify_all();
    };
    note(ended_);
    writer.join();
    status = stream->Finish();
    note(finished_);
  });
  const std::string given_up = watch(context);
  reader.join();
  if (!given_up.empty()) return {given_up, nullptr};
  if (status.ok()) return {"the referee closed the stream", nullptr};
  const std::string why =
      status.error_message().empty() ? code_name(status.error_code()) : status.error_message();
  return {why, hopeless(status.error_code(), why)};
}

void LineStream::wake() {
  if (host_.is_closing() || host_.is_over()) {
    write_.notify_all();
    watched_.notify_all();
    return;
  }
  if (is_gathering_ ? is_worth_writing() : !line_->outbox.is_empty()) write_.notify_all();
}

// Waits for the stream's end, or ends it; returns why it was given up, empty if it was not.
std::string LineStream::watch(grpc::ClientContext& context) {
  std::unique_lock lock(host_.mutex);
  while (!finished_) {
    const Seconds now = stream_now();
    const std::optional<Seconds> closes_at = host_.closes_at();
    const auto verdict = line_->silence.check(now);
    if (verdict == Silence::Verdict::kAsk) {
      line_->ping();
      write_.notify_all();
    }
    const bool is_dead = verdict == Silence::Verdict::kDead;
    if (host_.is_closing() || is_dead || (closes_at && now >= *closes_at)) {
      context.TryCancel();
      watched_.wait(lock, [&] { return finished_; });
      return is_dead ? "not a word for 40 s" : "";
    }
    const Seconds next = line_->silence.next();
    watched_.wait_until(lock, instant(closes_at ? std::min(next, *closes_at) : next));
  }
  return "";
}

void LineStream::read(Stream& stream) {
  wire::PlayResponse response;
  while (stream.Read(&response)) {
    const std::lock_guard lock(host_.mutex);
    line_->silence.heard(stream_now());
    host_.take_in(std::move(response), line_);
    response = {};
  }
}

// Writes whatever there is to send, in one message each time; closes our side at the end.
void LineStream::write(Stream& stream) {
  std::unique_lock lock(host_.mutex);
  for (;;) {
    write_.wait(lock, [&] { return ended_ || !line_->outbox.is_empty() || host_.is_over(); });
    if (ended_) return;
    if (line_->outbox.is_empty()) break;
    is_gathering_ = true;
    write_.wait_for(lock, kGathering, [&] { return ended_ || is_worth_writing(); });
    is_gathering_ = false;
    // A seat that has gone to another line has taken along what was to be sent.
    if (line_->outbox.is_empty()) continue;
    const wire::PlayRequest request = line_->outbox.take();
    lock.unlock();
    const bool is_written = stream.Write(request);
    lock.lock();
    if (!is_written) return;  // the reader learns why
  }
  lock.unlock();
  stream.WritesDone();
}

bool LineStream::is_worth_writing() const {
  return line_->outbox.is_urgent() || host_.is_idle();
}

}  // namespace referee
