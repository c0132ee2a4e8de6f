package gamereferee.client;

import com.google.protobuf.Any;
import com.google.protobuf.Message;
import gamereferee.client.RefereeClientException.ProtocolException;
import gamereferee.v1.PlayServiceOuterClass.Joined;
import java.time.Duration;
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

  SeatBot(Conversation conversation, Seat seat) {
    this.conversation = conversation;
    this.seat = seat;
  }

  /** Code of the bot's author. */
  private interface Call {
    void run() throws Exception;
  }

  /**
   * Makes the bot and reads the config; resigns if it is a bot of another game.
   *
   * @param turn the turn it is made for; 0 if for none
   */
  void meet(int turn) {
    call(turn, () -> bot = made(seat.ticket.maker.get()));
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

  /** Asks for a decision, if that is not too late. */
  void ask(gamereferee.v1.PlayServiceOuterClass.Turn message) {
    int number = message.getTurn();
    if (!conversation.isOpen(seat, number)) {
      return; // its deadline passed while an earlier call took its time
    }
    if (bot == null && !isRefused) {
      meet(number);
    }
    if (bot == null) {
      conversation.giveUp(seat, number);
      return;
    }
    Message observation = Messages.unpack(message.getObservation());
    Turn turn =
        new Turn(
            match,
            observation,
            message,
            (channel, text) -> conversation.say(seat, number, channel, text));
    tellEvents(number, message.getEvents());
    boolean isAnswered =
        call(
            number,
            () -> {
              Message action = bot.act(observation, turn);
              Objects.requireNonNull(action, "act must return the game's Action message, not null");
              conversation.answer(seat, number, action);
            });
    if (!isAnswered) {
      conversation.giveUp(seat, number);
    }
  }

  /** Tells of something that the referee did not take. */
  void reject(int turn, String reason, String text, long sayNumber) {
    if (bot != null) {
      call(turn, () -> bot.onRejected(new Rejection(match, turn, reason, text, sayNumber)));
    }
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
  void end(Any events, Outcome outcome) {
    if (bot != null) {
      tellEvents(0, events);
      call(0, () -> bot.onEnd(match, outcome));
    }
  }

  private void tellEvents(int turn, Any events) {
    if (wantsEvents && !events.getTypeUrl().isEmpty()) {
      Message unpacked = Messages.unpack(events);
      call(turn, () -> bot.onEvents(match, unpacked));
    }
  }

  /** Runs an author's code; what it throws is logged and counted. Returns whether it came off. */
  private boolean call(int turn, Call code) {
    try {
      code.run();
      return true;
    } catch (ProtocolException error) {
      throw error; // not the author's fault
    } catch (Throwable error) { // an endless recursion or a failed assertion costs no more
      conversation.blame(seat, turn, error);
      return false;
    }
  }

  /** A bot as one of any messages; act checks the type of its observation by itself. */
  @SuppressWarnings("unchecked")
  private static Bot<Message, Message> made(Bot<?, ?> bot) {
    return (Bot<Message, Message>)
        Objects.requireNonNull(bot, "a bot's maker must not return null");
  }
}
