package gamereferee.client;

import com.google.protobuf.ByteString;
import gamereferee.v1.PlayServiceOuterClass.Join;
import java.security.SecureRandom;
import java.util.function.Supplier;

/** A token that was given to this process, until its seat's match has ended. */
final class Ticket {
  private static final String CLIENT = "java/0.1.0";
  private static final SecureRandom RANDOM = new SecureRandom();

  /** Number of the join. */
  final long number;

  /** The secret. */
  final String token;

  /** Makes the bot once the seat is joined. */
  final Supplier<? extends Bot<?, ?>> maker;

  /** The seat, once joined; null before. */
  Seat seat;

  /** What this process adds to the match seed. */
  final ByteString nonce;

  Ticket(long number, String token, Supplier<? extends Bot<?, ?>> maker) {
    this.number = number;
    this.token = token;
    this.maker = maker;
    byte[] drawn = new byte[Fairness.NONCE_BYTES];
    RANDOM.nextBytes(drawn);
    nonce = ByteString.copyFrom(drawn);
  }

  /** The message that presents it. */
  Join join(String botName) {
    return Join.newBuilder()
        .setToken(token)
        .addFeatures(Fairness.NONCE_COMMITMENTS)
        .setNonceCommitment(Fairness.commitment(nonce))
        .setBotName(botName)
        .setClient(CLIENT)
        .setNumber(number)
        .build();
  }
}
