package gamereferee.client;

/**
 * Something the referee did not take. The match goes on.
 *
 * @param match the match it is about
 * @param turn the turn it is about; 0 if about none
 * @param reason name of the ErrorReason without its prefix, such as {@code LATE}
 * @param text why, for people
 * @param sayNumber number of the message it answers, as {@link Turn#say} gave it; 0 if it answers
 *     none
 */
public record Rejection(Match match, int turn, String reason, String text, long sayNumber) {}
