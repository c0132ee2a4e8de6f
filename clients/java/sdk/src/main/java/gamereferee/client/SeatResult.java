package gamereferee.client;

/**
 * What a match came to for one seat.
 *
 * @param seat the seat, from 0
 * @param placement rank from 1; ties share a rank; 0 in a void match
 * @param score points by the rulebook
 * @param strikes deadlines missed
 * @param forfeit why the seat was taken out, such as {@code TIME}; null if it was not
 */
public record SeatResult(int seat, int placement, long score, int strikes, String forfeit) {
  static SeatResult of(gamereferee.v1.MatchOuterClass.SeatResult result) {
    int forfeit = result.getForfeitValue();
    return new SeatResult(
        result.getSeat(),
        result.getPlacement(),
        result.getScore(),
        result.getStrikes(),
        forfeit == 0 ? null : Messages.enumName(result.getForfeit(), forfeit, "FORFEIT_CAUSE_"));
  }
}
