package gamereferee.client;

/**
 * Something kept the client from playing; the message says what, and what to do.
 *
 * <pre>
 * RefereeClientException
 * ├── AddressException         the address can't be read
 * ├── TlsException             the CA file can't be read, or the two sides do not trust each other
 * ├── UnreachableException     no referee answered for as long as the client's patience
 * ├── ProtocolException        what came is no referee's answer, or it ended the stream for good
 * │   └── UnknownMessageException   a message of a game this program has no classes for
 * ├── SeatException            a seat can't be played
 * │   ├── JoinException        the referee refused its token
 * │   ├── TakenOverException   another process presented its token and plays it now
 * │   └── WrongGameException   it is a seat of another game than the bot plays
 * └── BotException             the bot's own code failed; the cause is what it threw
 * </pre>
 *
 * <p>A rejected action is none of these: it is told to the bot as a {@link Rejection}, and play
 * goes on.
 */
@SuppressWarnings("serial") // nobody stores them
public abstract sealed class RefereeClientException extends RuntimeException {
  private RefereeClientException(String message, Throwable cause) {
    super(message, cause);
  }

  /** The address is neither {@code unix:/path} nor {@code HOST:PORT}. */
  public static final class AddressException extends RefereeClientException {
    AddressException(String message) {
      super(message, null);
    }
  }

  /** TLS can't be set up: no such CA file, an untrusted certificate, or one side without TLS. */
  public static final class TlsException extends RefereeClientException {
    TlsException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** No referee answered at the address for as long as the client's patience lasted. */
  public static final class UnreachableException extends RefereeClientException {
    UnreachableException(String message) {
      super(message, null);
    }
  }

  /** The other side is no referee, speaks another version, or ended the stream for good. */
  public static sealed class ProtocolException extends RefereeClientException {
    ProtocolException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** A message came for which this program has no generated class. */
  public static final class UnknownMessageException extends ProtocolException {
    private final String name;

    UnknownMessageException(String name) {
      super(
          ("no generated class for the message '%s': build the stubs with the game's .proto file,"
                  + " or name the game's own class to run")
              .formatted(name),
          null);
      this.name = name;
    }

    /** Full name of the message, such as {@code gamereferee.games.diceman.v1.Observation}. */
    public String name() {
      return name;
    }
  }

  /** A seat can't be played (any longer) by this process. */
  public abstract static sealed class SeatException extends RefereeClientException {
    private SeatException(String message) {
      super(message, null);
    }
  }

  /** The referee refused a seat's token. */
  public static final class JoinException extends SeatException {
    private final String reason;

    JoinException(String reason, String text, String token) {
      super(
          "the referee refused the token %s: %s: %s".formatted(Ticket.shown(token), reason, text));
      this.reason = reason;
    }

    /** Name of the ErrorReason without its prefix, such as {@code BAD_TOKEN}. */
    public String reason() {
      return reason;
    }
  }

  /** Another process presented the seat's token and plays it now. */
  public static final class TakenOverException extends SeatException {
    TakenOverException(String where, String text) {
      super(where + ": " + (text.isEmpty() ? "another process plays it now" : text));
    }
  }

  /** The seat is one of another game than the bot plays. It was resigned. */
  public static final class WrongGameException extends SeatException {
    WrongGameException(String where, String plays, String game) {
      super("%s: this bot plays '%s', and the seat is one of '%s'".formatted(where, plays, game));
    }
  }

  /**
   * The bot's own code threw, which is the cause then, or answered with what is no action, or with
   * what the referee has refused.
   */
  public static final class BotException extends RefereeClientException {
    private final String where;
    private final String story;

    BotException(String where, String story, Throwable cause) {
      super(where + ": the bot's own code failed: " + story, cause);
      this.where = where;
      this.story = story;
    }

    /** Match, seat, turn, and what failed, in a line. */
    String place() {
      return where + ": " + story.lines().findFirst().orElse("");
    }
  }
}
