/** Where frames of a match on a server come from. */
import { place } from "./places.js";
import { SourceError, Patience, answer, eventsOf } from "./stream.js";

/**
 * A match on a server.
 */
export class HttpSource {
  /**
   * @param {string} base Address of the match, such as `/api/matches/ID`.
   * @param {{id: string, name: string}[]} eyes Whose eyes there are for this reader.
   * @param {boolean} [isLive] Whether it may go on.
   */
  constructor(base, eyes, isLive = true) {
    this.base = base;
    this.eyes = eyes;
    /** How to follow the match; null where nothing is to come. */
    this.live = isLive ? this.follow.bind(this) : null;
  }

  /** @param {string} eyes @param {AbortSignal} signal @returns {Promise<any>} */
  index(eyes, signal) {
    return this.json(`${eyes}/index`, signal);
  }

  /** @param {string} eyes @param {number} number @param {AbortSignal} signal @returns {Promise<any[]>} */
  chunk(eyes, number, signal) {
    return this.json(`${eyes}/chunks/${number}`, signal);
  }

  /** @param {string} path @param {AbortSignal} signal */
  async json(path, signal) {
    const response = await answer(`${this.base}/${path}`, signal, "application/json");
    try {
      return await response.json();
    } catch (error) {
      if (signal.aborted) throw error;
      throw new SourceError(0, "The server's answer broke off");
    }
  }

  /**
   * Follow a match until it is over. Closed while the page is hidden, for a browser has six connections to a host.
   *
   * @param {string} eyes
   * @param {number} from Number of the first frame that is wanted.
   * @param {{onFrame: (number: number, told: any, timeline: any, isWhole: boolean) => void,
   *   onState: (text: string, isFinal?: boolean) => void, onOver: (told: any) => void, onClock: (told: any) => void,
   *   onResume?: () => Promise<number>}} listener `onResume` is asked after a break for the first number wanted.
   * @returns {() => void} Call it to stop.
   */
  follow(eyes, from, listener) {
    const stopped = new AbortController();
    this.read(eyes, from, listener, stopped.signal).catch((error) => {
      if (stopped.signal.aborted) return;
      listener.onState(error.message, true);
    });
    return () => stopped.abort();
  }

  /** @param {string} eyes @param {number} from @param {any} listener @param {AbortSignal} stopped */
  async read(eyes, from, listener, stopped) {
    const patience = new Patience(listener.onState);
    let next = from;
    let isBroken = false;
    while (!stopped.aborted) {
      await shown(stopped);
      const open = new AbortController();
      const close = () => open.abort();
      const hide = () => document.hidden && open.abort();
      stopped.addEventListener("abort", close);
      document.addEventListener("visibilitychange", hide);
      let leave = () => {};
      try {
        leave = await place(open.signal, listener.onState);
        open.signal.throwIfAborted();
        if (isBroken && listener.onResume) next = await listener.onResume();
        const address = `${this.base}/${eyes}/stream?from=${next}`;
        const response = await answer(address, open.signal, "text/event-stream");
        isBroken = false;
        patience.hope();
        for await (const event of eventsOf(response)) {
          const told = JSON.parse(event.data);
          if (event.type === "over") {
            listener.onOver(told);
            return;
          }
          if (event.type === "state") {
            listener.onState(told.text);
            continue;
          }
          if (event.type === "clock") {
            listener.onClock(told);
            continue;
          }
          next = told.n + 1;
          listener.onFrame(told.n, told.told, told.timeline, event.type === "skip");
        }
        throw new SourceError(0, "The server has closed the stream");
      } catch (error) {
        if (stopped.aborted) return;
        if (open.signal.aborted) continue;
        if (!(error instanceof SourceError) || !error.passes) throw error;
        isBroken = true;
        await patience.wait(error, stopped);
      } finally {
        stopped.removeEventListener("abort", close);
        document.removeEventListener("visibilitychange", hide);
        open.abort();
        leave();
      }
    }
  }
}

/**
 * Wait until the page is to be seen.
 * @param {AbortSignal} stopped Or until this.
 */
function shown(stopped) {
  return new Promise((resolve) => {
    const look = () => {
      if (document.hidden && !stopped.aborted) return;
      document.removeEventListener("visibilitychange", look);
      stopped.removeEventListener("abort", look);
      resolve(undefined);
    };
    document.addEventListener("visibilitychange", look);
    stopped.addEventListener("abort", look);
    look();
  });
}
