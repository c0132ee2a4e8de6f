package gamereferee.client;

import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The way to the workers that have a process's matches: one stream to each, as long as seats want
 * it.
 *
 * <p>Decides when to open a stream and when to try again; which seats use it is decided in {@link
 * Lines}. Each worker has a thread, which waits for most of its life.
 */
final class Following implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger("referee_client");

  private final Address home;
  private final Host host;
  private final ThreadFactory threads;

  /** For each worker, how its thread hears that seats want a line; all that ever were wanted. */
  private final Map<String, Semaphore> wanted = new HashMap<>();

  private final List<Thread> running = new ArrayList<>();
  private boolean isClosed;

  /** What it needs of the process: streams, seats and time. */
  interface Host {
    /** Carries a line to a worker on a stream until that has ended; returns how. */
    Status carry(Line line, Address to) throws InterruptedException;

    /** Whether a seat would go to a worker if a line led there. */
    boolean wants(String worker);

    /** Whether play is over. */
    boolean isOver();

    /** Ends play by an error of this program. */
    void fail(Throwable error);

    /** A monotonic time in nanoseconds. */
    long nowNs();

    /** Waits, at most until play is over. */
    void pause(Duration pause) throws InterruptedException;
  }

  /**
   * No stream yet.
   *
   * @param home the address that the process was given
   * @param host the process
   * @param threads makes a thread for each worker
   */
  Following(Address home, Host host, ThreadFactory threads) {
    this.home = home;
    this.host = host;
    this.threads = threads;
  }

  /** Seats would go to a worker if a line led there; waits for nothing. */
  synchronized void want(String worker) {
    if (isClosed || worker.equals(home.target())) {
      return;
    }
    wanted.computeIfAbsent(worker, this::begin).release();
  }

  private Semaphore begin(String worker) {
    Semaphore wants = new Semaphore(0);
    Thread thread = threads.newThread(() -> follow(worker, wants));
    running.add(thread);
    thread.start();
    return wants;
  }

  private void follow(String worker, Semaphore wants) {
    try {
      Address address = home.beside(worker);
      if (!address.proxy().isEmpty()) {
        LOG.warning("the worker at " + address.target() + " is called " + address.proxy());
      }
      keepUp(worker, address, wants);
    } catch (RefereeClientException error) {
      LOG.warning(
          "staying at %s, not going to worker %s: %s"
              .formatted(home.target(), worker, error.getMessage()));
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt(); // play is over
    } catch (RuntimeException | Error error) {
      host.fail(error);
    }
  }

  /**
   * Opens one stream after the other to a worker, whenever seats want one.
   *
   * @throws RefereeClientException no stream there can do better
   */
  private void keepUp(String worker, Address address, Semaphore wants) throws InterruptedException {
    Retry.WorkerPauses pauses = new Retry.WorkerPauses();
    boolean isFirst = true;
    while (true) {
      wants.acquire();
      wants.drainPermits();
      if (host.isOver()) {
        return;
      }
      if (!host.wants(worker)) {
        continue;
      }
      Line line = Line.to(worker);
      long beganNs = host.nowNs();
      Status status = host.carry(line, address);
      if (host.isOver()) {
        return;
      }
      Retry.hopeless(status)
          .ifPresent(
              error -> {
                throw error;
              });
      String why = status.isOk() ? "the worker closed the stream" : Retry.details(status);
      Level level =
          line.isOpen || isFirst ? Level.WARNING : Level.FINE; // not every attempt that failed
      LOG.log(level, () -> "stream to worker %s broke: %s".formatted(worker, why));
      isFirst = false;
      host.pause(pauses.next(Duration.ofNanos(host.nowNs() - beganNs)));
      if (host.wants(worker)) {
        wants.release();
      }
    }
  }

  /** Ends all streams. */
  @Override
  public synchronized void close() {
    isClosed = true;
    running.forEach(Thread::interrupt);
  }
}
