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
import gamereferee.v1.PlayServiceOuterClass.OpenNonce;
import gamereferee.v1.PlayServiceOuterClass.PlayRequest;
import gamereferee.v1.PlayServiceOuterClass.PlayResponse;
import gamereferee.v1.PlayServiceOuterClass.Rejected;
import gamereferee.v1.PlayServiceOuterClass.Say;
import gamereferee.v1.PlayServiceOuterClass.SeatWitness;
import gamereferee.v1.PlayServiceOuterClass.SmallTurn;
import gamereferee.v1.PlayServiceOuterClass.Turn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * What a bot process says and hears on its Play streams, without any I/O.
 *
 * <p>It is fed what came ({@link #receive}) and gives what there is to say ({@link #take}). It
 * knows tokens, nonces, seats and open turns, and brings them over from a broken stream to the
 * next. It opens no connection, starts no thread, and never calls a bot itself: it returns the
 * calls as tasks, for whoever runs them in the lane of their seat. All methods may be called from
 * any thread.
 */
final class Conversation {
  /** Most characters of a bot's name on the wire. */
  static final int MAX_NAME = 100;

  /** What joins ask for unless told otherwise. */
  static final List<String> FEATURES = List.of(Fairness.NONCE_COMMITMENTS, ShortForm.SMALL_TURNS);

  private static final Logger LOG = Logger.getLogger("referee_client");

  /** Reasons of rejections that leave the turn open. */
  private static final Set<ErrorReason> REFUSALS =
      EnumSet.of(ErrorReason.ERROR_REASON_MALFORMED, ErrorReason.ERROR_REASON_WRONG_TYPE);

  private final String name;
  private final boolean isStrict;
  private final List<String> features;
  private final Supplier<Executor> lanes;
  private final Runnable spoken;
  private final Map<Long, Ticket> tickets = new LinkedHashMap<>();
  private final Map<Seat.Key, Seat> seats = new HashMap<>();

  /** How turns come in short on the stream at hand, by their handles. */
  private final Map<Integer, ShortForm> forms = new HashMap<>();

  private final List<SeatException> failures = new ArrayList<>();
  private final Map<Seat.Key, Ticket> foreign = new LinkedHashMap<>();
  private final Outbox outbox = new Outbox();
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
   * @param spoken called when a bot has said something that should go out, on the bot's thread
   */
  Conversation(
      String name,
      boolean isStrict,
      List<String> features,
      Supplier<Executor> lanes,
      Runnable spoken) {
    this.name = name;
    this.isStrict = isStrict;
    this.features = List.copyOf(features);
    this.lanes = lanes;
    this.spoken = spoken;
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
    Ticket ticket = new Ticket(++joins, token, maker, features);
    tickets.put(ticket.number, ticket);
    outbox.join(ticket.join(name));
  }

  /** Says that no more tokens will come. */
  synchronized void finish() {
    isFinished = true;
  }

  /** Gives up a seat for good. */
  synchronized void resign(String matchId, int seat) {
    outbox.resign(new Seat.Key(matchId, seat));
  }

  /** Asks the referee for a pong. */
  synchronized void ping() {
    outbox.ping();
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

  // The stream.

  /** Begins on a new stream: presents all tokens again; open turns will come again. */
  synchronized void opened() {
    outbox.restart();
    tickets.values().forEach(ticket -> outbox.join(ticket.join(name)));
    foreign.values().forEach(ticket -> outbox.join(ticket.join(name)));
    forms.clear(); // each stream gives handles of its own
    for (Seat seat : seats.values()) {
      seat.isAway = true;
      seat.form = null;
      if (!seat.witness.hasStarted()) {
        seat.witness.setNonceTold(false); // the broken stream may have lost it
      }
    }
  }

  /**
   * What there is to say now, in one message; null if there is nothing. Take again until there is
   * nothing: a message has a size limit.
   */
  synchronized PlayRequest take() {
    return outbox.take();
  }

  /** Takes in what came; returns the calls of bots that follow from it, in order. */
  synchronized List<Task> receive(PlayResponse response) {
    List<Task> tasks = new ArrayList<>();
    response.getJoinsList().forEach(joined -> joined(joined, tasks));
    response.getCommitmentsList().forEach(this::committed);
    response.getStartsList().forEach(started -> started(started, tasks));
    response.getRejectionsList().forEach(rejected -> rejected(rejected, tasks));
    response.getMissedList().forEach(missed -> missed(missed, tasks));
    List<Turn> turns = turns(response);
    response.getEndsList().forEach(ended -> ended(ended, turns, tasks));
    if (response.hasPing()) {
      outbox.pong(response.getPing().getNumber());
    }
    if (response.getDraining() && !isDraining) {
      isDraining = true;
      LOG.warning("the referee is going to stop: running matches go on, no new ones start");
    }
    turns.forEach(turn -> opened(turn, tasks));
    return tasks;
  }

  /** The turns of a message, in whichever form they came; joins are to be read before. */
  private List<Turn> turns(PlayResponse response) {
    if (response.getSmallTurnsCount() == 0) {
      return response.getTurnsList();
    }
    List<Turn> turns = new ArrayList<>(response.getTurnsList());
    for (SmallTurn small : response.getSmallTurnsList()) {
      ShortForm form = forms.get(small.getHandle());
      if (form != null) { // else its match is over
        turns.add(form.turn(small));
      }
    }
    return turns;
  }

  /** Notes how the seat's turns come in short on this stream, if they do. */
  private void agree(Seat seat, Joined joined) {
    if (joined.hasSmallForm()) {
      seat.form = new ShortForm(joined);
      forms.put(seat.form.handle(), seat.form);
    }
  }

  private void joined(Joined joined, List<Task> tasks) {
    Ticket ticket = tickets.get(joined.getJoinNumber());
    Seat.Key key = new Seat.Key(joined.getMatchId(), joined.getSeat());
    if (foreign.containsKey(key)) {
      outbox.resign(key); // the broken stream may have lost it
      return;
    }
    if (ticket == null) {
      log(Level.WARNING, "joined match %s seat %d unasked", joined.getMatchId(), joined.getSeat());
      return;
    }
    if (ticket.seat != null) {
      log(Level.INFO, "%s: joined again", ticket.seat.where());
      agree(ticket.seat, joined);
      return;
    }
    Seat seat = new Seat(this, ticket, joined, lanes.get());
    ticket.seat = seat;
    seats.put(key, seat);
    agree(seat, joined);
    log(Level.INFO, "%s: joined a match of %s", seat.where(), joined.getGame());
    tasks.add(new Task(seat, () -> seat.bot.meet(0)));
  }

  /** Opens the seat's nonce, now that all seats have committed themselves to theirs. */
  private void committed(NonceCommitments shown) {
    Seat seat = seats.get(new Seat.Key(shown.getMatchId(), shown.getSeat()));
    if (seat == null || shown.getSeat() < 0 || shown.getSeat() >= shown.getNoncesCount()) {
      return;
    }
    SeatWitness.Builder witness = seat.witness;
    ByteString own = shown.getNonces(shown.getSeat()).getCommitment();
    OpenNonce.Builder opening =
        OpenNonce.newBuilder().setMatchId(shown.getMatchId()).setSeat(shown.getSeat());
    if (witness.hasCommitments() && !witness.getCommitments().equals(shown)) {
      String problem = "other commitments than were shown before";
      log(Level.SEVERE, "%s: unfair nonces: %s", seat.where(), problem);
    } else if (own.equals(Fairness.commitment(seat.ticket.nonce))) {
      witness.setCommitments(shown).setNonce(seat.ticket.nonce).setNonceTold(true);
      opening.setNonce(seat.ticket.nonce);
    } else if (own.isEmpty()) {
      return; // it joined too late to add a nonce
    } else if (!witness.getNonce().isEmpty()) {
      log(Level.SEVERE, "%s: unfair nonces: not this seat's own commitment", seat.where());
    } else {
      log(Level.INFO, "%s: another process has drawn this seat's nonce", seat.where());
    }
    outbox.open(opening.build());
  }

  /** Remembers how the match began, and sees that no nonce was changed or chosen late. */
  private static void checkStart(Seat seat, MatchStarted started) {
    SeatWitness.Builder witness = seat.witness;
    if (witness.hasStarted()) {
      if (!witness.getStarted().getNoncesList().equals(started.getNoncesList())) {
        log(Level.SEVERE, "%s: unfair nonces: other ones than at the start", seat.where());
      }
      return;
    }
    Optional<String> problem = Fairness.startProblem(witness.setStarted(started).build());
    if (problem.isPresent()) {
      log(Level.SEVERE, "%s: unfair nonces: %s", seat.where(), problem.get());
    } else if (!witness.getNonce().isEmpty() && !witness.getNonceTold()) {
      log(Level.WARNING, "%s: this seat's nonce was not opened in time", seat.where());
    } else if (started.getNoncesCount() == 0) {
      String why = "the referee knows nothing of it";
      log(Level.INFO, "%s: nonces not committed: %s", seat.where(), why);
    } else if (!started.getNoncesCommitted()) {
      log(Level.INFO, "%s: nonces not committed: not all seats have done so", seat.where());
    } else if (witness.getNonce().isEmpty()) {
      log(Level.WARNING, "%s: this seat's nonce is another process's to check", seat.where());
    }
  }

  private void started(MatchStarted started, List<Task> tasks) {
    Seat seat = seats.get(new Seat.Key(started.getMatchId(), started.getSeat()));
    if (seat != null) {
      checkStart(seat, started);
      start(seat, started.hasRoundTrip() ? Messages.duration(started.getRoundTrip()) : null, tasks);
    }
  }

  private void start(Seat seat, Duration roundTrip, List<Task> tasks) {
    if (!seat.isStarted) {
      seat.isStarted = true;
      tasks.add(new Task(seat, () -> seat.bot.start(roundTrip)));
    }
  }

  private void rejected(Rejected rejected, List<Task> tasks) {
    String reason =
        Messages.enumName(rejected.getReason(), rejected.getReasonValue(), "ERROR_REASON_");
    String text = rejected.getText();
    Ticket ticket = tickets.get(rejected.getJoinNumber());
    Seat seat = seats.get(new Seat.Key(rejected.getMatchId(), rejected.getSeat()));
    if (ticket != null) {
      refused(ticket, reason, text);
    } else if (seat == null) {
      log(Level.WARNING, "rejected: %s: %s", reason, text);
    } else if (rejected.getReason() == ErrorReason.ERROR_REASON_TAKEN_OVER) {
      lose(seat, new TakenOverException(seat.where(), text));
    } else {
      int turn = rejected.getTurn();
      long say = rejected.getSayNumber();
      boolean isAgain = false;
      if (isAnswerRefused(seat, rejected)) {
        isAgain = reopen(seat, turn);
        blame(seat, turn, "the answer was refused: %s: %s".formatted(reason, text), null);
      } else {
        log(Level.WARNING, "%s: rejected: %s: %s", seat.where(turn), reason, text);
      }
      boolean isAskedAgain = isAgain;
      tasks.add(new Task(seat, () -> seat.bot.reject(turn, reason, text, say, isAskedAgain)));
    }
  }

  /** Whether a rejection leaves the seat's latest turn open that this process has answered. */
  private static boolean isAnswerRefused(Seat seat, Rejected rejected) {
    int turn = rejected.getTurn();
    return REFUSALS.contains(rejected.getReason())
        && rejected.getSayNumber() == 0
        && seat.open == 0 // else a newer turn is being thought about, or this one once more
        && seat.action != null
        && turn == seat.answered
        && turn > seat.missed;
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
    if (!seat.isAway) {
      outbox.answer(seat);
    }
    return false;
  }

  private void refused(Ticket ticket, String reason, String text) {
    if (ticket.seat == null) {
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

  private void opened(Turn turn, List<Task> tasks) {
    Seat seat = seats.get(new Seat.Key(turn.getMatchId(), turn.getSeat()));
    if (seat == null) {
      return; // its match is over
    }
    seat.isAway = false;
    int number = turn.getTurn();
    if (number <= seat.open || number < seat.answered) {
      return; // it is being thought about, or is history
    }
    if (number == seat.answered) { // the answer was lost with a stream
      outbox.answer(seat);
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
      if (!outbox.say(say.build())) {
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
    spoken.run();
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
    outbox.resign(seat.key);
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
    if (!seat.isAway) {
      outbox.answer(seat);
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
      forms.remove(seat.form.handle());
    }
    outbox.unsay(seat.key);
    tickets.remove(seat.ticket.number);
  }

  private static void log(Level level, String format, Object... values) {
    if (LOG.isLoggable(level)) {
      LOG.log(level, String.format(Locale.ROOT, format, values));
    }
  }
}
