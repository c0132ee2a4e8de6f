#include "referee_client/conversation.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "referee_client/errors.hpp"
#include "referee_client/fairness.hpp"
#include "referee_client/log.hpp"

namespace referee {
namespace {

namespace wire = gamereferee::v1;

// Most bytes of what a bot says, its channel included: so much fits into any message.
constexpr std::size_t kMaxSayBytes = 1'000'000;

Outcome outcome_of(const wire::MatchEnded& ended) {
  Outcome outcome;
  outcome.cause = cause_name(ended.outcome().cause());
  outcome.text = ended.outcome().text();
  for (const wire::SeatResult& result : ended.outcome().seats()) {
    std::optional<std::string> forfeit;
    if (result.forfeit() != 0) forfeit = forfeit_name(result.forfeit());
    outcome.seats.push_back(
        {result.seat(), result.placement(), result.score(), result.strikes(), forfeit});
  }
  if (ended.has_reveal()) outcome.reveal = ended.reveal();
  outcome.goes_on = ended.goes_on();
  outcome.out_round = ended.out_round();
  outcome.first_place = ended.first_place();
  outcome.last_place = ended.last_place();
  for (const wire::Said& said : ended.said()) outcome.said.push_back(said_of(said));
  return outcome;
}

std::string seat_name(const std::string& match_id, int seat) {
  return "match " + match_id + " seat " + std::to_string(seat);
}

std::string summary(const Outcome& outcome, int seat) {
  const std::string end = outcome.cause + ": " + outcome.text;
  if (outcome.is_void()) return "void, " + end;
  for (const SeatResult& own : outcome.seats) {
    if (own.seat != seat) continue;
    return "placement " + std::to_string(own.placement) + ", score " + std::to_string(own.score) +
           ", " + end;
  }
  return end;
}

}  // namespace

Conversation::Conversation(ConversationOptions options)
    : options_(std::move(options)), lines_(tickets_, options_.name, options_.on_worker) {}

void Conversation::join(const std::string& token, BotMaker maker) {
  if (token.empty()) throw std::invalid_argument("a token must not be empty");
  if (finished_) throw std::invalid_argument("join after finish: no more tokens were to come");
  if (!tokens_.insert(token).second) {
    log(LogLevel::kWarning,
        "the token " + token.substr(0, 4) + "… was given twice: it is taken once");
    return;
  }
  const std::uint64_t number = ++last_number_;
  Ticket& ticket = tickets_[number];
  ticket.number = number;
  ticket.token = token;
  ticket.maker = std::move(maker);
  ticket.nonce = new_nonce();
  if (options_.small_turns) {
    ticket.features.push_back(kSmallTurns);
    if (!ticket.maker.reads_events) ticket.features.push_back(kWithoutEvents);
  }
  if (lines_.leads_away()) ticket.features.push_back(kWorkerAddress);
  ticket.line = home();
  lines_.present(ticket);
}

std::uint64_t Conversation::say(wire::Say&& say) {
  say.set_number(++last_say_);
  const std::size_t bytes = say.channel().size() + say.text().size();
  if (bytes > kMaxSayBytes) {
    const Failure failure{
        seat_name(say.match_id(), say.seat()) + " turn " + std::to_string(say.turn()),
        "message " + std::to_string(last_say_) + " has " + grouped(bytes) + " bytes, and " +
            grouped(kMaxSayBytes) + " are allowed"};
    log(LogLevel::kError, failure.sentence());
    blame(failure);
    return last_say_;
  }
  put(std::move(say));
  return last_say_;
}

void Conversation::resign(const std::string& match_id, int seat) {
  wire::Resign resign;
  resign.set_match_id(match_id);
  resign.set_seat(seat);
  const auto held = find(match_id, seat);
  (held ? ticket_of(*held).line : home())->outbox.add(std::move(resign));
}

void Conversation::opened() {
  Unsent unsent = home()->outbox.take_unsent();
  lines_.begin_at_home();
  for (const auto& [key, ticket] : foreign_) home()->outbox.add(ticket.join(options_.name));
  resend(std::move(unsent));
}

void Conversation::lost(const std::shared_ptr<Line>& line) {
  Unsent unsent = line->outbox.take_unsent();
  lines_.lost(line);
  resend(std::move(unsent));
}

// Sends what a stream that has ended did not send.
void Conversation::resend(Unsent unsent) {
  for (wire::Resign& one : unsent.resigns) resign(one.match_id(), one.seat());
  for (wire::Say& say : unsent.says) put(std::move(say));
}

void Conversation::receive(wire::PlayResponse response, std::shared_ptr<Line> line) {
  if (!line) line = home();
  if (!line->is_open) lines_.answered(line);
  for (const wire::Joined& joined : response.joins()) read_joined(joined, line);
  for (const wire::NonceCommitments& shown : response.commitments()) read_committed(shown);
  for (const wire::MatchStarted& started : response.starts()) read_started(started);
  for (const wire::Rejected& rejected : response.rejections()) read_rejected(rejected, line);
  for (const wire::MissedDeadline& missed : response.missed()) read_missed(missed);
  for (const wire::MatchEnded& ended : response.ends()) read_ended(ended);
  if (response.has_ping()) {
    wire::Pong pong;
    pong.set_number(response.ping().number());
    line->outbox.add(std::move(pong));
  }
  if (response.draining() && !draining_) {
    draining_ = true;
    log(LogLevel::kWarning,
        "the referee is going to stop: running matches go on, no new ones start");
  }
  for (wire::Turn& turn : *response.mutable_turns()) read_turn(std::move(turn), line);
  for (wire::SmallTurn& small : *response.mutable_small_turns()) {
    const auto form = line->forms.find(small.handle());
    if (form != line->forms.end()) read_turn(form->second->turn(std::move(small)), line);
  }
}

std::optional<Task> Conversation::next_task() {
  if (ready_.empty()) return std::nullopt;
  const std::shared_ptr<Seat> seat = std::move(ready_.front());
  ready_.pop_front();
  Task task = std::move(seat->tasks.front());
  seat->tasks.pop_front();
  task.seat = seat;
  ++num_running_;
  return task;
}

void Conversation::done(const Task& task, Result result) {
  --num_running_;
  Seat& seat = *task.seat;
  if (seat.tasks.empty()) {
    seat.is_busy = false;
  } else {
    make_ready(task.seat);
  }
  if (result.error && !error_) error_ = result.error;
  for (Failure& failure : result.failures) blame(std::move(failure));
  if (!task.open || seat.open != task.open || result.error) return;
  if (result.is_passed_over) {
    seat.close();  // if it comes again with time left, it is asked after all
  } else if (!task.open->is_open()) {
    seat.close();  // the deadline is known to have passed while the bot was thinking
  } else {
    answer(seat, task, result);
  }
}

std::vector<Nanoseconds> Conversation::waiting() const {
  std::vector<Nanoseconds> since;
  for (const std::shared_ptr<Seat>& seat : ready_) since.push_back(seat->ready_since);
  return since;
}

// Counts a failure of a bot's own code, which has been logged.
void Conversation::blame(Failure failure) {
  if (num_failures_++ == 0) first_failure_ = std::move(failure);
  if (options_.strict && !error_) {
    error_ = std::make_exception_ptr(BotError(first_failure_.sentence()));
  }
}

void Conversation::rethrow_seat_or_bot_error() const {
  if (!seat_errors_.empty()) std::rethrow_exception(seat_errors_.front());
  if (num_failures_ > 0) throw BotError(first_failure_.sentence());
}

std::string Conversation::failures_summary() const {
  if (num_failures_ == 0) return "";
  const std::string times = num_failures_ == 1
                                ? "once, in "
                                : std::to_string(num_failures_) + " times, the first time in ";
  return "the bot's own code failed " + times + first_failure_.where + ": " + first_failure_.what;
}

void Conversation::read_joined(const wire::Joined& joined, const std::shared_ptr<Line>& line) {
  if (foreign_.count({joined.match_id(), joined.seat()}) > 0) {
    resign(joined.match_id(), joined.seat());  // that was lost with a stream
    return;
  }
  const auto found = tickets_.find(joined.join_number());
  if (found == tickets_.end()) {
    log(LogLevel::kWarning, "joined " + seat_name(joined.match_id(), joined.seat()) + " unasked");
    return;
  }
  Ticket& ticket = found->second;
  if (ticket.line != line) return;  // it has gone on meanwhile
  ticket.is_waiting = false;
  if (ticket.seat) {
    log(LogLevel::kInfo, ticket.seat->where() + ": joined again");
  } else if (!take_seat(ticket, joined)) {
    return;
  }
  agree(ticket, joined);
  for (wire::Say& say : std::exchange(ticket.seat->unsaid, {})) put(std::move(say));
  if (line != home()) return;
  ticket.worker = joined.worker_address();
  lines_.settle(ticket);
}

// Has a bot for a seat that was joined; resigns one of another game, and returns whether it is not.
bool Conversation::take_seat(Ticket& ticket, const wire::Joined& joined) {
  auto seat = std::make_shared<Seat>();
  seat->number = ticket.number;
  seat->name = seat_name(joined.match_id(), joined.seat());
  seat->maker = ticket.maker;
  seat->ear = ear_;
  if (!seat->maker.game.empty() && seat->maker.game != joined.game()) {
    const std::string says = seat->where() + ": this bot plays '" + seat->maker.game +
                             "', and the seat is one of '" + joined.game() + "'";
    const std::uint64_t number = ticket.number;
    foreign_[{joined.match_id(), joined.seat()}] = std::move(ticket);
    tickets_.erase(number);
    resign(joined.match_id(), joined.seat());
    fail(WrongGameError(says));
    return false;
  }
  Match& match = seat->match;
  match.match_id = joined.match_id();
  match.seat = joined.seat();
  match.game = joined.game();
  match.game_version = joined.game_version();
  match.num_seats = joined.num_seats();
  match.time_control = joined.time_control();
  match.seed_commitment = joined.seed_commitment();
  if (joined.has_config()) match.config_message = unpack(joined.config());
  *seat->witness.mutable_joined() = joined;
  const auto& features = joined.features();
  if (!joined.rejoined() &&  // else the nonce of whoever joined it first counts
      std::find(features.begin(), features.end(), kNonceCommitments) != features.end()) {
    seat->witness.set_nonce(ticket.nonce);
  }
  ticket.seat = seat;
  seats_[{joined.match_id(), joined.seat()}] = seat;
  log(LogLevel::kInfo, seat->where() + ": joined a match of " + joined.game());
  return true;
}

// Notes how the seat's turns travel in short on this stream, if they do.
void Conversation::agree(const Ticket& ticket, const wire::Joined& joined) {
  if (!joined.has_small_form()) return;
  ticket.seat->form = std::make_shared<ShortForm>(joined);
  ticket.line->forms[ticket.seat->form->handle()] = ticket.seat->form;
}

void Conversation::read_committed(const wire::NonceCommitments& shown) {
  const auto seat = find(shown.match_id(), shown.seat());
  if (!seat || shown.seat() < 0 || shown.seat() >= shown.nonces_size()) return;
  const std::string& own = shown.nonces(shown.seat()).commitment();
  const std::string& nonce = ticket_of(*seat).nonce;
  wire::SeatWitness& witness = seat->witness;
  wire::OpenNonce opening;
  if (witness.has_commitments() && !are_as_shown(witness.commitments().nonces(), shown.nonces())) {
    log(LogLevel::kError,
        seat->where() + ": unfair nonces: other commitments than were shown before");
  } else if (own == nonce_commitment(nonce)) {
    *witness.mutable_commitments() = shown;
    witness.set_nonce(nonce);
    witness.set_nonce_told(true);
    opening.set_nonce(nonce);
  } else if (own.empty()) {
    return;  // it joined too late to add a nonce
  } else if (!witness.nonce().empty()) {
    log(LogLevel::kError, seat->where() + ": unfair nonces: not this seat's own commitment");
  } else {
    log(LogLevel::kInfo, seat->where() + ": another process has drawn this seat's nonce");
  }
  opening.set_match_id(shown.match_id());
  opening.set_seat(shown.seat());
  ticket_of(*seat).line->outbox.add(std::move(opening));
}

void Conversation::check_start(Seat& seat, const wire::MatchStarted& started) {
  wire::SeatWitness& witness = seat.witness;
  if (witness.has_started()) {
    const auto& before = witness.started().nonces();
    const bool is_same =
        std::equal(before.begin(), before.end(), started.nonces().begin(), started.nonces().end(),
                   [](const wire::SeatNonce& one, const wire::SeatNonce& other) {
                     return one.SerializeAsString() == other.SerializeAsString();
                   });
    if (!is_same) {
      log(LogLevel::kError, seat.where() + ": unfair nonces: other ones than at the start");
    }
    return;
  }
  *witness.mutable_started() = started;
  // The nonce may have been opened although the stream that carried it is not the seat's any more.
  const int own = seat.match.seat;
  const bool is_shown = own >= 0 && own < started.nonces_size() && !witness.nonce().empty() &&
                        started.nonces(own).nonce() == witness.nonce();
  if (is_shown) witness.set_nonce_told(true);
  if (const auto problem = start_problem(witness)) {
    log(LogLevel::kError, seat.where() + ": unfair nonces: " + *problem);
  } else if (!witness.nonce().empty() && !witness.nonce_told()) {
    log(LogLevel::kWarning, seat.where() + ": this seat's nonce was not opened in time");
  } else if (started.nonces().empty()) {
    log(LogLevel::kInfo, seat.where() + ": nonces not committed: the referee knows nothing of it");
  } else if (!started.nonces_committed()) {
    log(LogLevel::kInfo, seat.where() + ": nonces not committed: not all seats have done so");
  } else if (witness.nonce().empty()) {
    log(LogLevel::kWarning, seat.where() + ": this seat's nonce is another process's to check");
  }
}

void Conversation::read_started(const wire::MatchStarted& started) {
  const auto seat = find(started.match_id(), started.seat());
  if (!seat) return;
  std::optional<Nanoseconds> round_trip;
  if (started.has_round_trip()) round_trip = duration(started.round_trip());
  check_start(*seat, started);
  start(seat, round_trip);
}

void Conversation::start(const std::shared_ptr<Seat>& seat, std::optional<Nanoseconds> round_trip) {
  if (seat->started) return;
  seat->started = true;
  tell(seat, 0, [round_trip](AnyBot& bot, Match& match) {
    match.round_trip = round_trip;
    bot.on_start(match);
  });
}

void Conversation::read_rejected(const wire::Rejected& rejected,
                                 const std::shared_ptr<Line>& line) {
  const std::string reason = reason_name(rejected.reason());
  const auto ticket = tickets_.find(rejected.join_number());
  if (ticket != tickets_.end()) {
    if (ticket->second.line == line) refused(ticket->second, reason, rejected.text());
    return;
  }
  const auto seat = find(rejected.match_id(), rejected.seat());
  if (!seat) {
    log(LogLevel::kWarning, "rejected: " + reason + ": " + rejected.text());
    return;
  }
  if (ticket_of(*seat).line != line && rejected.say_number() == 0) {
    // It took the seat along when it was presented elsewhere, and an open turn comes again there.
    log(LogLevel::kDebug,
        seat->where(rejected.turn()) + ": " + reason + " on the line it has left");
    return;
  }
  if (rejected.reason() == wire::ERROR_REASON_TAKEN_OVER) {
    if (ticket_of(*seat).is_waiting) {
      // It is about the seat's last stay on this line, which another line of this process has
      // ended: what ends this one comes after the answer to its join.
      log(LogLevel::kDebug, seat->where() + ": taken over before it came back");
      return;
    }
    const std::string text =
        rejected.text().empty() ? "another process plays it now" : rejected.text();
    drop(*seat);
    fail(TakenOverError(seat->where() + ": " + text));
    return;
  }
  const int turn = rejected.turn();
  log(LogLevel::kWarning, seat->where(turn) + ": rejected: " + reason + ": " + rejected.text());
  const auto hear = [turn, reason, text = rejected.text(), say = rejected.say_number()](
                        AnyBot& bot, Match& match) {
    return bot.take_rejection({match, turn, reason, text, say});
  };
  if (!leaves_open(*seat, rejected)) {
    tell(seat, turn, hear);
    return;
  }
  const Failure failure{seat->where(turn),
                        "the answer was refused: " + reason + ": " + rejected.text()};
  log(LogLevel::kError, failure.sentence());
  blame(failure);
  seat->last_action.reset();
  if (++seat->num_refused > 1) {
    tell(seat, turn, hear);
    if (!seat->is_away) say_last_answer(*seat);
    return;
  }
  seat->open = seat->last_open;
  add({seat, turn, seat->open, nullptr, hear});
}

// Whether the seat's latest turn is open again. An answer that is no longer the seat's latest word,
// and a Skip, leave nothing open.
bool Conversation::leaves_open(const Seat& seat, const wire::Rejected& rejected) const {
  const int turn = rejected.turn();
  const bool is_refused = rejected.reason() == wire::ERROR_REASON_MALFORMED ||
                          rejected.reason() == wire::ERROR_REASON_WRONG_TYPE;
  return is_refused && rejected.say_number() == 0 && turn == seat.answered && turn > seat.missed &&
         !seat.open && seat.last_action;
}

void Conversation::refused(Ticket& ticket, const std::string& reason, const std::string& text) {
  if (ticket.line != home() && reason != "ENDED") {
    log(LogLevel::kWarning,
        "the worker " + ticket.line->address + " does not take a seat: " + reason + ": " + text);
    ticket.stays = true;
    lines_.move(ticket, home());
    return;
  }
  const JoinError error(reason, text, ticket.token);
  if (!ticket.seat) {
    tickets_.erase(ticket.number);
    fail(error);
    return;
  }
  const std::shared_ptr<Seat> seat = ticket.seat;
  drop(*seat);
  if (reason == "ENDED") {
    log(LogLevel::kWarning, seat->where() + ": ended while the stream was broken");
  } else {
    fail(error);
  }
}

void Conversation::read_missed(const wire::MissedDeadline& message) {
  const auto seat = find(message.match_id(), message.seat());
  if (!seat) return;
  if (seat->open && seat->open->message.turn() <= message.turn()) seat->close();
  seat->missed = std::max(seat->missed, message.turn());
  const int limit = message.strikes_limit();
  log(LogLevel::kWarning, seat->where(message.turn()) + ": " +
                              (message.given_up() ? "gave the turn up" : "missed the deadline") +
                              ", strike " + std::to_string(message.strikes()) +
                              (limit > 0 ? " of " + std::to_string(limit) : ""));
  tell(seat, message.turn(), [message](AnyBot& bot, Match& match) {
    bot.on_missed({match, message.turn(), message.strikes(), message.strikes_limit(),
                   message.forfeited(), message.given_up()});
  });
}

void Conversation::read_ended(const wire::MatchEnded& ended) {
  foreign_.erase({ended.match_id(), ended.seat()});
  const auto seat = find(ended.match_id(), ended.seat());
  if (!seat) return;
  Outcome outcome = outcome_of(ended);
  const int number = seat->match.seat;
  log(LogLevel::kInfo, seat->where() + ": ended: " + summary(outcome, number));
  if (outcome.reveal && seat->started) {  // without a start there were no dice
    const auto problem = witness_problem(seat->witness, *outcome.reveal);
    if (problem) log(LogLevel::kError, seat->where() + ": unfair dice: " + *problem);
  }
  if (ended.reveal_withheld()) {
    log(LogLevel::kWarning,
        seat->where() + ": the reveal is withheld: the dice are to be checked later");
  }
  drop(*seat);
  if (ended.has_events()) {
    const std::shared_ptr<const Message> events = unpack(ended.events());
    tell(seat, 0, [events](AnyBot& bot, Match& match) { bot.on_events(match, *events); });
  }
  // The task that runs keeps the seat alive; a share of it in the task would be a circle.
  tell(seat, 0,
       [outcome = std::move(outcome), own = seat.get()](AnyBot& bot, Match& match) mutable {
         const std::vector<Said> unheard = own->take_unheard();
         outcome.said.insert(outcome.said.begin(), unheard.begin(), unheard.end());
         bot.on_end(match, outcome);
       });
}

void Conversation::read_turn(wire::Turn&& message, const std::shared_ptr<Line>& line) {
  const auto seat = find(message.match_id(), message.seat());
  // Its match is over, or it has gone to another line, where the turn comes again.
  if (!seat || ticket_of(*seat).line != line) return;
  seat->is_away = false;
  const int turn = message.turn();
  if (seat->open && seat->open->message.turn() >= turn) {  // it is being thought about
    if (seat->open->message.turn() == turn) seat->open->come_again(message);
    return;
  }
  if (turn <= seat->answered) {
    if (turn == seat->answered) say_last_answer(*seat);  // it was lost with a stream
    return;
  }
  start(seat, std::nullopt);  // this process may have taken it up in the middle of the match
  seat->close();
  seat->open = std::make_shared<OpenTurn>(std::move(message), seat->lag_margin(), options_.now);
  add({seat, turn, seat->open, nullptr, nullptr});
}

void Conversation::tell(const std::shared_ptr<Seat>& seat, int turn,
                        std::function<void(AnyBot&, Match&)> what) {
  add({seat, turn, nullptr, std::move(what), nullptr});
}

void Conversation::add(Task task) {
  const std::shared_ptr<Seat> seat = std::move(task.seat);  // a seat must not own itself
  seat->tasks.push_back(std::move(task));
  if (seat->is_busy) return;
  seat->is_busy = true;
  make_ready(seat);
}

void Conversation::make_ready(const std::shared_ptr<Seat>& seat) {
  seat->ready_since = options_.now();
  ready_.push_back(seat);
}

void Conversation::answer(Seat& seat, const Task& task, Result& result) {
  if (task.turn > seat.answered) seat.num_refused = 0;
  seat.last_open = std::move(seat.open);
  seat.answered = task.turn;
  seat.last_action = std::move(result.action);
  if (!seat.is_away) say_last_answer(seat);
}

void Conversation::put(wire::Say&& say) {
  const auto seat = find(say.match_id(), say.seat());
  if (!seat) {
    log(LogLevel::kWarning, seat_name(say.match_id(), say.seat()) + " turn " +
                                std::to_string(say.turn()) + ": message " +
                                std::to_string(say.number()) + " is not sent: the match is over");
  } else {
    lines_.say(ticket_of(*seat), std::move(say));
  }
}

void Conversation::say_last_answer(const Seat& seat) {
  Outbox& outbox = ticket_of(seat).line->outbox;
  if (seat.last_action) {
    const auto small = seat.form ? seat.form->action(*seat.last_action) : std::nullopt;
    small ? outbox.add(*small) : outbox.add(*seat.last_action);
    return;
  }
  wire::Skip skip;
  skip.set_match_id(seat.match.match_id);
  skip.set_seat(seat.match.seat);
  skip.set_turn(seat.answered);
  outbox.add(std::move(skip));
}

std::shared_ptr<Seat> Conversation::find(const std::string& match_id, int seat) const {
  const auto found = seats_.find({match_id, seat});
  return found == seats_.end() ? nullptr : found->second;
}

template <class Error>
void Conversation::fail(const Error& error) {
  log(LogLevel::kError, error.what());
  seat_errors_.push_back(std::make_exception_ptr(error));
}

void Conversation::drop(Seat& seat) {
  seat.close();
  if (seat.form) ticket_of(seat).line->forms.erase(seat.form->handle());
  seats_.erase({seat.match.match_id, seat.match.seat});
  tickets_.erase(seat.number);
}

}  // namespace referee
