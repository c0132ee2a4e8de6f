package gamereferee.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Duty 34: when streams to workers are opened, and when they are tried again. */
class FollowingTest {
  private static final String THERE = "worker.example:7071";

  @RegisterExtension private final CapturedLog log = new CapturedLog();

  /** A process that plays back how its streams went, on the thread that waits for a stream. */
  private final class Script implements Following.Host {
    private final Deque<Status> ends = new ArrayDeque<>();
    private final List<Long> lasted = new ArrayList<>();
    private final List<String> carried = new ArrayList<>();
    private final List<Duration> pauses = new ArrayList<>();
    private boolean endsPlay;
    private boolean isOver;
    private long nowNs;
    private Throwable failure;

    /** One stream that lasts for seconds and ends with a status. */
    Script stream(long seconds, Status status) {
      lasted.add(seconds);
      ends.add(status);
      return this;
    }

    @Override
    public Status carry(Line line, Address to) {
      carried.add(line.worker);
      assertEquals(line.worker, to.target());
      nowNs += Duration.ofSeconds(lasted.get(carried.size() - 1)).toNanos();
      line.isOpen = lasted.get(carried.size() - 1) > 0;
      isOver = endsPlay;
      return ends.remove();
    }

    @Override
    public boolean wants(String worker) {
      return true;
    }

    @Override
    public boolean isOver() {
      return isOver;
    }

    @Override
    public void fail(Throwable error) {
      failure = error;
    }

    @Override
    public long nowNs() {
      return nowNs;
    }

    @Override
    public void pause(Duration pause) {
      pauses.add(pause);
      isOver = ends.isEmpty();
    }
  }

  /** What a following runs on threads, which a test runs itself. */
  private final List<Runnable> threads = new ArrayList<>();

  private Following following(Script script) {
    return new Following(
        Address.parse("referee.example:7070", null),
        script,
        task -> {
          threads.add(task);
          return new Thread(() -> {});
        });
  }

  @Test
  void hasOneStreamToEachWorkerHoweverManySeatsWantIt() {
    Script script = new Script().stream(5, Status.OK).stream(5, Status.OK);
    Following following = following(script);
    following.want(THERE);
    following.want(THERE);
    following.want("other.example:7071");
    assertEquals(2, threads.size());
    threads.get(0).run();
    assertEquals(List.of(THERE, THERE), script.carried);
  }

  @Test
  void takesItsOwnAddressForHome() {
    following(new Script()).want("referee.example:7070");
    assertEquals(List.of(), threads);
  }

  @Test
  void triesAgainLaterAndLaterUntilAStreamHasLasted() {
    Script script = new Script();
    for (int attempt = 0; attempt < 12; attempt++) {
      script.stream(0, Status.UNAVAILABLE);
    }
    script.stream(59, Status.OK).stream(60, Status.INTERNAL).stream(1, Status.OK);
    following(script).want(THERE);
    threads.get(0).run();
    assertEquals(
        List.of(
            100L, 200L, 400L, 800L, 1600L, 3200L, 6400L, 12_800L, 25_600L, 51_200L, 60_000L,
            60_000L, 60_000L, 100L, 200L),
        script.pauses.stream().map(Duration::toMillis).toList());
    assertEquals(
        List.of(
            "WARNING stream to worker %s broke: UNAVAILABLE".formatted(THERE),
            "WARNING stream to worker %s broke: the worker closed the stream".formatted(THERE),
            "WARNING stream to worker %s broke: INTERNAL".formatted(THERE),
            "WARNING stream to worker %s broke: the worker closed the stream".formatted(THERE)),
        log.lines);
  }

  @Test
  void triesAWorkerNoMoreAfterAStatusThatIsNoTemporaryOne() {
    Script script = new Script().stream(0, Status.UNIMPLEMENTED);
    Following following = following(script);
    following.want(THERE);
    threads.get(0).run();
    following.want(THERE);
    assertEquals(1, threads.size());
    assertEquals(List.of(), script.pauses);
    assertNull(script.failure);
    assertEquals(
        List.of(
            "WARNING staying at referee.example:7070, not going to worker %s:".formatted(THERE)
                + " the server is no referee, or of another version: UNIMPLEMENTED"),
        log.lines);
  }

  @Test
  void goesToNoAddressThatLeadsElsewhere() {
    Script script = new Script();
    following(script).want("unix:/run/w-0");
    threads.get(0).run();
    assertEquals(List.of(), script.carried);
    assertNull(script.failure);
    assertEquals(
        List.of(
            "WARNING staying at referee.example:7070, not going to worker unix:/run/w-0:"
                + " a Unix socket is gone to from a Unix socket alone, not 'unix:/run/w-0'"),
        log.lines);
  }

  @Test
  void saysNothingOfAStreamThatEndsWithPlay() {
    Script script = new Script().stream(1, Status.OK);
    script.endsPlay = true;
    Following following = following(script);
    following.want(THERE);
    threads.get(0).run();
    assertEquals(List.of(THERE), script.carried);
    assertEquals(List.of(), log.lines);
  }
}
