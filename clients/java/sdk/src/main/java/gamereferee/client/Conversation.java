package gamereferee.client;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import gamereferee.client.RefereeClientException.BotException;
import gamereferee.client.RefereeClientException.JoinException;
import gamereferee.client.RefereeClientException.SeatException;
import gamereferee.client.RefereeClientException.TakenOverException;
import gamereferee.client.RefereeClientException.WrongGameException;
import gamereferee.v1.Error.ErrorReason;
import gamereferee.v1.PlayServiceOuterClass.Action;
import gamereferee.v1.PlayServiceOuterClass.Joined;
import gamereferee.v1.PlayServiceOuterClass.MatchEnded;
import gamereferee.v1.PlayServiceOuterClass.MatchStarted;
import gamereferee.v1.PlayServiceOuterClass.MissedDeadline;
import gamereferee.v1.PlayServiceOuterClass.NonceCommitments;
import gamereferee.v1.PlayServiceOuterClass.PlayRequest;
import gamereferee.v1.PlayServiceOuterClass.PlayResponse;
import gamereferee.v1.PlayServiceOuterClass.Rejected;
import gamereferee.v1.PlayServiceOuterClass.Say;
import gamereferee.v1.PlayServiceOuterClass.SmallTurn;
import gamereferee.v1.PlayServiceOuterClass.Turn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * What a bot process says and hears on its Play streams, without any I/O.
 *
 * <p>It is fed what came on a line ({@link #receive}) and gives what there is to say there ({@link
 * #take}). It knows tokens, nonces, seats and open turns, and brings them over from a broken stream
 * to the next, and from the line home to those of workers and back ({@link Lines}). It opens no
 * connection, starts no thread, and never calls a bot itself: it returns the calls as tasks, for
 * whoever runs them in the lane of their seat. All methods may be called from any thread.
 */
final class Conversation {
  /** Most characters of a bot's name on the wire. */
  static final int MAX_NAME = 100;

  /** What joins ask for unless told otherwise. */
  static final List<String> FEATURES =
      List.of(Fairness.NONCE_COMMITMENTS, ShortForm.SMALL_TURNS, Lines.WORKER_ADDRESS);

  private static final Logger LOG = Logger.getLogger("referee_client");

  private final String name;
  private final boolean isStrict;
  private final List<String> features;
  private final Supplier<Executor> lanes;
  private final Carrier carrier;
  private final Map<Long, Ticket> tickets = new LinkedHashMap<>();
  private final Map<Seat.Key, Seat> seats = new HashMap<>();
  private final Lines lines;
  private final List<SeatException> failures = new ArrayList<>();
  private final Map<Seat.Key, Ticket> foreign = new LinkedHashMap<>();
  private boolean isFinished;
  private boolean isDraining;
  private boolean isClosed;
  private long joins;
  private long says;
  private final Set<String> given = new HashSet<>();
  private int botFailures;
  private BotException firstBotFailure;

  /**
   * A conversation before its first word.
   *
   * @param name what the bot calls itself, at most 100 characters
   * @param isStrict whether the first failure of a bot's own code is an error
   * @param features what joins ask for, besides what a bot's kind adds
   * @param lanes makes the place where a seat's bot is called, one call after the other
   * @param carrier carries its lines
   */
  Conversation(
      String name,
      boolean isStrict,
      List<String> features,
      Supplier<Executor> lanes,
      Carrier carrier) {
    this.name = name;
    this.isStrict = isStrict;
    this.features = List.copyOf(features);
    this.lanes = lanes;
    this.carrier = carrier;
    this.lines = new Lines(name, tickets.values(), carrier::wanted);
  }

  /** What carries the lines of a conversation on streams. */
  interface Carrier {
    /** A bot has said something that should go out; called on the bot's thread. */
    void spoken();

    /**
     * Seats would go to a worker if a line led there; called while the conversation is locked, so
     * that it must not wait for anything.
     */
    default void wanted(String worker) {}
  }

  /** A call of a seat's bot, to be run in its lane; it throws what ends the process. */
  record Task(Seat seat, Runnable call) {}

  // What the process wants.

  /** Presents a seat's token, on this stream and all later ones; may make a bot. */
  void join(String token, BotMaker maker) {
    List<String> asked = new ArrayList<>(features);
    if (asked.contains(ShortForm.SMALL_TURNS) && !maker.readsEvents()) { // unlocked: author's code
      asked.add(ShortForm.WITHOUT_EVENTS);
    }
    join(token, maker, asked);
  }

  private synchronized void join(String token, BotMaker maker, List<String> features) {
    if (token.isEmpty()) {
      throw new IllegalArgumentException("a token must not be empty");
    }
    if (isFinished) {
      throw new IllegalStateException("join after finish: no more tokens were to come");
    }
    if (!given.add(token)) {
      log(Level.WARNING, "the token %s was given before: it is taken once", Ticket.shown(token));
      return;
    }
    Ticket ticket = new Ticket(++joins, token, maker, features, lines.home());
    tickets.put(ticket.number, ticket);
    lines.present(ticket);
  }

  /** Says that no more tokens will come. */
  synchronized void finish() {
    isFinished = true;
  }

  /** Gives up a seat for good. */
  synchronized void resign(String matchId, int seat) {
    Seat.Key key = new Seat.Key(matchId, seat);
    Seat held = seats.get(key);
    (held == null ? lines.home() : held.line()).outbox.resign(key);
  }

  /** Asks the referee for a pong. */
  synchronized void ping(Line line) {
    line.outbox.ping();
  }

  /** Whether all matches have ended and no more tokens will come. */
  synchronized boolean isDone() {
    return isFinished && tickets.isEmpty();
  }

  /** What went wrong with a seat first, or else with the bots' own code; null if nothing did. */
  synchronized RefereeClientException failure() {
    return failures.isEmpty() ? firstBotFailure : failures.get(0);
  }

  /** How often a bot's own code failed. */
  synchronized int botFailures() {
    return botFailures;
  }

  /** The first failure of a bot's own code; null if none has failed. */
  synchronized BotException firstBotFailure() {
    return firstBotFailure;
  }

  /** Ends the conversation: what bots still do, say and fail at counts no longer. */
  synchronized void close() {
    isClosed = true;
  }

  // The streams.

  /** What leads to the address that the process was given. */
  Line home() {
    return lines.home();
  }

  /** Begins on a new stream home: presents its tokens again; open turns will come again. */
  synchronized void opened() {
    lines.beginAtHome(foreign.values());
  }

  /** The stream of a line to a worker has ended, and brings nothing more: its seats go home. */
  synchronized void lost(Line line) {
    lines.lose(line, foreign.values());
  }

  /** Whether a seat would go to a worker if a line led there. */
  synchronized boolean wants(String worker) {
    return lines.wants(worker);
  }

  /**
   * What there is to say on a line now, in one message; null if there is nothing. Take again until
   * there is nothing: a message has a size limit.
   */
  synchronized PlayRequest take(Line line) {
    return line.outbox.take();
  }

  /** Takes in what came on a line; returns the calls of bots that follow from it, in order. */
  synchronized List<Task> receive(PlayResponse response, Line line) {
    List<Task> tasks = new ArrayList<>();
    if (!line.isOpen) {
      lines.open(line);
    }
    response.getJoinsList().forEach(joined -> joined(joined, line, tasks));
    response.getCommitmentsList().forEach(this::committed);
    response.getStartsList().forEach(started -> started(started, tasks));
    response.getRejectionsList().forEach(rejected -> rejected(rejected, line, tasks));
    response.getMissedList().forEach(missed -> missed(missed, tasks));
    List<Turn> turns = turns(response, line);
    response.getEndsList().forEach(ended -> ended(ended, turns, tasks));
    if (response.hasPing()) {
      line.outbox.pong(response.getPing().getNumber());
    }
    if (response.getDraining() && !isDraining) {
      isDraining = true;
      LOG.warning("the referee is going to stop: running matches go on, no new ones start");
    }
    turns.forEach(turn -> opened(turn, line, tasks));
    return tasks;
  }

  /** The turns of a message, in whichever form they came; joins are to be read before. */
  private static List<Turn> turns(PlayResponse response, Line line) {
    if (response.getSmallTurnsCount() == 0) {
      return response.getTurnsList();
    }
    List<Turn> turns = new ArrayList<>(response.getTurnsList());
    for (SmallTurn small : response.getSmallTurnsList()) {
      ShortForm form = line.forms.get(small.getHandle());
      if (form != null) { // else its match is over, or it has gone where the turn will come again
        turns.add(form.turn(small));
      }
    }
    return turns;
  }

  private void joined(Joined joined, Line line, List<Task> tasks) {
    Ticket ticket = tickets.get(joined.getJoinNumber());
    Seat.Key key = new Seat.Key(joined.getMatchId(), joined.getSeat());
    if (foreign.containsKey(key)) {
      line.outbox.resign(key); // the broken stream may have lost it
      return;
    }
    if (ticket == null) {
      log(Level.WARNING, "joined match %s seat %d unasked", joined.getMatchId(), joined.getSeat());
      return;
    }
    if (ticket.line != line) {
      return;
    }
    ticket.isWaiting = false;
    if (ticket.seat == null) {
      Seat seat = new Seat(this, ticket, joined, lanes.get());
      ticket.seat = seat;
      seats.put(key, seat);
      log(Level.INFO, "%s: joined a match of %s", seat.where(), joined.getGame());
      tasks.add(new Task(seat, () -> seat.bot.meet(0)));
    } else {
      log(Level.INFO, "%s: joined again", ticket.seat.where());
    }
    if (joined.hasSmallForm()) {
      ticket.seat.form = new ShortForm(joined);
      line.forms.put(ticket.seat.form.handle(), ticket.seat.form);
    }
    if (line == lines.home()) {
      ticket.worker = joined.getWorkerAddress();
      lines.settle(ticket);
    }
  }

  private void committed(NonceCommitments shown) {
    Seat seat = seats.get(new Seat.Key(shown.getMatchId(), shown.getSeat()));
    if (seat != null) {
      Nonces.opening(seat, shown).ifPresent(seat.line().outbox::open);
    }
  }

  private void started(MatchStarted started, List<Task> tasks) {
    Seat seat = seats.get(new Seat.Key(started.getMatchId(), started.getSeat()));
    if (seat != null) {
      Nonces.checkStart(seat, started);
      start(seat, started.hasRoundTrip() ? Messages.duration(started.getRoundTrip()) : null, tasks);
    }
  }

  private void start(Seat seat, Duration roundTrip, List<Task> tasks) {
    if (!seat.isStarted) {
      seat.isStarted = true;
      tasks.add(new Task(seat, () -> seat.bot.start(roundTrip)));
    }
  }

  private void rejected(Rejected rejected, Line line, List<Task> tasks) {
    String reason =
        Messages.enumName(rejected.getReason(), rejected.getReasonValue(), "ERROR_REASON_");
    String text = rejected.getText();
    Ticket ticket = tickets.get(rejected.getJoinNumber());
    Seat seat = seats.get(new Seat.Key(rejected.getMatchId(), rejected.getSeat()));
    if (ticket != null) {
      if (ticket.line == line) {
        refused(ticket, reason, text);
      }
    } else if (seat == null) {
      log(Level.WARNING, "rejected: %s: %s", reason, text);
    } else if (seat.isPast(rejected, line)) {
      log(Level.FINE, "%s: %s about an earlier stay on this line", seat.where(), reason);
    } else if (rejected.getReason() == ErrorReason.ERROR_REASON_TAKEN_OVER) {
      lose(seat, new TakenOverException(seat.where(), text));
    } else {
      int turn = rejected.getTurn();
      long say = rejected.getSayNumber();
      boolean isAgain = false;
      if (seat.isAnswerRefused(rejected)) {
        isAgain = reopen(seat, turn);
        blame(seat, turn, "the answer was refused: %s: %s".formatted(reason, text), null);
      } else {
        log(Level.WARNING, "%s: rejected: %s: %s", seat.where(turn), reason, text);
      }
      boolean isAskedAgain = isAgain;
      tasks.add(new Task(seat, () -> seat.bot.reject(turn, reason, text, say, isAskedAgain)));
    }
  }

  /**
   * Opens the turn of a refused answer again; gives it up if that was the second one.
   *
   * @return whether the bot is to be asked again
   */
  private boolean reopen(Seat seat, int turn) {
    if (seat.refused < turn) {
      seat.refused = turn;
      seat.open = turn;
      return true;
    }
    seat.action = null;
    send(seat);
    return false;
  }

  private void refused(Ticket ticket, String reason, String text) {
    if (ticket.line != lines.home() && !reason.equals("ENDED")) {
      String seat = ticket.seat.where(); // only seats that were joined at home go anywhere
      String worker = ticket.line.worker;
      log(Level.WARNING, "%s: worker %s refuses the token: %s: %s", seat, worker, reason, text);
      lines.sendHome(ticket);
    } else if (ticket.seat == null) {
      tickets.remove(ticket.number);
      give(new JoinException(reason, text, ticket.token));
    } else if (reason.equals("ENDED")) {
      log(Level.WARNING, "%s: ended while the stream was broken", ticket.seat.where());
      drop(ticket.seat);
    } else {
      lose(ticket.seat, new JoinException(reason, text, ticket.token));
    }
  }

  private void missed(MissedDeadline missed, List<Task> tasks) {
    Seat seat = seats.get(new Seat.Key(missed.getMatchId(), missed.getSeat()));
    if (seat == null) {
      return;
    }
    int turn = missed.getTurn();
    seat.missed = Math.max(seat.missed, turn);
    if (seat.open <= turn) {
      seat.open = 0;
    }
    int limit = missed.getStrikesLimit();
    log(
        Level.WARNING,
        "%s: %s, strike %d%s",
        seat.where(turn),
        missed.getGivenUp() ? "gave the turn up" : "missed the deadline",
        missed.getStrikes(),
        limit > 0 ? " of " + limit : "");
    tasks.add(
        new Task(
            seat,
            () ->
                seat.bot.miss(
                    turn, missed.getStrikes(), limit, missed.getForfeited(), missed.getGivenUp())));
  }

  private void ended(MatchEnded ended, List<Turn> turns, List<Task> tasks) {
    Seat.Key key = new Seat.Key(ended.getMatchId(), ended.getSeat());
    foreign.remove(key);
    Seat seat = seats.get(key);
    if (seat == null) {
      return;
    }
    for (Turn turn : turns) { // of the same message: none is asked, and what they brought is kept
      if (isOf(key, turn) && turn.getTurn() > seat.latest) {
        tasks.add(new Task(seat, () -> seat.bot.keep(turn)));
      }
    }
    drop(seat);
    String summary = Outcome.of(ended).summary(ended.getSeat());
    log(Level.INFO, "%s: ended: %s", seat.where(), summary);
    if (ended.hasReveal() && seat.isStarted) { // without a start there were no dice
      Fairness.witnessProblem(seat.witness.build(), ended.getReveal())
          .ifPresent(problem -> log(Level.SEVERE, "%s: unfair dice: %s", seat.where(), problem));
    }
    if (ended.getRevealWithheld()) {
      String how = "the reveal is withheld: the dice are to be checked later";
      log(Level.WARNING, "%s: %s", seat.where(), how);
    }
    tasks.add(new Task(seat, () -> seat.bot.end(ended)));
  }

  private static boolean isOf(Seat.Key seat, Turn turn) {
    return turn.getSeat() == seat.seat() && turn.getMatchId().equals(seat.matchId());
  }

  private void opened(Turn turn, Line line, List<Task> tasks) {
    Seat seat = seats.get(new Seat.Key(turn.getMatchId(), turn.getSeat()));
    if (seat == null || seat.line() != line) {
      return; // its match is over, or it has gone where the turn will come again
    }
    seat.isAway = false;
    int number = turn.getTurn();
    if (number <= seat.open || number < seat.answered) {
      return; // it is being thought about, or is history
    }
    if (number == seat.answered) { // the answer was lost with a stream
      send(seat);
      return;
    }
    boolean isNew = number > seat.latest;
    seat.latest = Math.max(seat.latest, number);
    if (number <= seat.missed) { // it was over before it came
      if (isNew) {
        tasks.add(new Task(seat, () -> seat.bot.keep(turn)));
      }
      return;
    }
    start(seat, null, tasks); // this process may have taken it up in the middle of the match
    seat.open = number;
    tasks.add(new Task(seat, () -> seat.bot.ask(turn)));
  }

  // What the bots decide.

  /** Whether a turn still waits for its answer. */
  synchronized boolean isOpen(Seat seat, int turn) {
    return seat.open == turn;
  }

  /** A bot has decided; too late for a turn that is over. */
  void answer(Seat seat, int turn, Message action) {
    Any payload = Any.pack(action); // outside of the lock: bots answer side by side
    close(
        seat,
        turn,
        Action.newBuilder()
            .setMatchId(seat.joined.getMatchId())
            .setSeat(seat.joined.getSeat())
            .setTurn(turn)
            .setPayload(payload)
            .build());
  }

  /**
   * Takes what a bot says, to go out with the next message. That it comes after the seat's next
   * turn is left to the referee to tell.
   *
   * @return number of the message
   */
  long say(Seat seat, int turn, String channel, String text) {
    Say.Builder say =
        Say.newBuilder()
            .setMatchId(seat.key.matchId())
            .setSeat(seat.key.seat())
            .setTurn(turn)
            .setChannel(channel)
            .setText(ByteString.copyFromUtf8(text));
    synchronized (this) {
      say.setNumber(++says);
      if (seats.get(seat.key) != seat) {
        log(Level.WARNING, "%s: message %d is not sent: the match is over", seat.where(turn), says);
        return says;
      }
      if (!seat.line().outbox.say(say.build())) {
        log(
            Level.WARNING,
            "%s: message %d is not sent: it has %,d bytes, and a request has at most %,d",
            seat.where(turn),
            says,
            say.getText().size(),
            Outbox.MAX_REQUEST_BYTES);
        return says;
      }
    }
    carrier.spoken();
    return say.getNumber();
  }

  /** Gives up a turn, as one that a bot's own code has failed at. */
  void giveUp(Seat seat, int turn) {
    close(seat, turn, null);
  }

  /**
   * Logs and counts a failure of a bot's own code.
   *
   * @param story what has failed, in a line
   * @param error what the bot has thrown; null if it has thrown nothing
   * @throws BotException in a strict process
   */
  synchronized void blame(Seat seat, int turn, String story, Throwable error) {
    if (isClosed) {
      return; // as what an interrupted bot throws
    }
    BotException failure = new BotException(seat.where(turn), story, error);
    if (error == null) {
      LOG.severe(failure.getMessage());
    } else { // the trace begins with the story
      LOG.log(Level.SEVERE, seat.where(turn) + ": the bot's own code failed", error);
    }
    botFailures++;
    firstBotFailure = firstBotFailure == null ? failure : firstBotFailure;
    if (isStrict) {
      throw failure;
    }
  }

  /** The seat is one of another game than its bot plays: resigns it. */
  synchronized void refuse(Seat seat, String plays) {
    seat.line().outbox.resign(seat.key);
    foreign.put(seat.key, seat.ticket);
    lose(seat, new WrongGameException(seat.where(), plays, seat.joined.getGame()));
  }

  private synchronized void close(Seat seat, int turn, Action action) {
    if (seat.open != turn) {
      return; // too late: its deadline has passed, or its match is over
    }
    seat.open = 0;
    seat.answered = turn;
    seat.action = action;
    send(seat);
  }

  /** Sends the answer to the last turn that the seat has closed, unless that must come again. */
  private static void send(Seat seat) {
    if (!seat.isAway) {
      seat.line().outbox.answer(seat);
    }
  }

  private void lose(Seat seat, SeatException error) {
    drop(seat);
    give(error);
  }

  private void give(SeatException error) {
    LOG.severe(error.getMessage());
    failures.add(error);
  }

  private void drop(Seat seat) {
    seat.open = 0;
    seats.remove(seat.key, seat);
    if (seat.form != null) {
      seat.line().forms.remove(seat.form.handle());
    }
    seat.line().outbox.unsay(seat.key);
    tickets.remove(seat.ticket.number);
  }

  private static void log(Level level, String format, Object... values) {
    if (LOG.isLoggable(level)) {
      LOG.log(level, String.format(Locale.ROOT, format, values));
    }
  }
}
