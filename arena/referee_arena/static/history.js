/** What some eyes have seen of a match: the timeline whole, of the frames a few chunks. */
import { applied } from "./delta.js";
import { SourceError, patiently } from "./stream.js";

/** The form of data that this page reads; `referee_arena.FORMAT`. */
export const FORMAT = 2;

/** Chunks of frames that are kept; what did not change from one frame to the next is there once. */
const KEPT = 12;

/** Chunks before the shown frame's that the log looks at. */
export const BEFORE = 3;

/** The frames of one match as some eyes see it. */
export class History {
  /**
   * @param {any} source
   * @param {string} eyes
   * @param {(text: string) => void} tell Called with the reason for waiting; with an empty text at the end of it.
   */
  constructor(source, eyes, tell) {
    this.source = source;
    this.eyes = eyes;
    this.tell = tell;
    /** @type {any} The index of the match; its timeline grows while it is live. */
    this.index = null;
    /** @type {Map<number, any[]>} Frames by chunk, the one used last behind. */
    this.chunks = new Map();
    /** @type {Map<number, {frames: Promise<any[]>, abort: AbortController}>} */
    this.loading = new Map();
    this.closed = new AbortController();
    this.stop = () => {};
    /** @type {{number: number, frame: any}|null} The frame that came last. */
    this.newest = null;
    /** @type {any} How much time is left to decide after frame `n`, and since when; null where it is not known. */
    this.clock = null;
    /** @type {any[][]|null} What came while the index was asked for again. */
    this.waiting = null;
  }

  /**
   * Load the index of the match.
   * @throws {SourceError} It can't be had, or is of a format not known here.
   */
  async open() {
    const { signal } = this.closed;
    const index = await patiently(() => this.source.index(this.eyes, signal), signal, this.tell);
    if (index.format !== FORMAT) {
      const told = `This was made by a newer arena: format ${index.format}; this page reads ${FORMAT}.`;
      throw new SourceError(400, `${told} Reload the page, or ask for a newer one.`);
    }
    this.index = index;
  }

  /** How many frames there are so far. */
  get length() {
    return this.index.timeline.length;
  }

  /** Whether the match has ended. */
  get isOver() {
    return this.index.over;
  }

  /**
   * Return the moment of a frame: its step, and which of the frames of that step it is.
   * @param {number} number
   * @returns {[number, number]}
   */
  moment(number) {
    const { step } = this.index.timeline[number];
    return [step, number - this.first(step)];
  }

  /**
   * Return the number of the frame that shows a moment, or the last before it.
   * @param {[number, number]} moment
   */
  number([step, nth]) {
    const first = this.first(step);
    const behind = this.first(step + 1);
    return Math.max(0, Math.min(first + nth, behind - 1));
  }

  /** @param {number} step @returns {number} Of the first frame of this step or a later one. */
  first(step) {
    let [low, high] = [0, this.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.index.timeline[middle].step < step) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /**
   * Return a frame. Chunks that are on their way for another one are given up.
   * @param {number} number
   * @throws {SourceError} It can't be had.
   */
  async frame(number) {
    const chunk = Math.floor(number / this.index.chunk);
    const place = number % this.index.chunk;
    for (const [other, { abort }] of this.loading) if (other < chunk - BEFORE || other > chunk + 1) abort.abort();
    if (number === this.newest?.number) return this.newest.frame;
    // A chunk that was on its way when this frame came may be without it: then it is asked for once more.
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const frames = await this.frames(chunk, place + 1);
      if (place < frames.length) return frames[place];
    }
    throw new SourceError(0, `Frame ${number} is not to be had`);
  }

  /**
   * Return the frames of a chunk.
   * @param {number} chunk
   * @param {number} [least] Least number of frames that there must be; by default those that there are.
   * @returns {Promise<any[]>}
   */
  async frames(chunk, least = Math.min(this.index.chunk, this.length - chunk * this.index.chunk)) {
    const found = this.chunks.get(chunk);
    if (found && found.length >= least) {
      this.keep(chunk, found);
      return found;
    }
    const loading = this.loading.get(chunk);
    if (loading && !loading.abort.signal.aborted) return loading.frames;
    const abort = new AbortController();
    const signal = AbortSignal.any([abort.signal, this.closed.signal]);
    const frames = this.load(chunk, signal).finally(() => {
      if (this.loading.get(chunk)?.abort === abort) this.loading.delete(chunk);
    });
    this.loading.set(chunk, { frames, abort });
    return frames;
  }

  /**
   * Load a chunk that is wanted soon.
   * @param {number} chunk
   */
  prefetch(chunk) {
    if (chunk < 0 || chunk * this.index.chunk >= this.length) return;
    this.frames(chunk).catch(() => {});
  }

  /** @param {number} chunk @param {AbortSignal} signal */
  async load(chunk, signal) {
    const changes = await patiently(() => this.source.chunk(this.eyes, chunk, signal), signal, this.tell);
    const frames = [];
    for (const change of changes) frames.push(applied(frames.at(-1), change));
    signal.throwIfAborted();
    this.keep(chunk, frames);
    return frames;
  }

  /** @param {number} chunk @param {any[]} frames */
  keep(chunk, frames) {
    this.chunks.delete(chunk);
    this.chunks.set(chunk, frames);
    if (this.chunks.size > KEPT) this.chunks.delete(this.chunks.keys().next().value ?? 0);
  }

  /**
   * Follow the match, if it is live.
   *
   * @param {(what: "frame"|"clock"|"over"|"again", told?: any) => void} listener Called for a further frame, for
   *   another `clock`, at the end, and when the server was restarted, so that everything before is of another history.
   * @param {(text: string, isFinal?: boolean) => void} onState
   */
  follow(listener, onState) {
    if (this.isOver || !this.source.live) return;
    this.listener = listener;
    this.stop = this.source.live(this.eyes, this.length, {
      onFrame: (number, told, timeline) => this.receive(number, told, timeline),
      onClock: (told) => this.count(told),
      onState: (text, isFinal) => {
        // While nothing is heard, how long turns last is not known.
        if (text) this.count(null);
        onState(text, isFinal);
      },
      onOver: async (told) => {
        await this.resync().catch(() => {});
        this.index.over = true;
        listener("over", told);
      },
      onResume: async () => {
        await this.resync();
        return this.length;
      },
    });
  }

  /** @param {any} told */
  count(told) {
    this.clock = told && { ...told, since: performance.now() };
    this.listener?.("clock");
  }

  /** @param {number} number @param {any} told @param {any} timeline */
  receive(number, told, timeline) {
    if (this.waiting) {
      this.waiting.push([number, told, timeline]);
      return;
    }
    const entries = Array.isArray(timeline) ? timeline : [timeline];
    if (number - entries.length >= this.length) {
      this.resync().catch(() => {});
    } else if (number >= this.length) {
      for (const entry of entries.slice(this.length - number - 1)) this.index.timeline.push(entry);
      this.extend(number, told);
      this.listener?.("frame");
    }
  }

  /**
   * Take a frame, which may be a change. Missing frames of a chunk are loaded when it is looked at.
   * @param {number} number
   * @param {any} told
   */
  extend(number, told) {
    const before = this.held(number - 1);
    if (!before && !Array.isArray(told)) return;
    const frame = applied(before, told);
    this.newest = { number, frame };
    const [chunk, place] = [Math.floor(number / this.index.chunk), number % this.index.chunk];
    if (place === 0) this.keep(chunk, [frame]);
    const frames = this.chunks.get(chunk);
    if (frames?.length === place) frames.push(frame);
  }

  /** @param {number} number @returns {any} A frame, if it is here. */
  held(number) {
    if (number === this.newest?.number) return this.newest.frame;
    return this.chunks.get(Math.floor(number / this.index.chunk))?.[number % this.index.chunk];
  }

  /** Ask for the index again: frames were missed, or the server was gone and may be another. */
  async resync() {
    if (this.waiting) return;
    this.waiting = [];
    const { signal } = this.closed;
    const index = await this.source.index(this.eyes, signal).finally(() => {
      const late = this.waiting ?? [];
      this.waiting = null;
      queueMicrotask(() => late.forEach((each) => this.receive(each[0], each[1], each[2])));
    });
    const last = this.length - 1;
    const isOther = index.timeline.length <= last || index.timeline[last]?.step !== this.index.timeline[last]?.step;
    const isLonger = index.timeline.length > this.length;
    this.index = index;
    if (isOther) {
      this.chunks.clear();
      this.newest = null;
      this.listener?.("again");
    } else if (isLonger) {
      this.listener?.("frame");
    }
  }

  /** Forget all, and stop what is on its way. */
  close() {
    this.stop();
    this.closed.abort();
    this.chunks.clear();
  }
}
