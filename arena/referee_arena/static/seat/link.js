/** What the page asks of the server for its seat. */

/** An answer that says no: its sentence is for people. */
export class Refused extends Error {
  /**
   * @param {number} status
   * @param {string} text
   * @param {string} [field] Name of what is wrong with what was sent.
   */
  constructor(status, text, field = "") {
    super(text);
    this.status = status;
    this.field = field;
  }
}

/** Milliseconds between tries to reach a server that is away: at first, and at most. */
const FIRST_MS = 1000;
const MOST_MS = 30000;

export class SeatLink {
  /** @param {string} base where seats are served */
  constructor(base) {
    this.base = base;
    this.seat = "";
  }

  /**
   * Exchange a token for a cookie.
   * @param {string} token
   */
  async enter(token) {
    this.seat = (await this.post("enter", { token })).seat;
    return this.seat;
  }

  /** @param {number} turn @param {any} answers */
  act(turn, answers) {
    return this.post("act", { seat: this.seat, turn, answers });
  }

  /** @param {string} channel @param {string} text */
  say(channel, text) {
    return this.post("say", { seat: this.seat, channel, text });
  }

  /** Give the seat up for good. */
  resign() {
    return this.post("resign", { seat: this.seat });
  }

  /**
   * Report the state of the seat whenever it changes, until it is over.
   * @param {(told: any) => void} tell
   * @param {(text: string) => void} trouble called with what is wrong with the connection; empty if it works again
   * @param {AbortSignal} signal
   */
  async follow(tell, trouble, signal) {
    let after = -1;
    let delay = FIRST_MS;
    while (!signal.aborted) {
      try {
        const address = `${this.base}/turn?seat=${encodeURIComponent(this.seat)}&after=${after}`;
        const told = await answerOf(await fetch(address, { signal, cache: "no-store" }));
        delay = FIRST_MS;
        trouble("");
        after = told.version;
        tell(told);
        if (told.state === "over" || told.state === "lost") return;
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof Refused && error.status < 500) {
          trouble(error.message);
          return;
        }
        trouble("The server does not answer; the page tries again.");
        await new Promise((done) => setTimeout(done, delay));
        delay = Math.min(2 * delay, MOST_MS);
      }
    }
  }

  /** @param {string} what @param {any} body */
  async post(what, body) {
    const headers = { "Content-Type": "application/json" };
    return answerOf(await fetch(`${this.base}/${what}`, { method: "POST", headers, body: JSON.stringify(body) }));
  }
}

/** @param {Response} response */
async function answerOf(response) {
  const body = await response.json().catch(() => null);
  if (!response.ok) throw new Refused(response.status, body?.error?.text || String(body?.error || "") || `the server says ${response.status}`, body?.error?.field);
  return body;
}
