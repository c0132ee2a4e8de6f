#include "referee_client/client.hpp"

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>

#include "gamereferee/v1/play_service.grpc.pb.h"
#include "referee_client/address.hpp"
#include "referee_client/conversation.hpp"
#include "referee_client/errors.hpp"
#include "referee_client/log.hpp"
#include "referee_client/pool.hpp"
#include "referee_client/proxies.hpp"
#include "referee_client/retry.hpp"

namespace referee {
namespace {

namespace wire = gamereferee::v1;
using Stream = grpc::ClientReaderWriter<wire::PlayRequest, wire::PlayResponse>;
using Clock = std::chrono::steady_clock;

// How long ready answers wait for others that may go out in the same message.
constexpr std::chrono::milliseconds kGathering{1};

Seconds now() {
  return Clock::now().time_since_epoch();
}

Clock::time_point instant(Seconds at) {
  return Clock::time_point(std::chrono::duration_cast<Clock::duration>(at));
}

// An attempt to connect takes no longer than the patience, or gRPC's own 20 s.
std::chrono::milliseconds connect_limit(double patience) {
  const double seconds = std::clamp(patience, 1.0, 20.0);
  return std::chrono::milliseconds(static_cast<int>(1000 * seconds));
}

const std::string& checked(const std::string& name) {
  if (num_characters(name) > kMaxName) {
    throw std::invalid_argument("a name has at most 100 characters, not '" + name + "'");
  }
  return name;
}

int checked(int threads) {
  if (threads == 0) return kThreads;
  if (threads < 0 || threads > kMaxThreads) {
    throw std::invalid_argument("threads must be from 1 to 1,024, not " + std::to_string(threads));
  }
  return threads;
}

}  // namespace

// One mutex guards the conversation. Threads: whoever called `play` opens streams and watches them,
// one reads each stream, one writes it, workers call the bots, and one adds workers while turns
// wait; what bots say may come from any thread.
class RefereeClient::Engine {
 public:
  Engine(const std::string& address, BotMaker bot, const ClientOptions& options)
      : maker(std::move(bot)),
        conversation({checked(options.name), options.strict, options.small_turns}),
        address_(Address::parse(address, options.ca)),
        patience_(address_.target, Seconds(options.patience)),
        connect_limit_(connect_limit(options.patience)),
        most_workers_(checked(options.threads)),
        few_(std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, most_workers_)),
        pool_(most_workers_) {
    conversation.ear().listen([this](wire::Say&& say) {
      const std::lock_guard lock(mutex);
      write_.notify_all();
      watched_.notify_all();  // it may be a failure, and that strict
      return conversation.say(std::move(say));
    });
  }

  ~Engine() {
    conversation.ear().listen(nullptr);
    change([&] { quit_ = true; });
    if (grower_.joinable()) grower_.join();  // first, since it adds workers
    for (std::thread& worker : workers_) worker.join();
  }

  // Changes something that any thread may be waiting for.
  template <class Change>
  void change(Change what) {
    const std::lock_guard lock(mutex);
    what();
    wake_all();
  }

  void play() {
    if (const auto proxy = proxy_note(address_.target); !proxy.empty()) {
      log(LogLevel::kWarning, "the referee at " + address_.target + " is called " + proxy);
    }
    std::unique_lock lock(mutex);
    for (int i = few_; i > 0; --i) add_worker();
    grower_ = std::thread([this] { grow(); });
    while (!is_stopped() && !conversation.is_over()) {
      lock.unlock();
      const std::string why = play_one_stream();
      lock.lock();
      if (!is_stopped() && !conversation.is_over()) wait_after(lock, why);
    }
    const auto is_done = [&] { return is_stopped() || conversation.is_idle(); };
    if (!watched_.wait_until(lock, instant(over_.value_or(now()) + kGoodbye), is_done)) {
      log(LogLevel::kWarning,
          "a bot still thinks 2 s after the end of the last match: not waited for");
    }
    rethrow();
  }

  std::mutex mutex;
  const BotMaker maker;
  Conversation conversation;
  bool stopping = false;
  int num_thinking = 0;

 private:
  bool is_stopped() const { return stopping || error_ || conversation.error(); }

  void wake_all() {
    if (quit_) work_.notify_all();
    if (quit_) grow_.notify_all();
    wake(std::min(few_, conversation.num_waiting()) - num_thinking - num_awake_);
    if (num_awake_ == 0) look_after_waiting();
    write_.notify_all();
    watched_.notify_all();
  }

  void rethrow() {
    if (error_) std::rethrow_exception(error_);
    if (conversation.error()) std::rethrow_exception(conversation.error());
    if (stopping) return;
    conversation.rethrow_seat_or_bot_error();
  }

  // Waits before the next attempt; the patience may be out instead.
  void wait_after(std::unique_lock<std::mutex>& lock, const std::string& why) {
    const Seconds delay = patience_.delay(now(), why);
    char seconds[32];
    std::snprintf(seconds, sizeof seconds, "%.1f", delay.count());
    log(LogLevel::kWarning,
        "stream to " + address_.target + " broke: " + why + "; again in " + seconds + " s");
    watched_.wait_until(lock, instant(now() + delay),
                        [&] { return is_stopped() || conversation.is_over(); });
  }

  // Opens a stream and uses it until it ends or play is to stop; returns why it ended.
  std::string play_one_stream() {
    const auto stub = wire::PlayService::NewStub(address_.channel(connect_limit_));
    grpc::ClientContext context;
    grpc::Status status;
    {
      const std::lock_guard lock(mutex);
      conversation.opened();
      conversation.home()->silence.heard(now());
      ended_ = false;
    }
    // The reader opens the stream, because that blocks until there is a connection.
    std::thread reader([&] {
      const auto stream = stub->Play(&context);
      std::thread writer([&] { write(*stream); });
      read(*stream, context);
      change([&] { ended_ = true; });
      writer.join();
      status = stream->Finish();
      change([&] { finished_ = true; });
    });
    const std::string given_up = watch(context);
    reader.join();
    finished_ = false;
    if (!given_up.empty()) return given_up;
    const std::lock_guard lock(mutex);
    if (is_stopped() || conversation.is_over()) return "";
    const std::string why =
        status.error_message().empty() ? code_name(status.error_code()) : status.error_message();
    error_ = hopeless(status.error_code(), why);
    return status.ok() ? "the referee closed the stream" : why;
  }

  // Waits for the stream's end, or ends it; returns why it was given up, empty if it was not.
  std::string watch(grpc::ClientContext& context) {
    std::unique_lock lock(mutex);
    std::string why;
    while (!finished_) {
      if (conversation.is_over() && !over_) over_ = now();
      const auto verdict = conversation.home()->silence.check(now());
      if (verdict == Silence::Verdict::kAsk) {
        conversation.home()->ping();
        write_.notify_all();
      }
      const bool is_dead = verdict == Silence::Verdict::kDead;
      if (is_stopped() || is_dead || (over_ && now() >= *over_ + kGoodbye)) {
        if (is_dead) why = "not a word for 40 s";
        context.TryCancel();
        watched_.wait(lock, [&] { return finished_; });
        break;
      }
      const Seconds next = over_ ? std::min(conversation.home()->silence.next(), *over_ + kGoodbye)
                                 : conversation.home()->silence.next();
      watched_.wait_until(lock, instant(next));
    }
    return why;
  }

  void read(Stream& stream, grpc::ClientContext& context) {
    wire::PlayResponse response;
    while (stream.Read(&response)) {
      const std::lock_guard lock(mutex);
      patience_.heard();
      conversation.home()->silence.heard(now());
      try {
        conversation.receive(std::move(response));
      } catch (const RefereeClientError&) {
        error_ = std::current_exception();
        context.TryCancel();
      }
      wake_all();
      response = {};
    }
  }

  // Writes whatever there is to say, in one message each time; closes our side at the end.
  void write(Stream& stream) {
    std::unique_lock lock(mutex);
    for (;;) {
      write_.wait(lock, [&] { return ended_ || has_said() || conversation.is_over(); });
      if (ended_) return;
      if (!has_said()) break;
      is_gathering_ = true;
      write_.wait_for(lock, kGathering, [&] { return ended_ || is_worth_writing(); });
      is_gathering_ = false;
      const wire::PlayRequest request = conversation.home()->outbox.take();
      lock.unlock();
      const bool is_written = stream.Write(request);
      lock.lock();
      if (!is_written) return;  // the reader learns why
    }
    lock.unlock();
    stream.WritesDone();
  }

  bool has_said() { return !conversation.home()->outbox.is_empty(); }

  bool is_worth_writing() {
    return conversation.home()->outbox.is_urgent() || conversation.is_idle();
  }

  void work() {
    std::unique_lock lock(mutex);
    while (!quit_) {
      const std::optional<Task> task = is_stopped() ? std::nullopt : conversation.next_task();
      --num_awake_;
      if (!task) {
        ++num_parked_;
        work_.wait(lock, [&] { return quit_ || num_wakes_ > 0; });
        --num_wakes_;
        continue;
      }
      ++num_thinking;
      if (num_awake_ == 0) look_after_waiting();
      lock.unlock();
      Result result = run_task(*task);
      lock.lock();
      --num_thinking;
      ++num_awake_;
      conversation.done(*task, std::move(result));
      if (is_gathering_ ? is_worth_writing() : has_said()) write_.notify_all();
      if (conversation.is_idle() || is_stopped()) watched_.notify_all();
    }
  }

  // Wakes so many parked workers, if there are; returns how many.
  int wake(int count) {
    count = std::clamp(count, 0, num_parked_);
    num_parked_ -= count;
    num_wakes_ += count;
    num_awake_ += count;
    for (int i = 0; i < count; ++i) work_.notify_one();
    return count;
  }

  // Starts a worker, which is awake from now on: else another one would be started for the same
  // call. Needs the mutex.
  void add_worker() {
    workers_.emplace_back([this] { work(); });
    pool_.added();
    ++num_awake_;
  }

  // Has the grower look after calls that wait and that nobody is about to take, unless it will do
  // so soon.
  void look_after_waiting() {
    const bool can_more = num_parked_ > 0 || pool_.allowed(1) > 0;
    if (conversation.is_all_asked() || !can_more) return;
    if (!grows_at_ || *grows_at_ > steady_now() + kAddAfter) grow_.notify_all();
  }

  // Wakes or adds workers while calls wait for a free one, and warns when there can be no more.
  void grow() {
    std::unique_lock lock(mutex);
    while (!quit_) {
      grows_at_.reset();
      if (!is_stopped()) grows_at_ = look_at_waiting(steady_now());
      grows_at_ ? void(grow_.wait_until(lock, instant(*grows_at_))) : grow_.wait(lock);
    }
  }

  // Returns when to look again, if at all before somebody asks for it.
  std::optional<Nanoseconds> look_at_waiting(Nanoseconds at) {
    const Pool::Waiting waiting = conversation.waiting();
    const int wanted = pool_.wanted(at, waiting, num_awake_);
    const int woken = wake(wanted);
    try {
      for (int i = pool_.allowed(wanted - woken); i > 0; --i) add_worker();
    } catch (const std::system_error& error) {
      pool_.exhausted();
      log(LogLevel::kWarning, "no more than " + std::to_string(pool_.size()) +
                                  " bots think at the same time: " + error.what());
    }
    const std::string warning = pool_.warning(at, waiting, num_awake_ + num_parked_);
    if (!warning.empty()) log(LogLevel::kWarning, warning);
    return pool_.next(waiting, num_awake_, num_parked_);
  }

  const Address address_;
  Patience patience_;
  const std::chrono::milliseconds connect_limit_;
  const int most_workers_;
  const int few_;  // workers that serve bots which decide at once
  Pool pool_;
  int num_awake_ = 0;                    // workers that are about to take a call, or to park
  int num_parked_ = 0;                   // workers that wait to be woken
  int num_wakes_ = 0;                    // workers that have been woken and do not run yet
  std::optional<Nanoseconds> grows_at_;  // when the grower looks next; none if when it is asked
  std::optional<Seconds> over_;          // when all matches were over
  std::exception_ptr error_;             // what ends play at once
  bool ended_ = false;                   // nothing more will come on the stream
  bool finished_ = false;                // its status is known
  bool is_gathering_ = false;            // the writer waits for more answers
  bool quit_ = false;
  std::condition_variable work_;     // for workers: tasks, the end
  std::condition_variable write_;    // for the writer: something to say, the end
  std::condition_variable watched_;  // for whoever plays: matches over, the stream's end, errors
  std::condition_variable grow_;     // for whoever adds workers: calls that wait, the end
  std::vector<std::thread> workers_;
  std::thread grower_;
};

RefereeClient::RefereeClient(const std::string& address, BotMaker bot, const ClientOptions& options)
    : engine_(std::make_unique<Engine>(address, std::move(bot), options)) {}

RefereeClient::~RefereeClient() = default;

void RefereeClient::join(const std::string& token) {
  join(token, engine_->maker);
}

void RefereeClient::join(const std::string& token, BotMaker bot) {
  engine_->change([&] { engine_->conversation.join(token, std::move(bot)); });
}

void RefereeClient::finish() {
  engine_->change([&] { engine_->conversation.finish(); });
}

void RefereeClient::resign(const std::string& match_id, int seat) {
  engine_->change([&] { engine_->conversation.resign(match_id, seat); });
}

void RefereeClient::stop() {
  engine_->change([&] { engine_->stopping = true; });
}

void RefereeClient::play() {
  engine_->play();
}

void RefereeClient::play(const std::vector<std::string>& tokens) {
  for (const std::string& token : tokens) join(token);
  finish();
  play();
}

std::string RefereeClient::failures_summary() const {
  const std::lock_guard lock(engine_->mutex);
  return engine_->conversation.failures_summary();
}

bool RefereeClient::is_thinking() const {
  const std::lock_guard lock(engine_->mutex);
  return engine_->num_thinking > 0;
}

}  // namespace referee
