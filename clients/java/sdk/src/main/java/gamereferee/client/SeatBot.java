package gamereferee.client;

import com.google.protobuf.Any;
import com.google.protobuf.Message;
import gamereferee.client.RefereeClientException.BotException;
import gamereferee.client.RefereeClientException.ProtocolException;
import gamereferee.v1.PlayServiceOuterClass.Joined;
import gamereferee.v1.PlayServiceOuterClass.MatchEnded;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;

/**
 * The bot of one seat: makes it, calls it, and takes what it throws for its own fault.
 *
 * <p>All methods but the constructor run the author's code. They are called one after the other, in
 * the order of what the referee told, and never while the conversation is locked.
 */
final class SeatBot {
  private final Conversation conversation;
  private final Seat seat;
  private Bot<Message, Message> bot;
  private boolean wantsEvents;
  private Match match;
  private boolean isRefused;
  private volatile boolean isEnding;

  /** Full name of the game's Action message; null if unknown. */
  private String actionType;

  /** What turns have brought that the bot was not asked about. */
  private final Unasked unasked = new Unasked();

  /** Events of turns that the bot has not been shown. */
  private final Deque<Any> unseen = new ArrayDeque<>();

  SeatBot(Conversation conversation, Seat seat) {
    this.conversation = conversation;
    this.seat = seat;
  }

  /** Code of the bot's author. */
  private interface Call {
    void run() throws Exception;
  }

  /** The author's code that answers a turn. */
  private interface Decision {
    Message make() throws Exception;
  }

  /**
   * Makes the bot and reads the config; resigns if it is a bot of another game.
   *
   * @param turn the turn it is made for; 0 if for none
   */
  void meet(int turn) {
    call(turn, () -> bot = made(seat.ticket.maker.make()));
    if (bot == null) {
      return; // its maker failed; the next turn tries again
    }
    Joined joined = seat.joined;
    String plays = bot.game();
    if (plays != null && !plays.equals(joined.getGame())) {
      bot = null;
      isRefused = true;
      conversation.refuse(seat, plays);
      return;
    }
    Class<? extends Message> observation = BotTypes.observationOf(bot);
    if (observation != null) {
      Messages.known(observation);
    }
    wantsEvents = BotTypes.wantsEvents(bot);
    match =
        new Match(
            joined.getMatchId(),
            joined.getSeat(),
            joined.getGame(),
            joined.getGameVersion(),
            joined.hasConfig() ? Messages.unpack(joined.getConfig()) : null,
            joined.getNumSeats(),
            joined.getTimeControl(),
            joined.getSeedCommitment(),
            null);
  }

  /** Tells that all seats have joined; the round trip is null if none was measured. */
  void start(Duration roundTrip) {
    if (bot != null) {
      match = match.withRoundTrip(roundTrip);
      call(0, () -> bot.onStart(match));
    }
  }

  /** Whether the bot hears of its end now; any thread may ask. */
  boolean isEnding() {
    return isEnding;
  }

  /** Asks for a decision, unless that is too late. */
  void ask(gamereferee.v1.PlayServiceOuterClass.Turn message) {
    int number = message.getTurn();
    unseen.add(message.getEvents());
    if (!conversation.isOpen(seat, number)) {
      unasked.keep(message); // it was over while an earlier call took its time
      return;
    }
    if (bot == null && !isRefused) {
      meet(number);
    }
    if (bot == null) {
      unasked.keep(message);
      conversation.giveUp(seat, number);
      return;
    }
    Message observation = Messages.unpack(message.getObservation());
    showEvents(number);
    if (!conversation.isOpen(seat, number)) {
      unasked.keep(message); // it was over while the bot looked at events
      return;
    }
    Turn turn = new Turn(match, observation, unasked.moveTo(message), new TurnLink(number));
    actionType = Messages.actionOf(observation);
    decide(number, () -> bot.act(observation, turn));
  }

  /** Keeps what a turn brought that is not asked. */
  void keep(gamereferee.v1.PlayServiceOuterClass.Turn message) {
    unseen.add(message.getEvents());
    unasked.keep(message);
  }

  /**
   * Tells of something that the referee did not take.
   *
   * @param isAskedAgain whether it was the answer to a turn that is open again
   */
  void reject(int turn, String reason, String text, long sayNumber, boolean isAskedAgain) {
    if (bot == null) {
      return;
    }
    Rejection rejection = new Rejection(match, turn, reason, text, sayNumber);
    if (!isAskedAgain) {
      call(turn, () -> bot.onRejected(rejection));
      return;
    }
    decide(
        turn,
        () -> {
          Message action = bot.onRejected(rejection);
          if (action == null) {
            conversation.giveUp(seat, turn); // as the bot wants it, which is no further failure
          }
          return action;
        });
  }

  /** Tells of a deadline that passed. */
  void miss(int turn, int strikes, int strikesLimit, boolean forfeited, boolean givenUp) {
    if (bot != null) {
      call(
          turn,
          () -> bot.onMissed(new Missed(match, turn, strikes, strikesLimit, forfeited, givenUp)));
    }
  }

  /** Tells what happened last and how it ended. */
  void end(MatchEnded ended) {
    if (bot == null) {
      return;
    }
    isEnding = true;
    try {
      unseen.add(ended.getEvents());
      showEvents(0);
      Outcome outcome = Outcome.of(unasked.moveTo(ended));
      call(0, () -> bot.onEnd(match, outcome));
    } finally {
      isEnding = false;
    }
  }

  /** Shows the bot all events that it has not seen, in the order in which they came. */
  private void showEvents(int turn) {
    for (Any events = unseen.poll(); events != null; events = unseen.poll()) {
      if (wantsEvents && !events.getTypeUrl().isEmpty()) {
        Message unpacked = Messages.unpack(events);
        call(turn, () -> bot.onEvents(match, unpacked));
      }
    }
  }

  /** Takes a decision of the bot and answers the turn with it, or gives the turn up. */
  private void decide(int turn, Decision decision) {
    boolean isAnswered =
        call(
            turn,
            () -> {
              Message action = decision.make();
              if (!conversation.isOpen(seat, turn)) {
                return; // too late, or given up by the decision itself
              }
              Objects.requireNonNull(action, "act must return the game's Action message, not null");
              String problem = Messages.actionProblem(action, actionType);
              if (problem == null) {
                conversation.answer(seat, turn, action);
              } else {
                conversation.giveUp(seat, turn);
                conversation.blame(seat, turn, problem, null);
              }
            });
    if (!isAnswered) {
      conversation.giveUp(seat, turn);
    }
  }

  /** Runs an author's code; what it throws is logged and counted. Returns whether it came off. */
  private boolean call(int turn, Call code) {
    try {
      code.run();
      return true;
    } catch (ProtocolException | BotException error) {
      throw error; // not the author's fault, or blamed already
    } catch (Throwable error) { // an endless recursion or a failed assertion costs no more
      conversation.blame(seat, turn, error.toString(), error);
      return false;
    }
  }

  /** What one turn asks of the conversation. */
  private final class TurnLink implements Turn.Link {
    private final int number;

    TurnLink(int number) {
      this.number = number;
    }

    @Override
    public long say(String channel, String text) {
      return conversation.say(seat, number, channel, text);
    }

    @Override
    public boolean isOpen() {
      return conversation.isOpen(seat, number);
    }
  }

  /** A bot as one of any messages; act checks the type of its observation by itself. */
  @SuppressWarnings("unchecked")
  private static Bot<Message, Message> made(Bot<?, ?> bot) {
    return (Bot<Message, Message>)
        Objects.requireNonNull(bot, "a bot's maker must not return null");
  }
}
