package gamereferee.client;

import java.util.function.Supplier;

/**
 * Makes the bots of seats, and says before any seat is joined whether they read events.
 *
 * <p>Only a bot can say that, so the first one is made ahead; the first seat that needs a bot gets
 * it. If it could not be made, that seat gets what was thrown.
 */
final class BotMaker {
  private final Supplier<? extends Bot<?, ?>> supplier;

  /** The bot that was made ahead, or its failure, until a seat has it; null if there is none. */
  private Supplier<? extends Bot<?, ?>> ahead;

  /** What the first bot has said; null before it was asked. */
  private Boolean readsEvents;

  BotMaker(Supplier<? extends Bot<?, ?>> supplier) {
    this.supplier = supplier;
  }

  /** Whether its bots read the events of turns; if the first one can't say, they do. */
  synchronized boolean readsEvents() {
    if (readsEvents == null) {
      readsEvents = true;
      try {
        Bot<?, ?> made = supplier.get();
        readsEvents = made == null || made.readsEvents();
        ahead = () -> made;
      } catch (RuntimeException | Error error) {
        ahead = () -> rethrown(error);
      }
    }
    return readsEvents;
  }

  private static Bot<?, ?> rethrown(Throwable error) {
    if (error instanceof Error thrown) {
      throw thrown;
    }
    throw (RuntimeException) error;
  }

  /** The bot of one more seat; null and whatever is thrown are the author's own doing. */
  Bot<?, ?> make() {
    Supplier<? extends Bot<?, ?>> next;
    synchronized (this) {
      next = ahead == null ? supplier : ahead;
      ahead = null;
    }
    return next.get(); // unlocked: bots of many seats are made side by side
  }
}
