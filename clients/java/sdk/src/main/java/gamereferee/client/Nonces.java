package gamereferee.client;

import com.google.protobuf.ByteString;
import gamereferee.v1.PlayServiceOuterClass.MatchStarted;
import gamereferee.v1.PlayServiceOuterClass.NonceCommitments;
import gamereferee.v1.PlayServiceOuterClass.OpenNonce;
import gamereferee.v1.PlayServiceOuterClass.SeatWitness;
import java.util.Optional;
import java.util.logging.Logger;

/**
 * Opens a seat's nonce at the right time, and checks at the start what was done with it.
 *
 * <p>Writes down in the seat's witness what it sees. {@link Conversation} calls it under its lock.
 */
final class Nonces {
  private static final Logger LOG = Logger.getLogger("referee_client");

  private Nonces() {}

  /**
   * What opens the seat's nonce, now that all seats have committed themselves to theirs; empty if
   * it has none of its own to open.
   */
  static Optional<OpenNonce> opening(Seat seat, NonceCommitments shown) {
    if (shown.getSeat() < 0 || shown.getSeat() >= shown.getNoncesCount()) {
      return Optional.empty();
    }
    SeatWitness.Builder witness = seat.witness;
    ByteString own = shown.getNonces(shown.getSeat()).getCommitment();
    OpenNonce.Builder opening =
        OpenNonce.newBuilder().setMatchId(shown.getMatchId()).setSeat(shown.getSeat());
    if (witness.hasCommitments() && !witness.getCommitments().equals(shown)) {
      String problem = "other commitments than were shown before";
      LOG.severe(seat.where() + ": unfair nonces: " + problem);
    } else if (own.equals(Fairness.commitment(seat.ticket.nonce))) {
      witness.setCommitments(shown).setNonce(seat.ticket.nonce).setNonceTold(true);
      opening.setNonce(seat.ticket.nonce);
    } else if (own.isEmpty()) {
      return Optional.empty(); // it joined too late to add a nonce
    } else if (!witness.getNonce().isEmpty()) {
      LOG.severe(seat.where() + ": unfair nonces: not this seat's own commitment");
    } else {
      LOG.info(seat.where() + ": another process has drawn this seat's nonce");
    }
    return Optional.of(opening.build());
  }

  /** Remembers how the match began, and checks that no nonce was changed or chosen late. */
  static void checkStart(Seat seat, MatchStarted started) {
    SeatWitness.Builder witness = seat.witness;
    if (witness.hasStarted()) {
      if (!witness.getStarted().getNoncesList().equals(started.getNoncesList())) {
        LOG.severe(seat.where() + ": unfair nonces: other ones than at the start");
      }
      return;
    }
    if (isOpened(witness, started)) {
      witness.setNonceTold(true); // on whichever stream: the seat may have gone to another since
    }
    Optional<String> problem = Fairness.startProblem(witness.setStarted(started).build());
    if (problem.isPresent()) {
      LOG.severe(seat.where() + ": unfair nonces: " + problem.get());
    } else if (!witness.getNonce().isEmpty() && !witness.getNonceTold()) {
      LOG.warning(seat.where() + ": this seat's nonce was not opened in time");
    } else if (started.getNoncesCount() == 0) {
      LOG.info(seat.where() + ": nonces not committed: the referee knows nothing of it");
    } else if (!started.getNoncesCommitted()) {
      LOG.info(seat.where() + ": nonces not committed: not all seats have done so");
    } else if (witness.getNonce().isEmpty()) {
      LOG.warning(seat.where() + ": this seat's nonce is another process's to check");
    }
  }

  /** Whether the match began with the nonce that this process has drawn for the seat. */
  private static boolean isOpened(SeatWitness.Builder witness, MatchStarted started) {
    int seat = witness.getJoined().getSeat();
    return !witness.getNonce().isEmpty()
        && 0 <= seat
        && seat < started.getNoncesCount()
        && started.getNonces(seat).getNonce().equals(witness.getNonce());
  }
}
