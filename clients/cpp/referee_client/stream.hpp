// Carries a line on one stream: the threads that read and write it, and the watch over both.
#pragma once

#include <chrono>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "gamereferee/v1/play_service.grpc.pb.h"
#include "referee_client/address.hpp"
#include "referee_client/line.hpp"
#include "referee_client/retry.hpp"

namespace referee {

// The time that streams and their client go by, since the system's start.
Seconds stream_now();

// The same as an instant to wait until.
std::chrono::steady_clock::time_point instant(Seconds at);

// What streams ask of the client that has them, and what they hand to it. All of it is called with
// the mutex held.
class StreamHost {
 public:
  // Guards the host, its lines and its streams.
  std::mutex mutex;

  // Whether streams are to end at once.
  virtual bool is_closing() const = 0;
  // Whether nothing more will be sent, so that this side closes.
  virtual bool is_over() const = 0;
  // Whether no bot is about to add an answer.
  virtual bool is_idle() const = 0;
  // When the referee's time to end its side is over; none while there is more to send.
  virtual std::optional<Seconds> closes_at() = 0;
  // Notes that a stream begins on a line.
  virtual void opened(const std::shared_ptr<Line>& line) = 0;
  // Takes in what came on a line.
  virtual void take_in(gamereferee::v1::PlayResponse&& response,
                       const std::shared_ptr<Line>& line) = 0;

 protected:
  ~StreamHost() = default;
};

// How a stream ended.
struct StreamEnd {
  std::string why;             // for people
  std::exception_ptr refusal;  // the error if no other stream can do better; null if one may
};

// One stream of a line.
class LineStream {
 public:
  LineStream(StreamHost& host, std::shared_ptr<Line> line);

  // Opens the stream, on which an attempt to connect takes no longer than this, and uses it until
  // it ends or the host wants none.
  StreamEnd converse(const Address& address, std::chrono::milliseconds connect_limit);

  // Has the stream look at what has changed, if that may matter to it. Needs the mutex.
  void wake();

 private:
  using Stream =
      grpc::ClientReaderWriter<gamereferee::v1::PlayRequest, gamereferee::v1::PlayResponse>;

  std::string watch(grpc::ClientContext& context);
  void read(Stream& stream);
  void write(Stream& stream);
  bool is_worth_writing() const;

  StreamHost& host_;
  const std::shared_ptr<Line> line_;
  bool ended_ = false;               // nothing more will come
  bool finished_ = false;            // its status is known
  bool is_gathering_ = false;        // the writer waits for more answers
  std::condition_variable write_;    // for the writer: something to send, the end
  std::condition_variable watched_;  // for the watch: matches over, the stream's end, errors
};

}  // namespace referee
