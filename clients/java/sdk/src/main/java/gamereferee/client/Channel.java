package gamereferee.client;

import java.util.List;

/**
 * Where some seats hear what any of them says.
 *
 * @param name by which a seat speaks in it; it is in at most one of each name
 * @param number which of the game's channels of that name it is
 * @param members seats that hear it, ascending
 */
public record Channel(String name, int number, List<Integer> members) {
  static Channel of(gamereferee.v1.PlayServiceOuterClass.Channel channel) {
    return new Channel(
        channel.getName(), channel.getNumber(), List.copyOf(channel.getMembersList()));
  }
}
