#include "referee_client/client.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <system_error>
#include <thread>

#include "referee_client/address.hpp"
#include "referee_client/conversation.hpp"
#include "referee_client/errors.hpp"
#include "referee_client/log.hpp"
#include "referee_client/pool.hpp"
#include "referee_client/proxies.hpp"
#include "referee_client/retry.hpp"
#include "referee_client/stream.hpp"

namespace referee {
namespace {

namespace wire = gamereferee::v1;

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

void warn_of_proxy(const std::string& target) {
  if (const auto proxy = proxy_note(target); !proxy.empty()) {
    log(LogLevel::kWarning, "the referee at " + target + " is called " + proxy);
  }
}

}  // namespace

// One mutex guards the conversation. Threads: whoever called `play` opens streams home and watches
// them, one for each of the referee's workers does so there; one reads each stream, one writes it;
// some call the bots, and one adds such threads while turns wait. What bots say may come from any
// thread.
class RefereeClient::Engine final : private StreamHost {
 public:
  Engine(const std::string& address, BotMaker bot, const ClientOptions& options)
      : maker(std::move(bot)),
        conversation(conversation_options(options)),
        address_(Address::parse(address, options.ca)),
        patience_(address_.target, Seconds(options.patience)),
        connect_limit_(connect_limit(options.patience)),
        most_threads_(checked(options.threads)),
        few_(std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, most_threads_)),
        pool_(most_threads_) {
    conversation.ear().listen([this](wire::Say&& say) {
      const std::lock_guard lock(mutex);
      const std::uint64_t number = conversation.say(std::move(say));
      wake_streams();
      watched_.notify_all();  // it may be a failure, and that strict
      return number;
    });
  }

  ~Engine() {
    conversation.ear().listen(nullptr);
    leave_workers();
    change([&] { quit_ = true; });
    if (grower_.joinable()) grower_.join();  // first, since it adds threads
    for (std::thread& thread : threads_) thread.join();
  }

  // Changes something that any thread may be waiting for.
  template <class Change>
  void change(Change what) {
    const std::lock_guard lock(mutex);
    what();
    wake_all();
  }

  void play() {
    warn_of_proxy(address_.target);
    std::unique_lock lock(mutex);
    for (int i = few_; i > 0; --i) add_thread();
    grower_ = std::thread([this] { grow(); });
    while (!is_stopped() && !conversation.is_over()) {
      const StreamEnd end = carry(lock, conversation.home(), address_);
      if (is_stopped() || conversation.is_over()) break;
      error_ = end.refusal;
      if (!error_) wait_after(lock, end.why);
    }
    const auto is_done = [&] { return is_stopped() || conversation.is_idle(); };
    if (!watched_.wait_until(lock, instant(over_.value_or(stream_now()) + kGoodbye), is_done)) {
      log(LogLevel::kWarning,
          "a bot still thinks 2 s after the end of the last match: not waited for");
    }
    lock.unlock();
    leave_workers();
    lock.lock();
    rethrow();
  }

  using StreamHost::mutex;
  const BotMaker maker;
  Conversation conversation;
  bool stopping = false;
  int num_thinking = 0;

 private:
  // The stream to one of the referee's workers, one after the other while seats want it.
  struct Following {
    bool is_wanted = false;
    std::thread thread;
  };

  ConversationOptions conversation_options(const ClientOptions& options) {
    ConversationOptions how;
    how.name = checked(options.name);
    how.strict = options.strict;
    how.small_turns = options.small_turns;
    if (options.follow_workers) {
      how.on_worker = [this](const std::string& worker) { want(worker); };
    }
    return how;
  }

  bool is_stopped() const { return stopping || error_ || conversation.error(); }

  bool is_closing() const override { return leaving_ || is_stopped(); }
  bool is_over() const override { return conversation.is_over(); }
  bool is_idle() const override { return conversation.is_idle(); }

  std::optional<Seconds> closes_at() override {
    if (conversation.is_over() && !over_) over_ = stream_now();
    return over_ ? std::optional(*over_ + kGoodbye) : std::nullopt;
  }

  void opened(const std::shared_ptr<Line>& line) override {
    if (line == conversation.home()) conversation.opened();
  }

  void take_in(wire::PlayResponse&& response, const std::shared_ptr<Line>& line) override {
    line == conversation.home() ? patience_.heard() : patience_.heard_elsewhere();
    try {
      conversation.receive(std::move(response), line);
    } catch (const RefereeClientError&) {
      error_ = std::current_exception();
    }
    wake_all();
  }

  void wake_all() {
    if (quit_) work_.notify_all();
    if (quit_) grow_.notify_all();
    wake(std::min(few_, conversation.num_waiting()) - num_thinking - num_awake_);
    if (num_awake_ == 0) look_after_waiting();
    wake_streams();
    watched_.notify_all();
  }

  void wake_streams() {
    for (LineStream* stream : streams_) stream->wake();
  }

  void rethrow() {
    if (error_) std::rethrow_exception(error_);
    if (conversation.error()) std::rethrow_exception(conversation.error());
    if (stopping) return;
    conversation.rethrow_seat_or_bot_error();
  }

  // Waits before the next attempt; the patience may be out instead.
  void wait_after(std::unique_lock<std::mutex>& lock, const std::string& why) {
    Seconds delay{0};
    try {
      delay = patience_.delay(stream_now(), why);
    } catch (const UnreachableError&) {
      error_ = std::current_exception();
      return;
    }
    char seconds[32];
    std::snprintf(seconds, sizeof seconds, "%.1f", delay.count());
    log(LogLevel::kWarning,
        "stream to " + address_.target + " broke: " + why + "; again in " + seconds + " s");
    watched_.wait_until(lock, instant(stream_now() + delay),
                        [&] { return is_stopped() || conversation.is_over(); });
  }

  // Carries a line on one stream, without the lock, until that has ended.
  StreamEnd carry(std::unique_lock<std::mutex>& lock, const std::shared_ptr<Line>& line,
                  const Address& address) {
    LineStream stream(*this, line);
    streams_.insert(&stream);
    lock.unlock();
    StreamEnd end;
    try {
      end = stream.converse(address, connect_limit_);
    } catch (const std::system_error& error) {
      end.why = std::string("no thread for it: ") + error.what();
    }
    lock.lock();
    streams_.erase(&stream);
    return end;
  }

  // Has a stream to one of the referee's workers, to which seats would go.
  void want(const std::string& worker) {
    if (worker == address_.target) return;
    Following& following = followings_[worker];
    following.is_wanted = true;
    watched_.notify_all();
    if (following.thread.joinable()) return;
    try {
      following.thread = std::thread([this, worker, &following] { follow(worker, following); });
    } catch (const std::system_error& error) {
      log(LogLevel::kWarning, "no thread for the worker " + worker + ": " + error.what());
    }
  }

  // Goes to one of the referee's workers as long as there is hope.
  void follow(const std::string& worker, Following& following) {
    std::unique_lock lock(mutex);
    try {
      const Address address = address_.beside(worker);
      warn_of_proxy(worker);
      keep_up(lock, address, following);
    } catch (const RefereeClientError& error) {
      log(LogLevel::kWarning, "staying with " + address_.target + ", not going to the worker " +
                                  worker + ": " + error.what());
    }
  }

  // Has a stream to a worker whenever seats want one. Throws what a stream there is refused with.
  void keep_up(std::unique_lock<std::mutex>& lock, const Address& address, Following& following) {
    const auto is_done = [&] { return is_closing() || conversation.is_over(); };
    WorkerDelays delays;
    for (;;) {
      watched_.wait(lock, [&] { return is_done() || following.is_wanted; });
      if (is_done()) return;
      following.is_wanted = false;
      const auto line = std::make_shared<Line>(address.target);
      const Seconds began = stream_now();
      const StreamEnd end = carry(lock, line, address);
      conversation.lost(line);
      wake_all();
      if (is_done()) return;
      if (end.refusal) std::rethrow_exception(end.refusal);
      const Seconds delay = delays.after(stream_now() - began);
      // A worker that is down for long is worth one line.
      if (line->is_open || delay == kFirstDelay) {
        log(LogLevel::kWarning, "stream to the worker " + address.target + " broke: " + end.why);
      }
      watched_.wait_until(lock, instant(stream_now() + delay), is_done);
      following.is_wanted = following.is_wanted || conversation.wants(address.target);
    }
  }

  // Ends the streams to workers.
  void leave_workers() {
    change([&] { leaving_ = true; });
    for (auto& [worker, following] : followings_) {
      if (following.thread.joinable()) following.thread.join();
    }
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
      wake_streams();
      if (conversation.is_idle() || is_stopped()) watched_.notify_all();
    }
  }

  // Wakes so many parked threads, if there are; returns how many.
  int wake(int count) {
    count = std::clamp(count, 0, num_parked_);
    num_parked_ -= count;
    num_wakes_ += count;
    num_awake_ += count;
    for (int i = 0; i < count; ++i) work_.notify_one();
    return count;
  }

  // Starts a thread for bots, which is awake from now on: else another one would be started for the
  // same call. Needs the mutex.
  void add_thread() {
    threads_.emplace_back([this] { work(); });
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

  // Wakes or adds threads while calls wait for a free one, and warns when there can be no more.
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
      for (int i = pool_.allowed(wanted - woken); i > 0; --i) add_thread();
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
  const int most_threads_;
  const int few_;  // threads that serve bots which decide at once
  Pool pool_;
  int num_awake_ = 0;                    // threads that are about to take a call, or to park
  int num_parked_ = 0;                   // threads that wait to be woken
  int num_wakes_ = 0;                    // threads that have been woken and do not run yet
  std::optional<Nanoseconds> grows_at_;  // when the grower looks next; none if when it is asked
  std::optional<Seconds> over_;          // when all matches were over
  std::exception_ptr error_;             // what ends play at once
  bool leaving_ = false;                 // streams to workers are to end
  bool quit_ = false;
  std::condition_variable work_;  // for the bots' threads: tasks, the end
  std::condition_variable
      watched_;                   // for whoever waits between streams: matches over, errors, wishes
  std::condition_variable grow_;  // for whoever adds threads: calls that wait, the end
  std::set<LineStream*> streams_;                // all that there are now
  std::map<std::string, Following> followings_;  // by the worker's address
  std::vector<std::thread> threads_;
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
