package gamereferee.client;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Counts the calls of each bot that are under way or wait: the process ends after them. */
final class Calls {
  /** How often to look whether a bot has heard of its end. */
  private static final long LOOK_MS = 50;

  private final Map<Called, Integer> open = new HashMap<>();

  /** A bot, as one that is called. */
  interface Called {
    /** Whether the call under way is about its end, as it may save what it has learned. */
    boolean isEnding();
  }

  /** A call will be made. */
  synchronized void begin(Called called) {
    open.merge(called, 1, Integer::sum);
  }

  /** A call has been made. */
  synchronized void end(Called called) {
    open.computeIfPresent(called, (key, calls) -> calls > 1 ? calls - 1 : null);
    if (open.isEmpty()) {
      notifyAll();
    }
  }

  /**
   * Whether nobody has to be waited for any longer.
   *
   * @param waited how long ago the last match ended
   */
  synchronized boolean mayLeave(Duration waited) {
    return open.isEmpty()
        || waited.compareTo(Retry.GOODBYE) >= 0
            && open.keySet().stream().noneMatch(Called::isEnding);
  }

  /**
   * Waits until all calls have been made; after {@link Retry#GOODBYE} only for bots that hear of
   * their end.
   *
   * @param sinceNs when the last match ended, by {@link System#nanoTime}
   */
  synchronized void await(long sinceNs) throws InterruptedException {
    while (!mayLeave(Duration.ofNanos(System.nanoTime() - sinceNs))) {
      wait(LOOK_MS);
    }
  }
}
