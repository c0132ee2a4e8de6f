package gamereferee.client;

import com.google.protobuf.Message;
import java.util.List;

/** A decision a seat has to make. Clock, events and chat are read from the wire when asked for. */
public final class Turn {
  private final Match match;
  private final Message observation;
  private final gamereferee.v1.PlayServiceOuterClass.Turn message;
  private final Link link;

  /** What a turn needs of the conversation that it came from. */
  interface Link {
    /** Says something; returns its number. */
    long say(String channel, String text);

    /** Whether an answer still counts. */
    boolean isOpen();
  }

  Turn(
      Match match,
      Message observation,
      gamereferee.v1.PlayServiceOuterClass.Turn message,
      Link link) {
    this.match = match;
    this.observation = observation;
    this.message = message;
    this.link = link;
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

  /**
   * Whether an answer still counts, as far as this process knows: not once the turn is answered or
   * its deadline is known to have passed, a newer turn has come, or the match is over for this
   * seat. Any thread may ask; a bot that thinks for long should, now and then.
   */
  public boolean isOpen() {
    return link.isOpen();
  }

  /** The seat's clock when the turn was written. */
  public Clock clock() {
    return Clock.of(message.getClock());
  }

  /**
   * What happened since this seat was last asked.
   *
   * @param type the game's Events class
   * @return the events; null if nothing happened
   */
  public <E extends Message> E events(Class<E> type) {
    return message.hasEvents() ? type.cast(Messages.unpack(message.getEvents())) : null;
  }

  /**
   * What was said where this seat could hear it since it was last asked, its own messages included.
   */
  public List<Said> said() {
    return Said.of(message.getSaidList());
  }

  /** Where this seat may say something until its next turn; none in games without chat. */
  public List<Channel> channels() {
    return message.getChannelsList().stream().map(Channel::of).toList();
  }

  /**
   * Says something; the others hear it with their next turns.
   *
   * <p>Any thread may call it until this seat's next turn: before the answer, with it, or while
   * others still think. It goes out without waiting for the answer and at most once: what a stream
   * has lost by breaking is not said again.
   *
   * @param channel name of one of {@link #channels}
   * @param text without control characters; the game's config rules how long it may be, and how
   *     many messages a turn may have
   * @return number of the message; a {@link Rejection} that answers it has the same
   */
  public long say(String channel, String text) {
    return link.say(channel, text);
  }

  @Override
  public String toString() {
    return "Turn[matchId=%s, seat=%d, number=%d]".formatted(matchId(), seat(), number());
  }
}
