/**
 * What belongs to one stream of a process: what is to be said on it, and the referee's handles there.
 *
 * One line leads home, to the address that the process was given, through one stream after the
 * other. The others lead to workers of the referee, past its router, each through one stream.
 */
import { create } from "@bufbuild/protobuf";
import { type Join, PingSchema } from "../gen/gamereferee/v1/play_service_pb.js";
import type { OpenLane } from "./lane_calls.js";
import { Outbox } from "./outbox.js";
import type { ShortForm } from "./small_turns.js";

/** Feature of a client that goes to the workers which have its matches. */
export const WORKER_ADDRESS = "worker-address";

/** A line. */
export class Line {
  /** What is to be said. */
  readonly outbox = new Outbox();
  /** How turns come in short, by the handles of the stream. */
  readonly forms = new Map<number, ShortForm>();
  /** Lanes that are open on the stream, by number. */
  readonly lanes = new Map<number, OpenLane>();
  /** Whether seats may be on it: a worker has to answer first. */
  isOpen: boolean;
  #wasPinged = false;

  /** @param address The worker that it leads to; empty for the line home. */
  constructor(readonly address = "") {
    this.isOpen = address === "";
    if (!this.isOpen) {
      this.#ping();
    }
  }

  /** Begin on a new stream, on which nothing that was agreed holds any longer. */
  begin(joins: Join[]): void {
    this.outbox.renew(joins);
    this.forms.clear();
    this.lanes.clear();
    this.heard();
  }

  /** Take in that something came. */
  heard(): void {
    this.#wasPinged = false;
  }

  /** Take in that nothing came for a while: ask for a pong; whether that was in vain before. */
  isDead(): boolean {
    if (this.#wasPinged) {
      return true;
    }
    this.#wasPinged = true;
    this.#ping();
    return false;
  }

  #ping(): void {
    this.outbox.next.ping = create(PingSchema, { number: 1n });
  }
}
