package gamereferee.client;

import gamereferee.client.RefereeClientException.ProtocolException;
import gamereferee.client.RefereeClientException.TlsException;
import gamereferee.client.RefereeClientException.UnreachableException;
import io.grpc.Status;
import java.math.BigDecimal;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoubleSupplier;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/**
 * When to try again, when to give up, and what a broken stream means.
 *
 * <p>Plain arithmetic on times given by the caller.
 */
final class Retry {
  /** Before the first new attempt. */
  static final Duration FIRST_DELAY = Duration.ofMillis(100);

  /** Most between two attempts. */
  static final Duration LONGEST_DELAY = Duration.ofSeconds(5);

  /** Most between two attempts to reach a worker, and least that a good stream to it lasts. */
  static final Duration LONGEST_WORKER_PAUSE = Duration.ofSeconds(60);

  /** Patience unless told otherwise. */
  static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Silence after which the referee is asked for a pong, and after as much more taken for dead. */
  static final Duration SILENCE = Duration.ofSeconds(20);

  /** What the referee has to end the stream once everything is over. */
  static final Duration GOODBYE = Duration.ofSeconds(2);

  /** Statuses after which a new stream may do better; OK: the referee closed too early. */
  private static final Set<Status.Code> RETRIED =
      EnumSet.of(
          Status.Code.ABORTED,
          Status.Code.CANCELLED,
          Status.Code.DEADLINE_EXCEEDED,
          Status.Code.INTERNAL,
          Status.Code.OK,
          Status.Code.UNAVAILABLE,
          Status.Code.UNKNOWN);

  /**
   * What Netty, the JDK and OpenSSL say of a connection that ended or fell silent in a handshake,
   * in lower case. The error of the library's own for a closing alert is the last one.
   */
  private static final List<String> CLOSED =
      List.of(
          "connection closed while",
          "closedchannelexception",
          "connection reset",
          "broken pipe",
          "close_notify",
          "terminated the handshake",
          "handshake timed out",
          "internal_error", // an alert of a server in trouble, which says nothing about trust
          "user_cancel",
          "openssl_internal:ssl_handshake_failure");

  private Retry() {}

  /** What a status says, in one line and with its causes, as of a refused connection. */
  static String details(Status status) {
    StringBuilder text = new StringBuilder();
    String own = status.getDescription();
    if (own != null) {
      text.append(own.lines().findFirst().orElse("")); // gRPC appends a list of its handlers
    }
    for (Throwable cause = status.getCause(); cause != null; cause = cause.getCause()) {
      String said =
          Objects.requireNonNullElse(cause.getMessage(), cause.getClass().getSimpleName());
      if (text.indexOf(said) < 0) {
        text.append(text.isEmpty() ? "" : ": ").append(said.lines().findFirst().orElse(""));
      }
    }
    return text.isEmpty() ? status.getCode().name() : text.toString();
  }

  /** The error to throw for a stream's status; empty if another stream may do better. */
  static Optional<RefereeClientException> hopeless(Status status) {
    String details = details(status);
    Status.Code code = status.getCode();
    if (code == Status.Code.UNAVAILABLE && isHandshake(status.getCause(), details)) {
      return Optional.of(
          new TlsException(
              "TLS failed: %s; check the CA file, and that the server uses TLS".formatted(details),
              status.getCause()));
    }
    if (RETRIED.contains(code)) {
      return Optional.empty();
    }
    String text =
        code == Status.Code.UNIMPLEMENTED
            ? "the server is no referee, or of another version: " + details
            : "the referee ended the stream with " + code + ": " + details;
    return Optional.of(new ProtocolException(text, status.getCause()));
  }

  private static boolean isHandshake(Throwable cause, String details) {
    String said = details.toLowerCase(Locale.ROOT);
    if (CLOSED.stream().anyMatch(said::contains) && !isCertificate(cause)) {
      return false; // by a balancer, or a server that is stopped in the middle of it
    }
    return Stream.of("handshake", "certificate", "wrong_version").anyMatch(said::contains)
        || causes(cause).anyMatch(SSLException.class::isInstance);
  }

  /** Whether the reason is a certificate that does not hold, whatever the texts say besides. */
  private static boolean isCertificate(Throwable cause) {
    return causes(cause).anyMatch(error -> error instanceof GeneralSecurityException);
  }

  private static Stream<Throwable> causes(Throwable cause) {
    return Stream.iterate(cause, error -> error != null, Throwable::getCause);
  }

  /** Pauses between attempts to reach a worker: doubling, and short again after a long stream. */
  static final class WorkerPauses {
    private Duration pause = FIRST_DELAY;

    /**
     * How long to wait after a stream to the worker has ended.
     *
     * @param lasted how long it has lasted, the attempt to open it included
     */
    Duration next(Duration lasted) {
      if (lasted.compareTo(LONGEST_WORKER_PAUSE) >= 0) {
        pause = FIRST_DELAY;
      }
      Duration now = pause;
      Duration doubled = pause.multipliedBy(2);
      pause = doubled.compareTo(LONGEST_WORKER_PAUSE) < 0 ? doubled : LONGEST_WORKER_PAUSE;
      return now;
    }
  }

  /** Delays between attempts, doubling with jitter, until the patience is out. */
  static final class Patience {
    private final String target;
    private final String proxy;
    private final Duration limit;
    private final DoubleSupplier jitter;
    private Duration delay = FIRST_DELAY;
    private Long sinceNs;

    /**
     * Begins to be patient.
     *
     * @param target the address, for the error
     * @param proxy through which proxy it is called, in words, for the error; empty if through none
     * @param limit how long to go on without a word from the referee, from 0
     * @param jitter draws a number from 0 to 1
     */
    Patience(String target, String proxy, Duration limit, DoubleSupplier jitter) {
      this.target = target;
      this.proxy = proxy;
      this.limit = limit;
      this.jitter = jitter;
    }

    /** The referee answered: begin anew. */
    synchronized void heard() {
      sinceNs = null;
      delay = FIRST_DELAY;
    }

    /** The referee answered elsewhere: it is there, whatever this address is. */
    synchronized void heardElsewhere() {
      sinceNs = null;
    }

    /**
     * How long to wait after an attempt that failed.
     *
     * @param nowNs a monotonic time in nanoseconds
     * @param why what went wrong, for the error
     * @throws UnreachableException the patience is out
     */
    synchronized Duration delay(long nowNs, String why) {
      sinceNs = sinceNs == null ? Long.valueOf(nowNs) : sinceNs;
      long leftNs = limit.toNanos() - (nowNs - sinceNs);
      if (leftNs <= 0) {
        throw new UnreachableException(
            "no referee at %s for %s s; the last attempt: %s%s"
                .formatted(
                    target, seconds(limit), why, proxy.isEmpty() ? "" : "; it is called " + proxy));
      }
      long waitNs = Math.round(delay.toNanos() * (0.5 + 0.5 * jitter.getAsDouble()));
      Duration doubled = delay.multipliedBy(2);
      delay = doubled.compareTo(LONGEST_DELAY) < 0 ? doubled : LONGEST_DELAY;
      return Duration.ofNanos(Math.min(waitNs, leftNs));
    }

    private static String seconds(Duration duration) {
      BigDecimal seconds = BigDecimal.valueOf(duration.toNanos(), 9);
      return seconds.signum() == 0 ? "0" : seconds.stripTrailingZeros().toPlainString();
    }
  }
}
