package gamereferee.client;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.logging.Logger;

/**
 * On which line each token is, and how seats go from one line to another.
 *
 * <p>A token is presented on another line only when its last join is answered, or that line's
 * stream has ended: of two joins on two streams nobody could say which came last. {@link
 * Conversation} calls it under its lock.
 */
final class Lines {
  /** Feature of a client that goes to the workers which have its matches. */
  static final String WORKER_ADDRESS = "worker-address";

  private static final Logger LOG = Logger.getLogger("referee_client");

  private final String name;
  private final Collection<Ticket> tickets;
  private final Consumer<String> wanted;
  private final Line home = Line.home();

  /** Lines to workers that have answered, by address. */
  private final Map<String, Line> workers = new HashMap<>();

  /**
   * Only the line home.
   *
   * @param name what the bot calls itself
   * @param tickets all tokens whose matches are not over, as they are at any time
   * @param wanted called with the address of a worker to which seats would go if there were a line
   */
  Lines(String name, Collection<Ticket> tickets, Consumer<String> wanted) {
    this.name = name;
    this.tickets = tickets;
    this.wanted = wanted;
  }

  /** What leads to the address that the process was given. */
  Line home() {
    return home;
  }

  /** Presents a token on the line where it is. */
  void present(Ticket ticket) {
    ticket.isWaiting = true;
    ticket.line.outbox.join(ticket.join(name));
  }

  /**
   * Begins on a new stream home: presents all tokens of it again.
   *
   * @param foreign those of seats that are resigned, which are presented too
   */
  void beginAtHome(Collection<Ticket> foreign) {
    home.outbox.restart();
    home.forms.clear(); // each stream gives handles of its own
    for (Collection<Ticket> all : List.of(tickets, foreign)) {
      for (Ticket ticket : all) {
        if (ticket.line == home) {
          leave(ticket);
          present(ticket);
        }
      }
    }
  }

  /** A worker has answered on its line: the seats at home whose matches it has go there. */
  void open(Line line) {
    line.isOpen = true;
    workers.put(line.worker, line);
    for (Ticket ticket : tickets) {
      if (!ticket.isWaiting && wants(ticket, line.worker)) {
        move(ticket, line);
      }
    }
  }

  /**
   * The stream to a worker has ended: its seats go home.
   *
   * @param foreign seats that are resigned; they go home, too, to be resigned there
   */
  void lose(Line line, Collection<Ticket> foreign) {
    workers.remove(line.worker, line);
    for (Collection<Ticket> all : List.of(tickets, foreign)) {
      for (Ticket ticket : all) {
        if (ticket.line == line) {
          move(ticket, home);
        }
      }
    }
    line.outbox.moveTo(home.outbox, null);
  }

  /** Whether a seat at home would go to a worker if there were a line. */
  boolean wants(String worker) {
    return tickets.stream().anyMatch(ticket -> wants(ticket, worker));
  }

  private boolean wants(Ticket ticket, String worker) {
    return ticket.line == home && !ticket.staysHome && ticket.worker.equals(worker);
  }

  /** A join was answered at home: the seat goes to its worker, or a line there is asked for. */
  void settle(Ticket ticket) {
    if (ticket.worker.isEmpty() || ticket.staysHome) {
      return;
    }
    Line there = workers.get(ticket.worker);
    if (there == null) {
      wanted.accept(ticket.worker);
    } else {
      move(ticket, there);
    }
  }

  /** A worker has refused a token: its seat goes home for good. */
  void sendHome(Ticket ticket) {
    ticket.staysHome = true;
    move(ticket, home);
  }

  /** Presents a token on another line; its open turn will come again there. */
  private void move(Ticket ticket, Line line) {
    Line left = ticket.line;
    leave(ticket);
    ticket.line = line;
    present(ticket);
    if (ticket.seat != null) {
      left.outbox.moveTo(line.outbox, ticket.seat.key);
      LOG.fine(
          () -> ticket.seat.where() + ": goes " + (line == home ? "home" : "to " + line.worker));
    }
  }

  /** Forgets what one stream has agreed with the referee about a seat. */
  private static void leave(Ticket ticket) {
    Seat seat = ticket.seat;
    if (seat == null) {
      return;
    }
    seat.isAway = true;
    if (seat.form != null) {
      ticket.line.forms.remove(seat.form.handle());
      seat.form = null;
    }
    if (!seat.witness.hasStarted()) {
      seat.witness.setNonceTold(false); // the stream may have lost it
    }
  }
}
