package gamereferee.client;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.Message;
import gamereferee.v1.PlayServiceOuterClass.Action;
import gamereferee.v1.PlayServiceOuterClass.Join;
import gamereferee.v1.PlayServiceOuterClass.OpenNonce;
import gamereferee.v1.PlayServiceOuterClass.Ping;
import gamereferee.v1.PlayServiceOuterClass.PlayRequest;
import gamereferee.v1.PlayServiceOuterClass.Pong;
import gamereferee.v1.PlayServiceOuterClass.Resign;
import gamereferee.v1.PlayServiceOuterClass.Say;
import gamereferee.v1.PlayServiceOuterClass.Skip;
import gamereferee.v1.PlayServiceOuterClass.SmallAction;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/** What is to be said next, gathered into as few messages as their size allows. */
final class Outbox {
  /** Most bytes of a request: referees end a stream with a larger one. */
  static final int MAX_REQUEST_BYTES = 1 << 20;

  /** Tokens to present: first, as the referee takes all else for seats that have joined only. */
  private final Deque<Part> joins = new ArrayDeque<>();

  /** What bots have said and no stream has been given, in order. */
  private final Deque<Part> says = new ArrayDeque<>();

  /** Everything else, in order. */
  private final Deque<Part> parts = new ArrayDeque<>();

  /**
   * One field's value in a request.
   *
   * @param message the value
   * @param bytes what it adds to the request
   * @param put puts it there
   */
  private record Part(Message message, int bytes, Consumer<PlayRequest.Builder> put) {
    static <M extends Message> Part of(
        M message, BiFunction<PlayRequest.Builder, M, PlayRequest.Builder> put) {
      // All fields of a request have numbers below 16: their tag takes one byte.
      int bytes = 1 + CodedOutputStream.computeMessageSizeNoTag(message);
      return new Part(message, bytes, request -> put.apply(request, message));
    }

    /** Whose it is, if it is something that nobody will repeat; else null. */
    Seat.Key unrepeated() {
      if (message instanceof Say say) {
        return new Seat.Key(say.getMatchId(), say.getSeat());
      }
      return message instanceof Resign resign
          ? new Seat.Key(resign.getMatchId(), resign.getSeat())
          : null;
    }
  }

  /**
   * What there is to say now, in one message of at most {@link #MAX_REQUEST_BYTES}; null if there
   * is nothing. Take again until there is nothing: what is more is in the next one.
   */
  PlayRequest take() {
    if (next() == null) {
      return null;
    }
    PlayRequest.Builder request = PlayRequest.newBuilder();
    int bytes = 0;
    for (Deque<Part> queue = next(); queue != null; queue = next()) {
      bytes += queue.peek().bytes;
      if (bytes > MAX_REQUEST_BYTES && bytes > queue.peek().bytes) {
        break;
      }
      queue.remove().put.accept(request);
    }
    return request.build();
  }

  /** The first queue that has something; what was said goes out before the answer, or with it. */
  private Deque<Part> next() {
    if (!joins.isEmpty()) {
      return joins;
    }
    if (!says.isEmpty()) {
      return says;
    }
    return parts.isEmpty() ? null : parts;
  }

  /**
   * Forgets what a broken stream was to say, except resignations and what bots have said, which
   * nobody will repeat.
   */
  void restart() {
    joins.clear();
    parts.removeIf(part -> part.unrepeated() == null);
  }

  /**
   * Hands on what nobody will repeat, to be said on another line: resignations and what bots have
   * said.
   *
   * @param seat whose; null for all
   */
  void moveTo(Outbox other, Seat.Key seat) {
    move(says, other.says, seat);
    move(parts, other.parts, seat);
  }

  private static void move(Deque<Part> from, Deque<Part> to, Seat.Key seat) {
    for (Part part : List.copyOf(from)) {
      Seat.Key own = part.unrepeated();
      if (own != null && (seat == null || seat.equals(own))) {
        from.remove(part);
        to.add(part);
      }
    }
  }

  void join(Join join) {
    joins.add(Part.of(join, PlayRequest.Builder::addJoins));
  }

  void open(OpenNonce opening) {
    parts.add(Part.of(opening, PlayRequest.Builder::addOpenings));
  }

  void resign(Seat.Key seat) {
    Resign resign = Resign.newBuilder().setMatchId(seat.matchId()).setSeat(seat.seat()).build();
    parts.add(Part.of(resign, PlayRequest.Builder::addResigns));
  }

  /** Takes what a bot says; returns whether it fits a request. */
  boolean say(Say say) {
    Part part = Part.of(say, PlayRequest.Builder::addSays);
    if (part.bytes > MAX_REQUEST_BYTES) {
      return false;
    }
    says.add(part);
    return true;
  }

  /** Takes back what a seat has said and no stream has been given. */
  void unsay(Seat.Key seat) {
    says.removeIf(part -> seat.equals(part.unrepeated()));
  }

  void ping() {
    Ping ping = Ping.newBuilder().setNumber(1).build();
    parts.add(Part.of(ping, PlayRequest.Builder::setPing));
  }

  void pong(long number) {
    parts.add(Part.of(Pong.newBuilder().setNumber(number).build(), PlayRequest.Builder::addPongs));
  }

  /** Answers the last turn that the seat has closed: by its action, or by giving the turn up. */
  void answer(Seat seat) {
    if (seat.action != null) {
      act(seat.action, seat.form);
      return;
    }
    Skip skip =
        Skip.newBuilder()
            .setMatchId(seat.key.matchId())
            .setSeat(seat.key.seat())
            .setTurn(seat.answered)
            .build();
    parts.add(Part.of(skip, PlayRequest.Builder::addSkips));
  }

  /** Answers a turn, in short if there is a form for that. */
  void act(Action action, ShortForm form) {
    SmallAction small = form == null ? null : form.action(action);
    if (small != null) {
      parts.add(Part.of(small, PlayRequest.Builder::addSmallActions));
    } else {
      parts.add(Part.of(action, PlayRequest.Builder::addActions));
    }
  }
}
