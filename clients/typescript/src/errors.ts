/**
 * Errors a bot's author or an organizer can meet, as one tree.
 *
 *     RefereeClientError
 *     ├── AddressError         the address can't be read
 *     ├── TlsError             the CA file can't be read, or the two sides do not trust each other
 *     ├── UnreachableError     no referee answered for as long as the client's patience
 *     ├── ProtocolError        what came is no referee's answer, or the referee ended the stream
 *     │   └── UnknownMessageError   a message of a game this installation has no classes for
 *     ├── SeatError            a seat can't be played
 *     │   ├── JoinError        the referee refused its token
 *     │   ├── TakenOverError   another process presented its token and plays it now
 *     │   └── WrongGameError   its match is of another game than the bot's
 *     └── BotError             the bot's own code failed; `cause` is what it threw
 *
 * A rejected action is none of these: it is told to the bot as a `Rejection`, and play goes on.
 */

/** Something kept the client from playing; the message says what, and what to do. */
export class RefereeClientError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** The address is neither `unix:/path` nor `HOST:PORT`. */
export class AddressError extends RefereeClientError {}

/** TLS can't be set up: a missing CA file, an untrusted certificate, or one side without TLS. */
export class TlsError extends RefereeClientError {}

/** No referee answered at the address for as long as the client's patience lasted. */
export class UnreachableError extends RefereeClientError {}

/** The other side is no referee, speaks another version, or ended the stream for good. */
export class ProtocolError extends RefereeClientError {}

/** A message came for which no generated class is known. */
export class UnknownMessageError extends ProtocolError {
  /** @param type Full name of the message, such as `gamereferee.games.chess.v1.Observation`. */
  constructor(readonly type: string) {
    super(
      `no generated class for the message '${type}': install a newer gamereferee-client,` +
        " or register() the game's own stubs before playing",
    );
  }
}

/** A seat can't be played (any longer) by this process. */
export class SeatError extends RefereeClientError {}

/** The referee refused a seat's token, of which the message shows four characters. */
export class JoinError extends SeatError {
  /**
   * @param reason Name of the ErrorReason without its prefix, such as `BAD_TOKEN`.
   * @param text The referee's own sentence.
   */
  constructor(
    readonly reason: string,
    readonly text: string,
    token: string,
  ) {
    super(`the referee refused the token ${token.slice(0, 4)}…: ${reason}: ${text}`);
  }
}

/** Another process presented the seat's token and plays it now. */
export class TakenOverError extends SeatError {}

/** The seat's match is of another game than the bot plays; the seat has been resigned. */
export class WrongGameError extends SeatError {}

/** The bot's own code failed, or answered with what is no action; `cause` is what it threw. */
export class BotError extends RefereeClientError {}
