package gamereferee.client;

import java.util.HashMap;
import java.util.Map;

/**
 * What belongs to one stream of the process: what is to be said on it, and the handles of turns in
 * short that hold there alone.
 *
 * <p>One line leads home, to the address that the process was given, on one stream after the other.
 * Each other line leads to a worker of the referee, on one stream. Plain state; {@link
 * Conversation} changes it under its lock.
 */
final class Line {
  /** Address of the worker that it leads to; empty for the line home. */
  final String worker;

  /** What is to be said. */
  final Outbox outbox = new Outbox();

  /** How turns come in short, by their handles. */
  final Map<Integer, ShortForm> forms = new HashMap<>();

  /** Whether seats may be on it: from a worker something must have come back first. */
  volatile boolean isOpen;

  private Line(String worker) {
    this.worker = worker;
  }

  /** The line home. */
  static Line home() {
    Line line = new Line("");
    line.isOpen = true;
    return line;
  }

  /** A line to a worker; its first message is a ping with nothing else. */
  static Line to(String worker) {
    Line line = new Line(worker);
    line.outbox.ping();
    return line;
  }
}
