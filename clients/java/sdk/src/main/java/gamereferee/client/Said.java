package gamereferee.client;

import java.util.List;

/**
 * Something that a seat said.
 *
 * @param channel name of the channel
 * @param number which of the game's channels of that name it was
 * @param seat who said it
 * @param text what it said
 * @param round the rulebook's round in which it was said; 0 in games without rounds
 * @param phase name of the rulebook's phase in which it was said
 */
public record Said(String channel, int number, int seat, String text, int round, String phase) {
  static List<Said> of(List<gamereferee.v1.PlayServiceOuterClass.Said> messages) {
    return messages.stream()
        .map(
            said ->
                new Said(
                    said.getChannel(),
                    said.getNumber(),
                    said.getSeat(),
                    said.getText(),
                    said.getRound(),
                    said.getPhase()))
        .toList();
  }
}
