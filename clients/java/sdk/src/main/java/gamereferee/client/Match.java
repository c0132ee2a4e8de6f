package gamereferee.client;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import gamereferee.v1.TimeControlOuterClass.TimeControl;
import java.time.Duration;

/**
 * A match as one of its seats knows it from the start.
 *
 * @param matchId identifies the match on its referee
 * @param seat this bot's seat, from 0
 * @param game identifier of the game, such as {@code diceman}
 * @param gameVersion the game's behaviour version, from 1
 * @param config the game's Config message, with every default filled in; null if it has none
 * @param numSeats number of seats in the match, from 1
 * @param timeControl the terms in force
 * @param seedCommitment SHA-256 of server seed and salt, 32 bytes; checked by the SDK at the end
 * @param roundTrip what the referee measured before play; null if nothing was measured
 */
public record Match(
    String matchId,
    int seat,
    String game,
    int gameVersion,
    Message config,
    int numSeats,
    TimeControl timeControl,
    ByteString seedCommitment,
    Duration roundTrip) {

  /** The game's Config message in its own class, such as {@code match.config(Config.class)}. */
  public <C extends Message> C config(Class<C> type) {
    return type.cast(config);
  }

  Match withRoundTrip(Duration measured) {
    return new Match(
        matchId, seat, game, gameVersion, config, numSeats, timeControl, seedCommitment, measured);
  }
}
