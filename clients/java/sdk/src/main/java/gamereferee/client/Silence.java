package gamereferee.client;

import java.time.Duration;

/**
 * Whether a stream has gone silent: asks the referee for a pong after a while, and tells that the
 * stream is dead if none comes. Reads no clock of its own.
 */
final class Silence {
  /** What to do about it. */
  enum Verdict {
    /** Nothing yet. */
    WAIT,
    /** Ask for a pong. */
    ASK,
    /** Take the stream for dead. */
    DEAD
  }

  private final long limitNs = Retry.SILENCE.toNanos();
  private long sinceNs;
  private boolean isAsked;

  Silence(long nowNs) {
    sinceNs = nowNs;
  }

  /** Something came. */
  synchronized void heard(long nowNs) {
    sinceNs = nowNs;
    isAsked = false;
  }

  /** What to do now; to be asked again after {@link #left}. */
  synchronized Verdict judge(long nowNs) {
    if (nowNs - sinceNs < limitNs) {
      return Verdict.WAIT;
    }
    if (isAsked) {
      return Verdict.DEAD;
    }
    isAsked = true;
    sinceNs = nowNs;
    return Verdict.ASK;
  }

  /** How long nothing has to be done. */
  synchronized Duration left(long nowNs) {
    return Duration.ofNanos(Math.max(0, sinceNs + limitNs - nowNs));
  }
}
