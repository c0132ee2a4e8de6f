package gamereferee.client;

import gamereferee.v1.MatchOuterClass.SeedReveal;
import gamereferee.v1.PlayServiceOuterClass.MatchEnded;
import java.util.List;
import java.util.Set;

/**
 * How a match ended, or how it ended for a seat that the rules have put out.
 *
 * @param cause name of the EndCause without its prefix, such as {@code RULES}
 * @param text the same in a sentence
 * @param seats one result a seat, in seat order; if the match goes on, only the own one is filled
 * @param reveal the dice laid open; null if the referee sent none
 * @param goesOn whether the match goes on without this seat; its own result is final unless {@code
 *     outRound} is set
 * @param outRound the round in which the seat went out, where its place stays open until the match
 *     is over; else 0
 * @param firstPlace the first of the places that those who went out with it share by who is in
 *     longer
 * @param lastPlace the last of them
 * @param said what was said where this seat could hear it since its last turn
 */
public record Outcome(
    String cause,
    String text,
    List<SeatResult> seats,
    SeedReveal reveal,
    boolean goesOn,
    int outRound,
    int firstPlace,
    int lastPlace,
    List<Said> said) {
  private static final Set<String> RATED = Set.of("RULES", "BOT_TIME", "BOT_ERROR", "FORFEIT");

  /** Whether the match has no placements and touches no rating. */
  public boolean isVoid() {
    return !RATED.contains(cause);
  }

  static Outcome of(MatchEnded ended) {
    var outcome = ended.getOutcome();
    return new Outcome(
        Messages.enumName(outcome.getCause(), outcome.getCauseValue(), "END_CAUSE_"),
        outcome.getText(),
        outcome.getSeatsList().stream().map(SeatResult::of).toList(),
        ended.hasReveal() ? ended.getReveal() : null,
        ended.getGoesOn(),
        ended.getOutRound(),
        ended.getFirstPlace(),
        ended.getLastPlace(),
        Said.of(ended.getSaidList()));
  }

  /** The outcome for one seat in a line. */
  String summary(int seat) {
    if (isVoid()) {
      return "void, %s: %s".formatted(cause, text);
    }
    String place =
        seats.stream()
            .filter(result -> result.seat() == seat)
            .map(own -> "placement %d, score %d, ".formatted(own.placement(), own.score()))
            .findFirst()
            .orElse("");
    return "%s%s: %s".formatted(place, cause, text);
  }
}
