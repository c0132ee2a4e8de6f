package gamereferee.client;

import com.google.common.util.concurrent.MoreExecutors;
import gamereferee.client.RefereeClientException.AddressException;
import gamereferee.client.RefereeClientException.BotException;
import gamereferee.client.RefereeClientException.TlsException;
import gamereferee.v1.PlayServiceOuterClass.PlayResponse;
import io.grpc.Status;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.logging.Logger;

/**
 * A bot process's connection to one referee: any number of seats of any number of matches on one
 * stream, and on one more to each worker that has matches of them.
 *
 * <p>What to say is decided in {@link Conversation}, and carried by {@link LineStream}; here are
 * the threads, and the way back after a break. Workers are gone to by {@link Following}. A thread
 * that reads a connection never calls a bot, so that pings are answered while all bots think; a
 * pool calls those of different seats side by side.
 */
public final class RefereeClient {
  private static final Logger LOG = Logger.getLogger("referee_client");

  /** How long a ready answer may wait for others. */
  private static final Duration GATHERING = Duration.ofMillis(1);

  private final Address address;
  private final BotMaker maker;
  private final Conversation conversation;
  private final Retry.Patience patience;
  private final BotPool pool;
  private final Calls calls = new Calls();
  private final ScheduledExecutorService timer;

  /** The streams that there are: one home or none, and one to each worker that is gone to. */
  private final Set<LineStream> streams = ConcurrentHashMap.newKeySet();

  /** Streams to workers; null if seats stay. */
  private final Following following;

  /**
   * Held while a message is taken in, from reading it to queueing the calls of bots, and while
   * streams come and go: a seat's calls are made in order, whichever stream has brought them.
   */
  private final Object receiving = new Object();

  private volatile boolean isStopped;

  /** Open until {@link #stop} was called or all matches are over. */
  private final CountDownLatch leaving = new CountDownLatch(1);

  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final AtomicInteger busy = new AtomicInteger();
  private final AtomicBoolean isFlushPlanned = new AtomicBoolean();

  /** When all matches were over, by {@link System#nanoTime}; null before. */
  private final AtomicReference<Long> overNs = new AtomicReference<>();

  private RefereeClient(Builder settings) {
    address = Address.parse(settings.address, settings.ca);
    maker = settings.bot == null ? null : new BotMaker(settings.bot);
    patience =
        new Retry.Patience(
            address.target(),
            address.proxy(),
            settings.patience,
            () -> ThreadLocalRandom.current().nextDouble());
    // Threads of bots may speak after the end: what they plan then is dropped.
    timer =
        new ScheduledThreadPoolExecutor(
            1, daemons("timer"), new ThreadPoolExecutor.DiscardPolicy());
    pool =
        new BotPool(
            Math.max(2, Runtime.getRuntime().availableProcessors()),
            settings.threads,
            System::nanoTime,
            (check, wait) -> timer.schedule(check, wait.toNanos(), TimeUnit.NANOSECONDS),
            daemons("bots"));
    conversation =
        new Conversation(
            settings.name,
            settings.isStrict,
            settings.features(),
            () -> MoreExecutors.newSequentialExecutor(pool),
            new Carrier());
    following =
        settings.followWorkers ? new Following(address, new Workers(), daemons("worker")) : null;
  }

  private final class Carrier implements Conversation.Carrier {
    @Override
    public void spoken() {
      flushSoon();
    }

    @Override
    public void wanted(String worker) {
      if (following != null) {
        following.want(worker);
      }
    }
  }

  /**
   * Describes a client; {@link Builder#build} makes it.
   *
   * @param address {@code unix:/path} or {@code HOST:PORT}
   */
  public static Builder builder(String address) {
    return new Builder(address);
  }

  /** Presents a seat's token, to be played by a bot of the client's own kind; at any time. */
  public void join(String token) {
    if (maker == null) {
      throw new IllegalStateException("a client without a bot of its own needs one for every join");
    }
    conversation.join(token, maker);
    flush();
  }

  /**
   * Presents a seat's token, to be played by a bot that this supplier makes; at any time.
   *
   * <p>Unless turns are plain, makes the bot at once, to ask whether it reads events.
   */
  public void join(String token, Supplier<? extends Bot<?, ?>> bot) {
    conversation.join(token, new BotMaker(bot));
    flush();
  }

  /** Says that no more tokens will come: {@link #play} returns once all matches have ended. */
  public void finish() {
    conversation.finish();
    flush();
  }

  /** Gives up a seat for good. */
  public void resign(String matchId, int seat) {
    conversation.resign(matchId, seat);
    flush();
  }

  /** Ends {@link #play} now. Seats are not resigned: their clocks run, they can be rejoined. */
  public void stop() {
    isStopped = true;
    leaving.countDown();
    streams.forEach(stream -> stream.cancel("stopped"));
  }

  /** Where and how the own code of a bot failed first, in a line; null if none has failed. */
  String firstBotFailure() {
    BotException first = conversation.firstBotFailure();
    return first == null ? null : first.place();
  }

  /** How often the own code of bots has failed so far; each was logged, and cost its turn. */
  public int botFailures() {
    return conversation.botFailures();
  }

  /** Joins these seats, and no more, and plays until all their matches have ended. */
  public void play(List<String> tokens) throws InterruptedException {
    tokens.forEach(this::join);
    finish();
    play();
  }

  /**
   * Plays until {@link #finish} has been called and all matches have ended; once in a client's
   * life.
   *
   * @throws RefereeClientException.SeatException a seat could not be played; thrown after the other
   *     seats' matches have ended
   * @throws RefereeClientException.BotException the own code of a bot failed; thrown at once by a
   *     strict client, or else like that
   * @throws RefereeClientException.ProtocolException the two sides do not understand each other
   * @throws TlsException TLS failed
   * @throws RefereeClientException.UnreachableException the patience ran out
   * @throws InterruptedException this thread was interrupted
   */
  public void play() throws InterruptedException {
    PlayStream.rehearse();
    if (!address.proxy().isEmpty()) {
      LOG.warning("the referee at " + address.target() + " is called " + address.proxy());
    }
    try {
      while (!isOver()) {
        playOneStream();
      }
      if (!isStopped) { // the last calls of bots, such as for the end, are made
        Long since = overNs.get();
        calls.await(since == null ? System.nanoTime() : since);
      }
    } finally {
      conversation.close();
      if (following != null) {
        following.close();
      }
      pool.shutdownNow();
      timer.shutdownNow();
    }
    if (failure.get() instanceof Error error) {
      throw error;
    }
    if (failure.get() instanceof RuntimeException error) {
      throw error;
    }
    if (conversation.failure() != null) {
      throw conversation.failure();
    }
  }

  private boolean isOver() {
    return isStopped || conversation.isDone();
  }

  private void playOneStream() throws InterruptedException {
    Status status = carry(conversation.home(), address);
    if (isOver()) {
      return;
    }
    Retry.hopeless(status)
        .ifPresent(
            error -> {
              throw error;
            });
    String why = status.isOk() ? "the referee closed the stream" : Retry.details(status);
    Duration delay = patience.delay(System.nanoTime(), why);
    LOG.warning(
        () ->
            String.format(
                Locale.ROOT,
                "stream to %s broke: %s; again in %.1f s",
                address.target(),
                why,
                delay.toNanos() * 1e-9));
    leaving.await(delay.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Carries a line on a stream until that has ended; returns how. */
  private Status carry(Line line, Address to) throws InterruptedException {
    boolean isHome = line == conversation.home();
    LineStream stream;
    synchronized (receiving) {
      if (isHome) {
        conversation.opened();
      }
      stream = new LineStream(line, to, conversation, timer, this::received);
      streams.add(stream);
    }
    try (stream) {
      if (isStopped) {
        stream.cancel("stopped"); // stop() came before there was a stream to cancel
      }
      flush();
      stream.watch();
      return stream.status();
    } finally {
      synchronized (receiving) { // what it has brought is taken in by now, or never
        streams.remove(stream);
        if (!isHome) {
          conversation.lost(line);
        }
      }
      flush();
    }
  }

  /** Takes in what came on a stream; called on the thread that reads its connection. */
  private void received(LineStream stream, PlayResponse response) {
    try {
      synchronized (receiving) {
        if (!streams.contains(stream)) {
          return; // it has ended, and its seats are on other streams
        }
        if (stream.line == conversation.home()) {
          patience.heard();
        } else {
          patience.heardElsewhere();
        }
        List<Conversation.Task> tasks = conversation.receive(response, stream.line);
        busy.addAndGet(tasks.size());
        tasks.forEach(task -> calls.begin(task.seat()));
        flush(); // pongs do not wait for bots
        tasks.forEach(task -> task.seat().lane.execute(() -> run(task)));
      }
    } catch (RuntimeException | Error error) {
      fail(error);
    }
  }

  private void run(Conversation.Task task) {
    try {
      task.call().run();
    } catch (RuntimeException | Error error) {
      fail(error);
    } finally {
      calls.end(task.seat());
    }
    if (busy.decrementAndGet() == 0) {
      flush();
    } else {
      flushSoon();
    }
  }

  /** Writes what is ready after a moment in which more may join it; blocks nobody. */
  private void flushSoon() {
    if (isFlushPlanned.compareAndSet(false, true)) {
      timer.schedule(this::flushPlanned, GATHERING.toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  private void flushPlanned() {
    isFlushPlanned.set(false);
    flush();
  }

  /**
   * Writes whatever there is to say, on whichever stream; a line without one waits for its next.
   */
  private void flush() {
    streams.forEach(LineStream::flush);
    if (conversation.isDone()) {
      overNs.compareAndSet(null, System.nanoTime());
      leaving.countDown();
    }
  }

  private void fail(Throwable error) {
    if (!isStopped) { // what fails after the end is nobody's concern
      failure.compareAndSet(null, error);
    }
    stop();
  }

  /** What the streams to workers need of this client. */
  private final class Workers implements Following.Host {
    @Override
    public Status carry(Line line, Address to) throws InterruptedException {
      return RefereeClient.this.carry(line, to);
    }

    @Override
    public boolean wants(String worker) {
      return conversation.wants(worker);
    }

    @Override
    public boolean isOver() {
      return RefereeClient.this.isOver();
    }

    @Override
    public void fail(Throwable error) {
      RefereeClient.this.fail(error);
    }

    @Override
    public long nowNs() {
      return System.nanoTime();
    }

    @Override
    public void pause(Duration pause) throws InterruptedException {
      leaving.await(pause.toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  private static ThreadFactory daemons(String name) {
    return task -> {
      Thread thread = new Thread(task, "gamereferee-" + name);
      thread.setDaemon(true);
      return thread;
    };
  }

  /** How a client is to be. */
  public static final class Builder {
    private final String address;
    private Supplier<? extends Bot<?, ?>> bot;
    private Path ca;
    private String name = "";
    private Duration patience = Retry.PATIENCE;
    private boolean isStrict;
    private int threads = BotPool.THREADS;
    private boolean smallTurns = true;
    private boolean followWorkers = true;

    private Builder(String address) {
      this.address = address;
    }

    /** Makes the bot of each seat that is joined without one of its own. */
    public Builder bot(Supplier<? extends Bot<?, ?>> bot) {
      this.bot = bot;
      return this;
    }

    /** File with PEM roots; given means TLS, null means none. */
    public Builder ca(Path ca) {
      this.ca = ca;
      return this;
    }

    /** What the bot calls itself, for the replay; at most 100 characters. */
    public Builder name(String name) {
      if (name.codePointCount(0, name.length()) > Conversation.MAX_NAME) {
        throw new IllegalArgumentException(
            "name must have at most %d characters, not %d"
                .formatted(Conversation.MAX_NAME, name.codePointCount(0, name.length())));
      }
      this.name = name;
      return this;
    }

    /** How long to keep trying without a word from the referee, from 0; a minute by default. */
    public Builder patience(Duration patience) {
      if (patience.isNegative()) {
        throw new IllegalArgumentException("patience must be at least 0, not " + patience);
      }
      this.patience = patience;
      return this;
    }

    /** Whether the first failure of a bot's own code ends {@link RefereeClient#play}. */
    public Builder strict(boolean isStrict) {
      this.isStrict = isStrict;
      return this;
    }

    /**
     * How many bots may think at the same time, from 1 to 1,024; 64 by default. There are few
     * threads until turns wait.
     */
    public Builder threads(int threads) {
      if (threads < 1 || threads > BotPool.MOST_THREADS) {
        throw new IllegalArgumentException("threads must be from 1 to 1,024, not " + threads);
      }
      this.threads = threads;
      return this;
    }

    /**
     * Whether the referee is asked for turns in short, as by default; nothing of what bots see
     * depends on it but the events that they don't read.
     */
    public Builder smallTurns(boolean smallTurns) {
      this.smallTurns = smallTurns;
      return this;
    }

    /**
     * Whether seats go to the workers that have their matches, as by default, where a referee with
     * several lets them; else all stay on the stream to the address.
     */
    public Builder followWorkers(boolean followWorkers) {
      this.followWorkers = followWorkers;
      return this;
    }

    private List<String> features() {
      List<String> features = new ArrayList<>(Conversation.FEATURES);
      if (!followWorkers) {
        features.remove(Lines.WORKER_ADDRESS);
      }
      if (!smallTurns) {
        features.remove(ShortForm.SMALL_TURNS);
      }
      return features;
    }

    /**
     * Makes the client; nothing is connected yet.
     *
     * @throws AddressException the address can't be read
     * @throws TlsException the CA file can't be read
     */
    public RefereeClient build() {
      return new RefereeClient(this);
    }
  }
}
