package gamereferee.client;

import com.google.protobuf.ByteString;
import gamereferee.v1.MatchOuterClass.SeedReveal;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Checks that the dice of a match were not chosen against a seat.
 *
 * <p>The referee commits itself before the first turn and lays the dice open after the end; see the
 * comments of {@code SeedReveal}. This class knows that arithmetic and nothing else.
 */
final class Fairness {
  /** Bytes of a nonce. */
  static final int NONCE_BYTES = 16;

  private static final ByteString NO_NONCE = ByteString.copyFrom(new byte[NONCE_BYTES]);

  private Fairness() {}

  /**
   * What is wrong with a reveal, in a sentence; empty if it holds.
   *
   * @param reveal what the referee laid open
   * @param commitment the 32 bytes it committed itself to when the seat was joined
   * @param seat the seat that checks, from 0
   * @param nonce the nonce this seat sent; null if another process joined it first
   */
  static Optional<String> problem(
      SeedReveal reveal, ByteString commitment, int seat, ByteString nonce) {
    if (!sha256(reveal.getServerSeed().concat(reveal.getSalt())).equals(commitment)) {
      return Optional.of("the revealed server seed and salt do not give the commitment");
    }
    if (reveal.getFixed()) {
      boolean isCommitted = reveal.getServerSeed().equals(bigEndian(reveal.getMatchSeed()));
      return isCommitted
          ? Optional.empty()
          : Optional.of("the fixed match seed is not the committed one");
    }
    if (nonce != null
        && (seat >= reveal.getNoncesCount() || !reveal.getNonces(seat).equals(nonce))) {
      return Optional.of("the nonce of this seat was not used");
    }
    ByteString nonces =
        reveal.getNoncesList().stream()
            .map(sent -> sent.isEmpty() ? NO_NONCE : sent)
            .reduce(ByteString.EMPTY, ByteString::concat);
    ByteString digest = hmacSha256(reveal.getServerSeed(), nonces);
    if (!digest.substring(0, Long.BYTES).equals(bigEndian(reveal.getMatchSeed()))) {
      return Optional.of("the match seed does not follow from server seed and nonces");
    }
    return Optional.empty();
  }

  private static ByteString bigEndian(long number) {
    return ByteString.copyFrom(ByteBuffer.allocate(Long.BYTES).putLong(number).flip());
  }

  private static ByteString sha256(ByteString data) {
    try {
      return ByteString.copyFrom(MessageDigest.getInstance("SHA-256").digest(data.toByteArray()));
    } catch (GeneralSecurityException error) {
      throw new IllegalStateException("every Java has SHA-256", error);
    }
  }

  private static ByteString hmacSha256(ByteString key, ByteString data) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      // A key may not be empty here; one zero byte is padded to the same block.
      byte[] bytes = key.isEmpty() ? new byte[1] : key.toByteArray();
      mac.init(new SecretKeySpec(bytes, "HmacSHA256"));
      return ByteString.copyFrom(mac.doFinal(data.toByteArray()));
    } catch (GeneralSecurityException error) {
      throw new IllegalStateException("every Java has HMAC-SHA-256", error);
    }
  }
}
