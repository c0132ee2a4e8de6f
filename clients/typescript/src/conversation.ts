/**
 * What a bot process says and hears on its Play streams, without any I/O.
 *
 * The client feeds it what came (`receive`), lets it ask the bots (`askNext`) and writes what it
 * has to say (`take`). It knows tokens, nonces, seats and open turns, and brings them over from a
 * broken stream to the next. It opens no connection, reads a clock only to tell how long turns
 * have waited, and waits for nothing but the promises of async bots.
 */
import { create, isMessage, type Message } from "@bufbuild/protobuf";
import { AnySchema } from "@bufbuild/protobuf/wkt";
import { ErrorReason } from "../gen/gamereferee/v1/error_pb.js";
import * as wire from "../gen/gamereferee/v1/play_service_pb.js";
import { checkPacked, encodeText, leavesOpen, packAnswer } from "./answers.js";
import { type BotLike, enumName, matchOf, outcomeOf, type Speak, summary, Turn } from "./bot.js";
import { AnswerError, Calls } from "./calls.js";
import { JoinError, type SeatError, TakenOverError, WrongGameError } from "./errors.js";
import { NONCE_COMMITMENTS, witnessProblem } from "./fairness.js";
import { LaneCalls } from "./lane_calls.js";
import { LANES } from "./lanes.js";
import { type Line, WORKER_ADDRESS } from "./line.js";
import { Lines, type OnWorker } from "./lines.js";
import type { Log } from "./log.js";
import { Maker } from "./makers.js";
import { actionTypeOf, milliseconds, schemaOf, typeNameOf } from "./messages.js";
import { checkStart, openNonce } from "./nonces.js";
import { type OpenTurn, Seat, Ticket } from "./seats.js";
import { ShortForm, SMALL_TURNS, type TurnParts, WITHOUT_EVENTS } from "./small_turns.js";
import { THREADS, Waiting } from "./waiting.js";

/** Most characters of a bot's name on the wire. */
export const MAX_NAME = 100;

/** What a conversation is made with. */
export interface ConversationOptions {
  /** The bot of seats that are joined without one of their own. */
  bot?: BotLike | Maker | undefined;
  /** What the bot calls itself, for the replay; at most 100 characters. */
  name?: string | undefined;
  /** Bots that may think at the same time, async or on threads, from 1 to 1,024; 64. */
  threads?: number | undefined;
  /** Whether turns are to come at length. */
  plainTurns?: boolean | undefined;
  /** Takes what people should know. */
  log: Log;
  /** A monotonic time in milliseconds, to tell how long turns have waited. */
  now?: (() => number) | undefined;
  /** Number of the last message that a bot has said, shared with bots on threads. */
  numbers?: Int32Array | undefined;
  /** Called when there is something to say that no call of the client's has brought about. */
  wake: () => void;
  /**
   * Called with the address of a worker to which seats would like to go: a `Line` there is to be
   * received from, and lost in the end. Left out, all seats stay on the line home.
   */
  onWorker?: OnWorker | undefined;
}

/** All seats of a process, whichever stream carries them. */
export class Conversation {
  /** Whether the referee has said that it is going to stop. */
  draining = false;
  /** Seats that could not be played (any longer). */
  readonly failures: SeatError[] = [];
  /** The calls into the bots' own code, and what failed in them. */
  readonly calls: Calls;
  /** The turns that bots have not been asked about yet. */
  readonly waiting: Waiting;
  /** Where seats are, and go. */
  readonly lines: Lines;

  readonly #lanes: LaneCalls;
  readonly #maker: Maker | undefined;
  readonly #plainTurns: boolean;
  readonly #log: Log;
  readonly #wake: () => void;
  /** All tokens that were ever presented. */
  readonly #tokens = new Set<string>();
  readonly #tickets = new Map<number, Ticket>();
  readonly #seats = new Map<string, Seat>();
  /** Tickets of seats of other games, resigned again on a new stream until their matches end. */
  readonly #foreign = new Map<string, Ticket>();
  #lastNumber = 0;
  #isFinished = false;
  readonly #numbers: Int32Array;

  /** @throws RangeError The name is too long, or there is no such number of threads. */
  constructor(options: ConversationOptions) {
    const { bot, name = "", threads, plainTurns = false, log, wake, now } = options;
    const { length } = [...name];
    if (length > MAX_NAME) {
      throw new RangeError(`name must have at most ${MAX_NAME} characters, not ${length}`);
    }
    this.#maker = bot && Maker.of(bot);
    this.#numbers = options.numbers ?? new Int32Array(1);
    this.#plainTurns = plainTurns;
    this.#log = log;
    this.#wake = wake;
    this.calls = new Calls(log, wake);
    this.#lanes = new LaneCalls(this.calls, {
      seatAt: (matchId, seat) => this.#seats.get(key({ matchId, seat })),
      start: (seat) => this.#start(seat),
      wake,
    });
    this.lines = new Lines(this.#tickets, name, log, options.onWorker);
    this.waiting = new Waiting(threads ?? THREADS, log, now ?? (() => performance.now()));
  }

  // What the process wants.

  /**
   * Present a seat's token, on this stream and all later ones. One that was presented before is
   * logged and otherwise ignored, even if its match is over.
   *
   * @throws TypeError There is no bot for it.
   * @throws RangeError The token is empty, or no more were to come.
   */
  join(token: string, bot?: BotLike | Maker): void {
    const maker = bot ? Maker.of(bot) : this.#maker;
    if (maker === undefined) {
      throw new TypeError("a client without a bot of its own needs one for every join");
    }
    if (token === "") {
      throw new RangeError("a token must not be empty");
    }
    if (this.#isFinished) {
      throw new RangeError("join after finish: no more tokens were to come");
    }
    if (this.#tokens.has(token)) {
      this.#log("warning", `the token ${token.slice(0, 4)}… was given twice`);
      return;
    }
    this.#tokens.add(token);
    this.#lastNumber += 1;
    const ticket = new Ticket(this.#lastNumber, token, maker, this.lines.home);
    this.#tickets.set(ticket.number, ticket);
    this.#present(ticket);
  }

  /** Present the tokens that have waited for their bots' code to be loaded. */
  loaded(): void {
    for (const ticket of this.#tickets.values()) {
      if (ticket.features === undefined) {
        this.#present(ticket);
      }
    }
  }

  #present(ticket: Ticket): void {
    const { columns, readsEvents } = ticket.maker;
    if (readsEvents !== undefined) {
      ticket.features = [...(columns ? [LANES] : []), ...this.#features(readsEvents)];
      this.lines.present(ticket);
    }
  }

  #features(readsEvents: boolean): string[] {
    const features = this.#plainTurns ? [] : [SMALL_TURNS];
    if (!this.#plainTurns && !readsEvents) {
      features.push(WITHOUT_EVENTS);
    }
    return this.lines.leadAway ? [...features, WORKER_ADDRESS] : features;
  }

  /** Say that no more tokens will come. */
  finish(): void {
    this.#isFinished = true;
  }

  /** Give up a seat for good. */
  resign(matchId: string, seat: number): void {
    const line = this.#seats.get(key({ matchId, seat }))?.line ?? this.lines.home;
    line.outbox.next.resigns.push(create(wire.ResignSchema, { matchId, seat }));
  }

  /** Whether all matches have ended and no more tokens will come. */
  get isDone(): boolean {
    return this.#isFinished && this.#tickets.size === 0;
  }

  // What streams bring.

  /** Begin on a new stream home: present the tokens of it again; open turns will come again. */
  opened(): void {
    this.lines.beginAtHome(this.#foreign.values());
  }

  /**
   * Take in what came; turns that wait for an action are asked about by `askNext`.
   *
   * @param line Where it came; left out, at home.
   * @throws ProtocolError A message can't be read.
   */
  receive(response: wire.PlayResponse, line = this.lines.home): void {
    line.heard();
    if (!line.isOpen) {
      this.lines.answered(line);
    }
    for (const joined of response.joins) {
      this.#joined(joined, line);
    }
    for (const shown of response.commitments) {
      this.#committed(shown);
    }
    for (const started of response.starts) {
      this.#started(started);
    }
    for (const rejected of response.rejections) {
      this.#rejected(rejected, response, line);
    }
    for (const missed of response.missed) {
      this.#missed(missed);
    }
    for (const ended of response.ends) {
      this.#ended(ended);
    }
    if (response.ping) {
      line.outbox.next.pongs.push(create(wire.PongSchema, { number: response.ping.number }));
    }
    if (response.draining && !this.draining) {
      this.draining = true;
      this.#log(
        "warning",
        "the referee is going to stop: running matches go on, no new ones start",
      );
    }
    for (const turn of response.turns) {
      this.#opened(turn, line);
    }
    for (const small of response.smallTurns) {
      const turn = line.forms.get(small.handle)?.turn(small);
      if (turn !== undefined) {
        this.#opened(turn, line); // and if not, its match is over, or it is on another line
      }
    }
    this.#lanes.receive(response, line);
  }

  // What the bots decide.

  /** Ask the bot whose turn has waited longest; false if none waits, or too many are thinking. */
  askNext(): boolean {
    if (this.#lanes.askNext()) {
      return true;
    }
    const next = this.waiting.next();
    if (next === undefined) {
      return false;
    }
    const { seat, turn } = next;
    const thought = this.calls.ask(
      seat,
      turn,
      (action) => this.#answer(seat, action),
      () => this.#giveUp(seat),
    );
    this.waiting.think(next, thought);
    return true;
  }

  #answer(seat: Seat, action: unknown): void {
    const { actionType, remote } = seat;
    const isPacked = remote !== undefined && isMessage(action, AnySchema);
    seat.answer(isPacked ? checkPacked(action, actionType) : packAnswer(action, actionType));
    this.#sayAnswer(seat);
  }

  /** Answer a turn whose answer was refused, with what `onRejected` returned if that is an action. */
  #answerAgain(seat: Seat, turn: OpenTurn, action: unknown): void {
    if (seat.turn !== turn) {
      return; // it is over by now
    }
    if (isMessage(action)) {
      try {
        this.#answer(seat, action);
        return;
      } catch (thrown) {
        this.calls.blame(seat.where(turn.number), thrown);
      }
    }
    this.#giveUp(seat);
  }

  #giveUp(seat: Seat): void {
    seat.answer(undefined);
    this.#sayAnswer(seat);
  }

  #sayAnswer(seat: Seat): void {
    if (!seat.isAway) {
      seat.sayAnswer(seat.line.outbox.next);
    }
  }

  /**
   * Take what a bot says, to go out with the next message; the number of what was said.
   *
   * That it comes after the seat's next turn is left to the referee to tell.
   */
  #speak(seat: Seat, turn: number, channel: string, text: string, given?: number): number {
    const bytes = encodeText(channel, text);
    const number = given ?? Atomics.add(this.#numbers, 0, 1) + 1;
    const { matchId, seat: index } = seat.match;
    if (this.#seats.get(key(seat.match)) !== seat) {
      this.#log("warning", `${seat.where(turn)}: message ${number} is not sent: the match is over`);
      return number;
    }
    const say = { matchId, seat: index, turn, channel, text: bytes };
    seat.line.outbox.next.says.push(create(wire.SaySchema, { ...say, number: BigInt(number) }));
    this.#wake();
    return number;
  }

  // What it is told, one kind of message each.

  #joined(joined: wire.Joined, line: Line): void {
    const ticket = this.#tickets.get(Number(joined.joinNumber));
    const where = `match ${joined.matchId} seat ${joined.seat}`;
    if (this.#foreign.has(key(joined))) {
      this.resign(joined.matchId, joined.seat);
      return;
    }
    if (ticket === undefined) {
      this.#log("warning", `${where}: joined unasked`);
      return;
    }
    if (ticket.line !== line) {
      return; // the seat has gone on since
    }
    ticket.isWaiting = false;
    if (ticket.seat === undefined) {
      this.#takeSeat(ticket, joined, where);
    } else {
      this.#log("info", `${where}: joined again`);
      this.#agree(ticket.seat, joined);
    }
    if (line === this.lines.home && this.#tickets.has(ticket.number)) {
      ticket.address = joined.workerAddress;
      this.lines.settle(ticket);
    }
  }

  /** Have a bot for a seat that was joined, and remember how; resign one of another game. */
  #takeSeat(ticket: Ticket, joined: wire.Joined, where: string): void {
    const bot = this.calls.make(() => ticket.maker.make(joined), where);
    const seat = new Seat(ticket.number, matchOf(joined), bot, ticket.line);
    ticket.seat = seat;
    seat.witness.joined = joined;
    if (joined.features.includes(NONCE_COMMITMENTS) && !joined.rejoined) {
      seat.witness.nonce = ticket.nonce; // else that of whoever joined it first counts
    }
    this.#seats.set(key(joined), seat);
    if (bot.game !== undefined && bot.game !== joined.game) {
      this.#refuse(seat, bot.game);
      return;
    }
    seat.match.config = joined.config && seat.read(joined.config);
    this.#agree(seat, joined);
    this.#log("info", `${where}: joined a match of ${joined.game}`);
  }

  /** Note how the seat's turns come in short on this stream, if they do. */
  #agree(seat: Seat, joined: wire.Joined): void {
    if (joined.smallForm !== undefined) {
      seat.form = new ShortForm(joined, joined.smallForm);
      seat.actionType = seat.form.actionType;
      seat.line.forms.set(seat.form.handle, seat.form);
    }
  }

  #committed(shown: wire.NonceCommitments): void {
    const seat = this.#seats.get(key(shown));
    const ticket = seat && this.#tickets.get(seat.number);
    const opening = seat && ticket && openNonce(seat, ticket.nonce, shown, this.#log);
    if (opening !== undefined) {
      seat?.line.outbox.next.openings.push(opening);
    }
  }

  #started(started: wire.MatchStarted): void {
    const seat = this.#seats.get(key(started));
    if (seat !== undefined) {
      seat.match.roundTripMs = milliseconds(started.roundTrip);
      checkStart(seat, started, this.#log);
      this.#start(seat);
    }
  }

  #start(seat: Seat): void {
    if (!seat.started) {
      seat.started = true;
      this.calls.tell(seat, 0, () => seat.bot.onStart?.(seat.match));
    }
  }

  #opened(message: TurnParts, line: Line): void {
    const seat = this.#seats.get(key(message));
    if (seat?.line !== line) {
      return; // its match is over, or it has gone where the turn comes again
    }
    seat.isAway = false;
    if (seat.turn !== undefined && seat.turn.number >= message.turn) {
      return; // it is being thought about
    }
    if (message.turn <= seat.answered) {
      if (message.turn === seat.answered) {
        this.#sayAnswer(seat); // the answer was lost with a stream
      }
      return;
    }
    this.#start(seat); // this process may have taken it up in the middle of the match
    seat.close();
    seat.leaveLane();
    const { events } = message;
    seat.bring(message);
    const speak: Speak = (...said) => this.#speak(seat, ...said);
    const isOpen = (turn: Turn) => seat.turn?.number === turn.number;
    const turn = new Turn(seat.match, seat.read(message.observation), message, speak, isOpen);
    seat.turn = turn;
    seat.actionType ??= actionTypeOf(typeNameOf(message.observation));
    if (events !== undefined) {
      if (seat.remote === undefined) {
        schemaOf(events);
      }
      const isOwn = events === message.events && !seat.remote; // else turn.events has more than these
      this.#tellEvents(seat, turn.number, () => (isOwn ? turn.events : seat.read(events)));
    }
    this.waiting.add(seat, turn);
  }

  #rejected(rejected: wire.Rejected, response: wire.PlayResponse, line: Line): void {
    const { text, turn } = rejected;
    const reason = enumName(ErrorReason, rejected.reason);
    const seat = this.#seats.get(key(rejected));
    const ticket = this.#tickets.get(Number(rejected.joinNumber));
    if (ticket !== undefined) {
      if (ticket.line === line) {
        this.#refused(ticket, reason, text);
      }
    } else if (seat === undefined) {
      this.#log("warning", `rejected: ${reason}: ${text}`);
    } else if (seat.line !== line && rejected.sayNumber === 0n) {
      // What was answered there is answered again where the turn comes again; only a message is not.
      this.#log("debug", `${seat.where(turn)}: ${reason} on a line that it has left`);
    } else if (rejected.reason === ErrorReason.TAKEN_OVER) {
      this.#takenOver(seat, text);
    } else {
      this.#log("warning", `${seat.where(turn)}: rejected: ${reason}: ${text}`);
      const sayNumber = Number(rejected.sayNumber);
      const rejection = { match: seat.match, turn, reason, text, sayNumber };
      const isOpen = leavesOpen(rejected, response, seat.form?.handle);
      const open = isOpen ? this.#refusedAnswer(seat, rejected) : undefined;
      const isFirst = open !== undefined && seat.refused(turn);
      this.calls.tell(
        seat,
        turn,
        () => seat.bot.onRejected?.(rejection),
        (action) => open && this.#answerAgain(seat, open, isFirst ? action : undefined),
      );
    }
  }

  #takenOver(seat: Seat, text: string): void {
    if (this.#tickets.get(seat.number)?.isWaiting) {
      // It is about the seat's last stay on this line, which another line of this process has ended:
      // what ends the next one comes behind the answer to its join.
      this.#log("debug", `${seat.where()}: taken over before it was back`);
      return;
    }
    const why = text || "another process plays it now";
    this.#lose(seat, new TakenOverError(`${seat.where()}: ${why}`));
  }

  /** The turn that a refused answer has left open; undefined if it is about another one. */
  #refusedAnswer(seat: Seat, rejected: wire.Rejected): OpenTurn | undefined {
    const turn = seat.reopen(rejected.turn);
    if (turn !== undefined) {
      const why = `${enumName(ErrorReason, rejected.reason)}: ${rejected.text}`;
      this.calls.blame(seat.where(turn.number), new AnswerError(`the answer was refused: ${why}`));
    }
    return turn;
  }

  #refused(ticket: Ticket, reason: string, text: string): void {
    const { line } = ticket;
    if (line !== this.lines.home && reason !== "ENDED") {
      const what = `the worker ${line.address} does not take the seat: ${reason}: ${text}`;
      this.#log("warning", `${ticket.seat?.where()}: ${what}`);
      ticket.avoid(line.address);
      this.lines.move(ticket, this.lines.home);
    } else if (ticket.seat === undefined) {
      this.#tickets.delete(ticket.number);
      this.#fail(new JoinError(reason, text, ticket.token));
    } else if (reason === "ENDED") {
      this.#log("warning", `${ticket.seat.where()}: ended while the stream was broken`);
      this.#drop(ticket.seat);
      ticket.seat.remote?.release();
    } else {
      this.#lose(ticket.seat, new JoinError(reason, text, ticket.token));
    }
  }

  /** Resign a seat of another game. */
  #refuse(seat: Seat, game: string): void {
    const { match } = seat;
    const ticket = this.#tickets.get(seat.number);
    this.#drop(seat);
    seat.remote?.release();
    if (ticket !== undefined) {
      this.#foreign.set(key(match), ticket);
    }
    this.resign(match.matchId, match.seat);
    const why = `this bot plays '${game}', and the seat is one of '${match.game}'`;
    this.#fail(new WrongGameError(`${seat.where()}: ${why}`));
  }

  #lose(seat: Seat, error: SeatError): void {
    this.#drop(seat);
    seat.remote?.release();
    this.#fail(error);
  }

  #fail(error: SeatError): void {
    this.#log("error", error.message);
    this.failures.push(error);
  }

  #missed({ matchId, seat: index, ...message }: wire.MissedDeadline): void {
    const seat = this.#seats.get(key({ matchId, seat: index }));
    if (seat === undefined) {
      return;
    }
    const { turn, strikes, strikesLimit, forfeited, givenUp } = message;
    seat.missed = Math.max(seat.missed, turn);
    if (seat.turn !== undefined && seat.turn.number <= turn) {
      seat.close();
    }
    if (seat.onLane <= turn) {
      seat.leaveLane();
    }
    const limit = strikesLimit > 0 ? ` of ${strikesLimit}` : "";
    const how = givenUp ? "gave the turn up" : "missed the deadline";
    this.#log("warning", `${seat.where(turn)}: ${how}, strike ${strikes}${limit}`);
    const missed = { match: seat.match, turn, strikes, strikesLimit, forfeited, givenUp };
    this.calls.tell(seat, turn, () => seat.bot.onMissed?.(missed));
  }

  #ended(ended: wire.MatchEnded): void {
    this.#foreign.delete(key(ended));
    const seat = this.#seats.get(key(ended));
    if (seat === undefined) {
      return;
    }
    const { bot, match } = seat;
    this.#drop(seat);
    const outcome = outcomeOf(ended, seat.unasked?.said);
    this.#log("info", `${seat.where()}: ended: ${summary(outcome, match.seat)}`);
    if (ended.reveal !== undefined && seat.started) {
      // Without a start there were no dice.
      const problem = witnessProblem(seat.witness, ended.reveal);
      if (problem !== undefined) {
        this.#log("error", `${seat.where()}: unfair dice: ${problem}`);
      }
    }
    if (ended.revealWithheld) {
      const how = "the reveal is withheld: the dice are to be checked later";
      this.#log("warning", `${seat.where()}: ${how}`);
    }
    const { events } = ended;
    this.#tellEvents(seat, 0, () => events && seat.read(events));
    this.calls.tell(seat, 0, () => bot.onEnd?.(match, outcome));
  }

  #tellEvents(seat: Seat, turn: number, read: () => Message | undefined): void {
    const events = seat.bot.onEvents && read();
    if (events !== undefined) {
      this.calls.tell(seat, turn, () => seat.bot.onEvents?.(seat.match, events));
    }
  }

  #drop(seat: Seat): Ticket | undefined {
    const ticket = this.#tickets.get(seat.number);
    seat.close();
    seat.leaveLane();
    if (seat.form !== undefined) {
      seat.line.forms.delete(seat.form.handle);
    }
    for (const lane of seat.line.lanes.values()) {
      lane.drop(seat);
    }
    this.#seats.delete(key(seat.match));
    seat.line.outbox.silence(seat.match);
    this.#tickets.delete(seat.number);
    return ticket;
  }
}

function key({ matchId, seat }: { matchId: string; seat: number }): string {
  return `${seat}/${matchId}`;
}
