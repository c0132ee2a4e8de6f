/** Where the seats of a process are, and how they go from one line to another. */
import { create } from "@bufbuild/protobuf";
import { type Join, JoinSchema } from "../gen/gamereferee/v1/play_service_pb.js";
import { Line } from "./line.js";
import type { Log } from "./log.js";
import type { Ticket } from "./seats.js";

/** Called with the address of a worker to which seats would like to go. */
export type OnWorker = (address: string) => void;

/** The line home, and one to each worker that has answered. */
export class Lines {
  /** What leads to the address that the process was given. */
  readonly home = new Line();
  /** Those to workers that have answered, by address. */
  readonly #workers = new Map<string, Line>();

  /**
   * @param tickets All tokens of the process whose matches are not over, by number.
   * @param name What the bot calls itself.
   * @param log Takes where seats go.
   * @param onWorker Asks for a line to a worker; undefined keeps all seats at home.
   */
  constructor(
    private readonly tickets: ReadonlyMap<number, Ticket>,
    private readonly name: string,
    private readonly log: Log,
    private readonly onWorker: OnWorker | undefined,
  ) {}

  /** Whether seats go to workers at all. */
  get leadAway(): boolean {
    return this.onWorker !== undefined;
  }

  /** Present a token at home for the first time. */
  present(ticket: Ticket): void {
    this.home.outbox.next.joins.push(this.#join(ticket));
  }

  /**
   * Begin on a new stream home: present the tokens of all seats that are there.
   *
   * @param foreign Tickets of seats that are to be resigned again.
   */
  beginAtHome(foreign: Iterable<Ticket>): void {
    const here = [...this.tickets.values()].filter(
      ({ features, line }) => line === this.home && features !== undefined,
    );
    this.home.begin([...here, ...foreign].map((ticket) => this.#join(ticket)));
    for (const ticket of here) {
      ticket.isWaiting = true;
      ticket.seat?.leave();
    }
  }

  /** Take in that a worker has answered: seats at home whose matches it has go there. */
  answered(line: Line): void {
    line.isOpen = true;
    this.#workers.set(line.address, line);
    for (const ticket of this.tickets.values()) {
      const isSettled = ticket.line === this.home && !ticket.isWaiting;
      if (isSettled && ticket.address === line.address) {
        this.settle(ticket);
      }
    }
  }

  /** Take in that the stream to a worker is no more: its seats go home. */
  lost(line: Line): void {
    if (this.#workers.get(line.address) === line) {
      this.#workers.delete(line.address);
    }
    for (const ticket of this.tickets.values()) {
      if (ticket.line === line) {
        this.move(ticket, this.home);
      }
    }
    this.home.outbox.put(line.outbox.rest());
  }

  /** Whether a seat at home would like to go to a worker. */
  wants(address: string): boolean {
    return [...this.tickets.values()].some(
      (ticket) =>
        ticket.line === this.home && ticket.address === address && !ticket.avoids(address),
    );
  }

  /**
   * Have a seat that was joined at home go to the worker that has its match, or ask for a line there.
   *
   * It goes nowhere before its join is answered: of two joins on two streams, nobody could say which
   * came last.
   */
  settle(ticket: Ticket): void {
    const { address } = ticket;
    if (address === "" || ticket.avoids(address)) {
      return;
    }
    const there = this.#workers.get(address);
    if (there === undefined) {
      this.onWorker?.(address);
    } else {
      this.move(ticket, there);
    }
  }

  /** Present a token on another line, which takes its seat over; an open turn comes again there. */
  move(ticket: Ticket, line: Line): void {
    const { line: before, seat } = ticket;
    ticket.line = line;
    ticket.isWaiting = true;
    line.outbox.next.joins.push(this.#join(ticket));
    if (seat !== undefined) {
      if (seat.form !== undefined) {
        before.forms.delete(seat.form.handle);
      }
      for (const lane of before.lanes.values()) {
        lane.drop(seat);
      }
      seat.line = line;
      seat.leave();
      line.outbox.put(before.outbox.rest(seat.match));
      const where = line === this.home ? "comes home" : `goes to the worker ${line.address}`;
      this.log("debug", `${seat.where()}: ${where}`);
    }
  }

  #join(ticket: Ticket): Join {
    return create(JoinSchema, ticket.join(this.name));
  }
}
