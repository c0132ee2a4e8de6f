package gamereferee.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Duty 32: threads are added while turns wait. Time passes where a test says so, and only there.
 */
class BotPoolTest {
  private long nowNs;
  private final List<Runnable> planned = new ArrayList<>();
  private final Semaphore started = new Semaphore(0);
  private final CountDownLatch free = new CountDownLatch(1);
  private BotPool pool;
  @RegisterExtension private final CapturedLog log = new CapturedLog();

  private void make(int first, int limit) {
    make(first, limit, Thread::new);
  }

  private void make(int first, int limit, ThreadFactory factory) {
    pool = new BotPool(first, limit, () -> nowNs, (check, wait) -> planned.add(check), factory);
  }

  @AfterEach
  void release() {
    free.countDown();
    if (pool != null) {
      pool.shutdownNow();
    }
  }

  private void submit(int turns) {
    for (int i = 0; i < turns; i++) {
      pool.execute(BotPoolTest.this::waitUntilFree);
    }
  }

  private void waitUntilFree() {
    started.release();
    try {
      free.await();
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
    }
  }

  private void pass(Duration time) {
    nowNs += time.toNanos();
    List<Runnable> due = new ArrayList<>(planned);
    planned.clear();
    due.forEach(Runnable::run);
  }

  @Test
  void givesEachWaitingTurnAThread() {
    make(2, 64);
    CountDownLatch together = new CountDownLatch(20);
    CountDownLatch done = new CountDownLatch(20);
    for (int i = 0; i < 20; i++) {
      pool.execute(
          () -> {
            together.countDown();
            try {
              together.await(); // comes to an end only if all twenty are called side by side
              done.countDown();
            } catch (InterruptedException error) {
              Thread.currentThread().interrupt();
            }
          });
    }
    pass(Duration.ofMillis(5));
    assertEquals(20, pool.size());
    try {
      done.await();
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
    }
    assertEquals(List.of(), log.lines);
  }

  @Test
  void addsNoThreadBeforeATurnHasWaited() {
    make(2, 64);
    submit(2);
    assertEquals(List.of(), planned, "nothing waits");
    submit(1);
    pass(Duration.ofMillis(4));
    assertEquals(2, pool.size());
    submit(1);
    pass(Duration.ofMillis(1));
    assertEquals(3, pool.size(), "the younger one has not waited 5 ms");
    started.acquireUninterruptibly(3);
    pass(Duration.ofMillis(4));
    assertEquals(4, pool.size());
  }

  @Test
  void addsNoMoreThanAreAllowedAndSaysSoOnceAMinute() {
    make(2, 3);
    submit(6);
    pass(Duration.ofMillis(5));
    assertEquals(3, pool.size());
    started.acquireUninterruptibly(3);
    assertEquals(List.of(), log.lines);
    pass(Duration.ofMillis(495));
    String line = " turns wait for a free thread, one of them for %s s; --threads allows 3";
    assertEquals(List.of("WARNING 3" + line.formatted("0.5")), log.lines);
    pass(Duration.ofSeconds(59));
    assertEquals(1, log.lines.size());
    pass(Duration.ofSeconds(1));
    assertEquals("WARNING 3" + line.formatted("60.5"), log.lines.get(1));
    assertEquals(3, pool.size());
  }

  @Test
  void beginsWithNoMoreThreadsThanAreAllowed() {
    make(8, 1);
    submit(2);
    pass(Duration.ofMillis(500));
    assertEquals(1, pool.size());
    assertEquals(
        List.of("WARNING 1 turn waits for a free thread, for 0.5 s; --threads allows 1"),
        log.lines);
  }

  /** Starts so many threads, and then fails as a system does that allows no more. */
  private static ThreadFactory atMost(int most) {
    AtomicInteger made = new AtomicInteger();
    return code ->
        new Thread(code) {
          @Override
          public synchronized void start() {
            if (made.incrementAndGet() > most) {
              throw new OutOfMemoryError("unable to create native thread");
            }
            super.start();
          }
        };
  }

  @Test
  void makesDoWithTheThreadsThatTheSystemAllows() {
    make(2, 64, atMost(3));
    submit(8);
    pass(Duration.ofMillis(5));
    assertEquals(
        List.of(
            "WARNING no more than 3 bots think at the same time: unable to create native thread"),
        log.lines);
    submit(1);
    pass(Duration.ofMillis(5));
    assertEquals(3, pool.size());
    free.countDown();
    started.acquireUninterruptibly(9); // all are called in the end
    pool.shutdownNow();
    make(2, 64, atMost(1));
    submit(2);
    assertEquals(1, pool.size());
    started.acquireUninterruptibly(2);
  }

  @Test
  void waitsTwoSecondsForBotsAndLongerForThoseThatHearOfTheirEnd() { // 30
    Calls calls = new Calls();
    Called thinking = new Called();
    Called ending = new Called();
    Duration late = Duration.ofSeconds(2);
    assertTrue(calls.mayLeave(Duration.ZERO));
    calls.begin(thinking);
    calls.begin(thinking);
    calls.begin(ending);
    assertFalse(calls.mayLeave(late.minusNanos(1)));
    assertTrue(calls.mayLeave(late), "the end of one may wait for a thread for ever");
    ending.isEnding = true;
    assertFalse(calls.mayLeave(late), "it may be saving what it has learned");
    calls.end(ending);
    assertTrue(calls.mayLeave(late));
    calls.end(thinking);
    assertFalse(calls.mayLeave(Duration.ZERO), "it has an end to hear");
    calls.end(thinking);
    assertTrue(calls.mayLeave(Duration.ZERO));
  }

  private static final class Called implements Calls.Called {
    private boolean isEnding;

    @Override
    public boolean isEnding() {
      return isEnding;
    }
  }
}
