package gamereferee.client;

import com.google.protobuf.ByteString;
import gamereferee.v1.MatchOuterClass.NonceState;
import gamereferee.v1.MatchOuterClass.SeatNonce;
import gamereferee.v1.MatchOuterClass.SeedReveal;
import gamereferee.v1.PlayServiceOuterClass.SeatWitness;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Checks that the dice of a match were not chosen against a seat.
 *
 * <p>The referee commits itself to its seed before play, and the seats to their nonces before any
 * is shown; all is laid open before the match begins or after its end. See the comments of {@code
 * SeedReveal}, {@code NonceCommitments} and {@code MatchStarted}. This class knows that arithmetic
 * and nothing else.
 */
public final class Fairness {
  /** Bytes of a nonce. */
  static final int NONCE_BYTES = 16;

  /** Feature of seats that commit themselves to their nonces before any is shown. */
  static final String NONCE_COMMITMENTS = "nonce-commitments";

  private static final int COMMITMENT_BYTES = 32;
  private static final int SALT_BYTES = 32;
  private static final int SEED_BYTES = 32;

  /** Bytes of a server seed that is a fixed match seed. */
  private static final int FIXED_SEED_BYTES = 8;

  private static final ByteString NO_NONCE = ByteString.copyFrom(new byte[NONCE_BYTES]);

  private Fairness() {}

  /**
   * What is wrong with a reveal by itself, in a sentence; empty if it holds.
   *
   * @param reveal what the referee laid open
   * @param commitment the 32 bytes it committed itself to when the seat was joined
   * @param seat the seat that checks, from 0
   * @param nonce the nonce this seat told; null if it told none, or another process's counts
   */
  static Optional<String> problem(
      SeedReveal reveal, ByteString commitment, int seat, ByteString nonce) {
    int length = reveal.getFixed() ? FIXED_SEED_BYTES : SEED_BYTES;
    if (reveal.getSalt().size() != SALT_BYTES || reveal.getServerSeed().size() != length) {
      return Optional.of("the revealed server seed or salt has a wrong length");
    }
    if (!sha256(reveal.getServerSeed().concat(reveal.getSalt())).equals(commitment)) {
      return Optional.of("the revealed server seed and salt do not give the commitment");
    }
    if (reveal.getFixed()) {
      boolean isCommitted = reveal.getServerSeed().equals(bigEndian(reveal.getMatchSeed()));
      return isCommitted
          ? Optional.empty()
          : Optional.of("the fixed match seed is not the committed one");
    }
    if (reveal.getNoncesList().stream()
        .anyMatch(sent -> !sent.isEmpty() && sent.size() != NONCE_BYTES)) {
      return Optional.of("a revealed nonce has a wrong length");
    }
    if (nonce != null
        && (seat < 0 || seat >= reveal.getNoncesCount() || !reveal.getNonces(seat).equals(nonce))) {
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

  /**
   * What is wrong with the nonces that a seat was told at the start, in a sentence; empty if
   * nothing is.
   *
   * @param witness what the seat was told up to its {@code MatchStarted}
   */
  public static Optional<String> startProblem(SeatWitness witness) {
    List<SeatNonce> nonces = witness.getStarted().getNoncesList();
    int seat = witness.getJoined().getSeat();
    boolean isPromised =
        witness.hasStarted() && witness.getJoined().getFeaturesList().contains(NONCE_COMMITMENTS);
    if (nonces.isEmpty() && !isPromised) {
      return Optional.empty(); // the referee tells nothing of nonces: nothing to hold it to
    }
    if (nonces.size() != witness.getJoined().getNumSeats() || seat < 0 || seat >= nonces.size()) {
      return Optional.of("the start does not tell one nonce a seat");
    }
    if (!nonces.stream().allMatch(Fairness::isWellFormed)) {
      return Optional.of("a seat's nonce does not fit its state");
    }
    if (nonces.stream()
        .anyMatch(n -> isOpened(n) && !commitment(n.getNonce()).equals(n.getCommitment()))) {
      return Optional.of("a seat's nonce is not the one it had committed itself to");
    }
    List<SeatNonce> asShown = nonces.stream().map(Fairness::asShown).toList();
    if (witness.hasCommitments() && !asShown.equals(witness.getCommitments().getNoncesList())) {
      return Optional.of("the nonces told at the start are not those that had been committed to");
    }
    if (witness.getStarted().getNoncesCommitted()
        && nonces.stream().anyMatch(n -> n.getState() == NonceState.NONCE_STATE_PLAIN)) {
      return Optional.of("the start says that all nonces were committed to, and one was not");
    }
    SeatNonce own = nonces.get(seat);
    if (witness.getNonce().isEmpty() || own.getState() == NonceState.NONCE_STATE_NONE) {
      return Optional.empty();
    }
    if (!own.getCommitment().equals(commitment(witness.getNonce()))) {
      return Optional.of("the commitment of this seat is not the one it sent");
    }
    if (witness.getNonceTold() && !own.getNonce().equals(witness.getNonce())) {
      return Optional.of("the nonce of this seat was not used");
    }
    return Optional.empty();
  }

  /**
   * What is wrong with a reveal for a seat that was told this, in a sentence; empty if it holds.
   *
   * <p>This is the check of a reveal at the end of a match, and of one that was withheld and comes
   * later.
   *
   * @param witness what the seat was told before play, and what it did
   * @param reveal what the referee laid open
   */
  public static Optional<String> witnessProblem(SeatWitness witness, SeedReveal reveal) {
    Optional<String> problem = startProblem(witness);
    if (problem.isPresent()) {
      return problem;
    }
    List<SeatNonce> nonces = witness.getStarted().getNoncesList();
    if (!nonces.isEmpty() && reveal.getFixed() != witness.getStarted().getSeedFixed()) {
      return Optional.of("the reveal and the start disagree whether the seed is fixed");
    }
    if (!reveal.getFixed() && reveal.getNoncesCount() != witness.getJoined().getNumSeats()) {
      return Optional.of("the reveal does not tell one nonce a seat");
    }
    if (!nonces.isEmpty()) {
      List<ByteString> told = nonces.stream().map(SeatNonce::getNonce).toList();
      List<ByteString> promised = nonces.stream().map(SeatNonce::getCommitment).toList();
      if (promised.stream().allMatch(ByteString::isEmpty)) {
        promised = List.of();
      }
      if (!told.equals(reveal.getNoncesList())) {
        return Optional.of("the revealed nonces are not those told at the start");
      }
      if (!promised.equals(reveal.getNonceCommitmentsList())) {
        return Optional.of("the revealed commitments are not those told at the start");
      }
    }
    ByteString nonce = witness.getNonceTold() ? witness.getNonce() : null;
    return problem(
        reveal, witness.getJoined().getSeedCommitment(), witness.getJoined().getSeat(), nonce);
  }

  /** What a seat commits itself to before it tells its nonce: its SHA-256. */
  static ByteString commitment(ByteString nonce) {
    return sha256(nonce);
  }

  private static boolean isOpened(SeatNonce nonce) {
    return nonce.getState() == NonceState.NONCE_STATE_OPENED;
  }

  private static boolean isWellFormed(SeatNonce nonce) {
    int promised = nonce.getCommitment().size();
    int told = nonce.getNonce().size();
    return switch (nonce.getState()) {
      case NONCE_STATE_NONE -> promised == 0 && told == 0;
      case NONCE_STATE_PLAIN -> promised == 0 && told == NONCE_BYTES;
      case NONCE_STATE_COMMITTED -> promised == COMMITMENT_BYTES && told == 0;
      case NONCE_STATE_OPENED -> promised == COMMITMENT_BYTES && told == NONCE_BYTES;
      default -> false;
    };
  }

  /** What was shown of a nonce before any was opened. */
  private static SeatNonce asShown(SeatNonce nonce) {
    return isOpened(nonce)
        ? nonce.toBuilder().setState(NonceState.NONCE_STATE_COMMITTED).clearNonce().build()
        : nonce;
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
