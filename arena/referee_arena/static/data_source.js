/** Where frames come from that came with the page. */
import { SourceError } from "./stream.js";

/** Chunks of the page's own data that are kept inflated. */
const INFLATED = 6;

/** A match that came with the page: chunks are kept packed, and unpacked when they are looked at. */
export class DataSource {
  /**
   * @param {{eyes: Record<string, string>, index: Record<string, string>, chunks: Record<string, string[]>,
   *   replies?: {index: string, turns: Record<string, string>}}} data
   *   Names of eyes by id; index and chunks in base64 of gzip, and so what models replied, turns by `SEAT/TURN`.
   * @param {{id: string, name: string}[]} [eyes] All eyes; by default those of the data, with its names.
   */
  constructor(data, eyes) {
    this.data = data;
    this.eyes = eyes ?? Object.entries(data.eyes).map(([id, name]) => ({ id, name }));
    /** @type {Map<string, Promise<any[]>>} */
    this.inflated = new Map();
    this.live = null;
  }

  /** @param {string} eyes */
  async index(eyes) {
    const packed = this.data.index[eyes];
    if (!packed) throw new SourceError(404, "This page doesn't hold what those eyes saw: choose others.");
    return inflate(packed);
  }

  /** @param {string} eyes @param {number} number */
  async chunk(eyes, number) {
    const key = `${eyes} ${number}`;
    const found = this.inflated.get(key) ?? inflate(this.data.chunks[eyes][number]);
    this.inflated.delete(key);
    this.inflated.set(key, found);
    if (this.inflated.size > INFLATED) this.inflated.delete(this.inflated.keys().next().value ?? "");
    return found;
  }

  /** Return what a server would of what models replied. @param {string} path `EYES/replies`, or `EYES/replies/SEAT/TURN`. */
  async json(path) {
    const [eyes, , seat, turn] = path.split("/");
    const may = (each) => eyes === "all" || eyes === `seat-${each}`;
    const { index = "", turns = {} } = this.data.replies ?? {};
    if (seat === undefined) {
      const { seats } = await inflate(index);
      return { seats: seats.filter((each) => may(each.seat)) };
    }
    if (!may(seat)) throw new SourceError(404, "These eyes may not see it.");
    return inflate(turns[`${seat}/${turn}`]);
  }
}

/** @param {string} packed @returns {Promise<any>} */
async function inflate(packed) {
  const text = atob(packed);
  // A plain loop: `Uint8Array.from` takes ten times as long, and a seek waits for it.
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}
