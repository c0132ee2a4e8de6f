package gamereferee.client;

import com.google.protobuf.Message;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A bot: a class of its own with a memory, or a plain function.
 *
 * <p>Every seat gets a bot of its own, which is called by one thread at a time; bots of different
 * seats may be called side by side. Whatever a bot throws is logged and costs the turn, not the
 * match.
 *
 * @param <O> the game's Observation message
 * @param <A> the game's Action message
 */
@FunctionalInterface
public interface Bot<O extends Message, A extends Message> {
  /**
   * Decides.
   *
   * @param observation all that this seat may know now
   * @param turn the rest: match, number, phase, clock, events
   * @return the game's Action message
   * @throws Exception gives up the turn: the rulebook's default action is played, for a strike
   */
  A act(O observation, Turn turn) throws Exception;

  /** Meets the match: all seats have joined, the first turn is near. Called once a seat. */
  default void onStart(Match match) throws Exception {}

  /**
   * Sees what happened since the last turn, before {@link #act}, and once more before {@link
   * #onEnd}.
   *
   * @param match the match
   * @param events the game's Events message
   */
  default void onEvents(Match match, Message events) throws Exception {}

  /**
   * Hears that something was not taken; it has been logged.
   *
   * @param rejection what it was, and why
   * @return another Action message, if this was the answer to the latest turn and the reason is
   *     {@code MALFORMED} or {@code WRONG_TYPE}: that turn is still open, and null gives it up at
   *     once. After any other rejection the result is not looked at.
   * @throws Exception gives that turn up, too
   */
  default A onRejected(Rejection rejection) throws Exception {
    return null;
  }

  /** Hears that a deadline passed; it has been logged. */
  default void onMissed(Missed missed) throws Exception {}

  /** Hears how it ended. The last call; also for a match that never started. */
  default void onEnd(Match match, Outcome outcome) throws Exception {}

  /**
   * Identifier of the game it plays, such as {@code diceman}. Seats of another one are resigned.
   *
   * @return the game; null if it plays any, or none can be told from its type of observations
   */
  default String game() {
    Class<? extends Message> type = BotTypes.observationOf(this);
    return type == null ? null : Messages.gameOf(type);
  }

  /**
   * Whether it looks at the events of turns. Without them turns are shorter: {@link Turn#events} is
   * null, and {@link #onEvents} has only what the end brings.
   *
   * <p>Asked of one bot, before the first seat is joined; its answer holds for all that are made
   * alike.
   *
   * @return true, except for a function of observations alone; a class that reads no events may
   *     return false
   */
  default boolean readsEvents() {
    return true;
  }

  /**
   * A function of observations as a bot. All seats share it, and may call it side by side.
   *
   * @param observation the game's Observation class, which says which game it plays
   * @param function from an observation to an action
   */
  static <O extends Message, A extends Message> Supplier<Bot<O, A>> of(
      Class<O> observation, Function<? super O, ? extends A> function) {
    Bot<O, A> shared =
        new BotTypes.FunctionBot<>(observation, (seen, turn) -> function.apply(seen), false);
    return () -> shared;
  }

  /**
   * A function of observations and turns as a bot. All seats share it, and may call it side by
   * side.
   *
   * @param observation the game's Observation class, which says which game it plays
   * @param function from an observation and its turn to an action
   */
  static <O extends Message, A extends Message> Supplier<Bot<O, A>> of(
      Class<O> observation, Bot<O, A> function) {
    Bot<O, A> shared = new BotTypes.FunctionBot<>(observation, function, true);
    return () -> shared;
  }
}
