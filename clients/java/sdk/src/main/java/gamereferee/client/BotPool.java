package gamereferee.client;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import java.util.logging.Logger;

/**
 * The threads that call bots: few until turns wait, then more, up to a limit.
 *
 * <p>Bots that compute need a thread for each processor; bots that wait, as for a model server,
 * need one for each seat. The pool can't know which kind a bot is, so it watches what waits.
 */
final class BotPool implements Executor {
  /** Most threads unless told otherwise. */
  static final int THREADS = 64;

  /** Most threads that can be asked for. */
  static final int MOST_THREADS = 1024;

  /** A turn that has waited for so long gets a thread of its own. */
  private static final Duration GROW = Duration.ofMillis(5);

  /** A turn that has waited for so long, with all threads in use, is a warning. */
  private static final Duration WARN = Duration.ofMillis(500);

  /** Time between two warnings. */
  private static final Duration PAUSE = Duration.ofMinutes(1);

  /** Time between two looks once no thread can be added. */
  private static final Duration LOOK = Duration.ofMillis(100);

  private static final Duration IDLE = Duration.ofMinutes(1);
  private static final Logger LOG = Logger.getLogger("referee_client");

  private final ThreadPoolExecutor threads;
  private volatile int limit;
  private final LongSupplier clock;
  private final BiConsumer<Runnable, Duration> later;
  private final AtomicBoolean isCheckPlanned = new AtomicBoolean();
  private Long warnedNs;

  /** A call that waits for a thread, or has had one. */
  private record Call(Runnable code, long sinceNs) implements Runnable {
    @Override
    public void run() {
      code.run();
    }
  }

  /**
   * A pool without a thread; the first ones come with the first calls.
   *
   * @param first threads to have before any turn waits
   * @param limit most threads, at least 1
   * @param clock a monotonic time in nanoseconds
   * @param later runs something after a while
   * @param factory makes the threads
   */
  BotPool(
      int first,
      int limit,
      LongSupplier clock,
      BiConsumer<Runnable, Duration> later,
      ThreadFactory factory) {
    this.limit = limit;
    this.clock = clock;
    this.later = later;
    threads =
        new ThreadPoolExecutor(
            Math.min(first, limit),
            limit,
            IDLE.toNanos(),
            TimeUnit.NANOSECONDS,
            new LinkedBlockingQueue<>(),
            factory);
    threads.allowCoreThreadTimeOut(true);
  }

  @Override
  public void execute(Runnable code) {
    Call call = new Call(code, clock.getAsLong());
    try {
      threads.execute(call);
    } catch (OutOfMemoryError error) {
      settle(error);
      threads.execute(call); // this time it waits for a thread
    }
    if (!threads.getQueue().isEmpty()) {
      plan(GROW);
    }
  }

  /** Number of threads that calls have without waiting. */
  int size() {
    return threads.getCorePoolSize();
  }

  /** Ends all threads, in the middle of a call if that can be interrupted. */
  void shutdownNow() {
    threads.shutdownNow();
  }

  private void plan(Duration wait) {
    if (isCheckPlanned.compareAndSet(false, true)) {
      later.accept(this::check, wait);
    }
  }

  /** Adds a thread for each turn that has waited; run by one thread at a time. */
  private void check() {
    isCheckPlanned.set(false);
    BlockingQueue<Runnable> queue = threads.getQueue();
    long nowNs = clock.getAsLong();
    long oldestNs = 0;
    int waiting = 0;
    for (Runnable next : queue) { // the oldest comes first
      long waitedNs = nowNs - ((Call) next).sinceNs;
      if (waitedNs < GROW.toNanos()) {
        break;
      }
      oldestNs = Math.max(oldestNs, waitedNs);
      waiting++;
    }
    int size = size();
    if (waiting > 0 && size < limit) {
      try {
        threads.setCorePoolSize(Math.min(limit, size + waiting)); // they take what waits at once
      } catch (OutOfMemoryError error) {
        settle(error);
      }
    } else if (oldestNs >= WARN.toNanos()) {
      warn(nowNs, waiting, oldestNs);
    }
    if (!queue.isEmpty()) {
      plan(size() < limit ? GROW : LOOK);
    }
  }

  /**
   * Sets the limit to the threads that run: a sandbox may allow a process no more, which Java
   * reports as an OutOfMemoryError.
   */
  private void settle(OutOfMemoryError error) {
    int size = threads.getPoolSize();
    if (size == 0) {
      throw error;
    }
    limit = size;
    threads.setCorePoolSize(size);
    LOG.warning("no more than " + size + " bots think at the same time: " + error.getMessage());
  }

  private void warn(long nowNs, int waiting, long oldestNs) {
    if (warnedNs != null && nowNs - warnedNs < PAUSE.toNanos()) {
      return;
    }
    warnedNs = nowNs;
    String who = waiting == 1 ? "1 turn waits" : waiting + " turns wait";
    LOG.warning(
        String.format(
            Locale.ROOT,
            "%s for a free thread, %sfor %.1f s; --threads allows %d",
            who,
            waiting == 1 ? "" : "one of them ",
            oldestNs * 1e-9,
            limit));
  }
}
