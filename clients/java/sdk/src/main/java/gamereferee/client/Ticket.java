package gamereferee.client;

import com.google.protobuf.ByteString;
import gamereferee.v1.PlayServiceOuterClass.Join;
import java.security.SecureRandom;
import java.util.List;

/** A token that was given to this process, until its seat's match has ended. */
final class Ticket {
  private static final String CLIENT = "java/0.3.0";
  private static final SecureRandom RANDOM = new SecureRandom();

  /** Most characters of a token in a log or an error. */
  private static final int SHOWN = 4;

  /** Number of the join. */
  final long number;

  /** The secret. */
  final String token;

  /** Makes the bot once the seat is joined. */
  final BotMaker maker;

  /** What its joins ask for. */
  final List<String> features;

  /** The seat, once joined; null before. */
  Seat seat;

  /** Where the token was presented last. */
  Line line;

  /** Whether that has not been answered yet. */
  boolean isWaiting = true;

  /** Address of the worker that has the match, as named at home; empty if none was. */
  String worker = "";

  /** Whether a worker has refused the token: the seat is played at home for good. */
  boolean staysHome;

  /** What this process adds to the match seed. */
  final ByteString nonce;

  Ticket(long number, String token, BotMaker maker, List<String> features, Line line) {
    this.number = number;
    this.token = token;
    this.maker = maker;
    this.features = features;
    this.line = line;
    byte[] drawn = new byte[Fairness.NONCE_BYTES];
    RANDOM.nextBytes(drawn);
    nonce = ByteString.copyFrom(drawn);
  }

  /** The beginning of a token, for logs and errors: never the whole secret. */
  static String shown(String token) {
    return token.substring(0, Math.min(SHOWN, token.length())) + "…";
  }

  /** The message that presents it. */
  Join join(String botName) {
    return Join.newBuilder()
        .setToken(token)
        .addAllFeatures(features)
        .setNonceCommitment(Fairness.commitment(nonce))
        .setBotName(botName)
        .setClient(CLIENT)
        .setNumber(number)
        .build();
  }
}
