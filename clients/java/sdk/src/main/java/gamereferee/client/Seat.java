package gamereferee.client;

import gamereferee.v1.Error.ErrorReason;
import gamereferee.v1.PlayServiceOuterClass.Action;
import gamereferee.v1.PlayServiceOuterClass.Joined;
import gamereferee.v1.PlayServiceOuterClass.Rejected;
import gamereferee.v1.PlayServiceOuterClass.SeatWitness;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.Executor;

/**
 * A seat that has been joined, until its match has ended: how far it is with its turns.
 *
 * <p>Plain state; {@link Conversation} changes it under its lock.
 */
final class Seat implements Calls.Called {
  /** Reasons of rejections that leave the turn open. */
  private static final Set<ErrorReason> REFUSALS =
      EnumSet.of(ErrorReason.ERROR_REASON_MALFORMED, ErrorReason.ERROR_REASON_WRONG_TYPE);

  /** The token it was joined with. */
  final Ticket ticket;

  /** What the referee said of it. */
  final Joined joined;

  /** What it was told before play, and what it did. */
  final SeatWitness.Builder witness = SeatWitness.newBuilder();

  /** Which seat of which match it is. */
  final Key key;

  /** Where its bot is called, one call after the other. */
  final Executor lane;

  /** Its bot. */
  final SeatBot bot;

  /** Whether the bot has been told of the match's start. */
  boolean isStarted;

  /** Number of the newest turn that has come; 0 if none has. */
  int latest;

  /** Number of the turn that is being thought about; 0 if none is. */
  int open;

  /** Number of the last turn that was answered or given up. */
  int answered;

  /** The answer to that turn; null if it was given up. */
  Action action;

  /** How its turns come in short on its line; null if they come at length. */
  ShortForm form;

  /** Number of the last turn whose answer the referee has refused; 0 if none. */
  int refused;

  /** Number of the last turn whose deadline has passed, or that was given up; 0 if none. */
  int missed;

  /** Whether the stream broke and no turn has come on the new one: answers wait for that. */
  boolean isAway;

  Seat(Conversation conversation, Ticket ticket, Joined joined, Executor lane) {
    this.ticket = ticket;
    this.joined = joined;
    witness.setJoined(joined);
    if (joined.getFeaturesList().contains(Fairness.NONCE_COMMITMENTS) && !joined.getRejoined()) {
      witness.setNonce(ticket.nonce); // else that of whoever joined it first counts
    }
    this.key = new Key(joined.getMatchId(), joined.getSeat());
    this.lane = lane;
    this.bot = new SeatBot(conversation, this);
  }

  /** Which seat of which match. */
  record Key(String matchId, int seat) {}

  /** Where it is played, or is to be. */
  Line line() {
    return ticket.line;
  }

  /**
   * Whether a rejection is about an earlier stay on a line. There this process has taken the seat
   * over by another line; what ends the present stay comes after the answer to its join. An answer
   * that was too late for the earlier stay is given again where its turn comes again.
   */
  boolean isPast(Rejected rejected, Line line) {
    boolean isElsewhere = line() != line;
    return rejected.getReason() == ErrorReason.ERROR_REASON_TAKEN_OVER
        ? isElsewhere || ticket.isWaiting
        : isElsewhere && rejected.getSayNumber() == 0;
  }

  /** Whether a rejection leaves the latest turn open that this process has answered. */
  boolean isAnswerRefused(Rejected rejected) {
    int turn = rejected.getTurn();
    return REFUSALS.contains(rejected.getReason())
        && rejected.getSayNumber() == 0
        && open == 0 // else a newer turn is being thought about, or this one once more
        && action != null
        && turn == answered
        && turn > missed;
  }

  @Override
  public boolean isEnding() {
    return bot.isEnding();
  }

  /** Match and seat, for logs and errors. */
  String where() {
    return "match " + key.matchId + " seat " + key.seat; // digits as in every language
  }

  /** Match, seat and, unless it is 0, turn. */
  String where(int turn) {
    return turn == 0 ? where() : where() + " turn " + turn;
  }
}
