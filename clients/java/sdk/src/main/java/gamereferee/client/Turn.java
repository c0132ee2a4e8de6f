package gamereferee.client;

import com.google.protobuf.Message;

/** A decision a seat has to make. Clock and events are read from the wire when asked for. */
public final class Turn {
  private final Match match;
  private final Message observation;
  private final gamereferee.v1.PlayServiceOuterClass.Turn message;

  Turn(Match match, Message observation, gamereferee.v1.PlayServiceOuterClass.Turn message) {
    this.match = match;
    this.observation = observation;
    this.message = message;
  }

  /** The match it belongs to. */
  public Match match() {
    return match;
  }

  /** Identifies the match. */
  public String matchId() {
    return match.matchId();
  }

  /** The seat that is asked, from 0. */
  public int seat() {
    return match.seat();
  }

  /** Number of this seat's decision in the match, from 1. */
  public int number() {
    return message.getTurn();
  }

  /** Name of the rulebook's phase. */
  public String phase() {
    return message.getPhase();
  }

  /** The game's Observation message. */
  public Message observation() {
    return observation;
  }

  /** The game's Config message in its own class, complete. */
  public <C extends Message> C config(Class<C> type) {
    return match.config(type);
  }

  /** The seat's clock when the turn was written. */
  public Clock clock() {
    return Clock.of(message.getClock());
  }

  /**
   * What happened since this seat's last turn.
   *
   * @param type the game's Events class
   * @return the events; null if nothing happened
   */
  public <E extends Message> E events(Class<E> type) {
    return message.hasEvents() ? type.cast(Messages.unpack(message.getEvents())) : null;
  }

  @Override
  public String toString() {
    return "Turn[matchId=%s, seat=%d, number=%d]".formatted(matchId(), seat(), number());
  }
}
