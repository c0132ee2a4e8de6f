package gamereferee.client;

/**
 * A deadline passed unanswered; the rulebook's default action was played.
 *
 * @param match the match
 * @param turn the turn that went unanswered
 * @param strikes deadlines this seat has missed so far
 * @param strikesLimit missed deadlines that forfeit the seat; 0 means that no number does
 * @param forfeited whether this one forfeited it: no more turns will come
 * @param givenUp whether the turn was given up, as when the bot's own code fails, instead of missed
 */
public record Missed(
    Match match, int turn, int strikes, int strikesLimit, boolean forfeited, boolean givenUp) {}
