/**
 * Where a referee is: reads addresses and opens channels to them.
 *
 * An address is `unix:/path` for a Unix socket or `HOST:PORT`; with PEM roots it means TLS. Every
 * stream gets a channel of its own, so that a client that reconnects never waits for the back-off
 * of a connection it has given up.
 */
import { readFileSync } from "node:fs";
import { Client, credentials } from "@grpc/grpc-js";
import { AddressError, TlsError } from "./errors.js";
import { isLocal } from "./proxies.js";

/** Largest message accepted; a referee that serves a thousand seats writes big batches. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
/** Longest path of a Unix socket in bytes, by the operating system. */
const MAX_UNIX_PATH = 107;
const HOST_PORT = /^(?:\[[0-9A-Fa-f:.]+\]|[^\s:/[\]]+):(\d{1,5})$/;

/** An address that has been checked. */
export class Address {
  private constructor(
    /** What gRPC connects to: `unix:/path` or `HOST:PORT`. */
    readonly target: string,
    /** PEM certificates to trust; undefined means without TLS. */
    readonly roots?: Buffer,
  ) {}

  /**
   * Read an address and, if given, the file with the roots.
   *
   * @param text `unix:/path` or `HOST:PORT`; an IPv6 host in square brackets.
   * @param ca File with PEM certificates; given means TLS.
   * @throws AddressError The text is no address.
   * @throws TlsError The file can't be read, or the address is a Unix socket.
   */
  static parse(text: string, ca?: string): Address {
    const target = text.trim();
    if (target.startsWith("unix:")) {
      checkUnix(target.slice("unix:".length), text);
      if (ca) {
        throw new TlsError(`a Unix socket needs no TLS: leave out the CA file for '${text}'`);
      }
      return new Address(target);
    }
    const port = Number(HOST_PORT.exec(target)?.[1] ?? 0);
    if (port < 1 || port > 65535) {
      throw new AddressError(
        `address must be unix:/path or HOST:PORT with a port from 1 to 65535, not '${text}'`,
      );
    }
    return new Address(target, ca ? readRoots(ca) : undefined);
  }

  /**
   * Another address of the same referee, which is spoken to and trusted as this one.
   *
   * @param text `HOST:PORT`; `unix:/path` if this is a socket, too.
   * @throws AddressError The text is no address, or a socket, which this address does not lead to.
   */
  beside(text: string): Address {
    const { target } = Address.parse(text);
    if (target.startsWith("unix:") && !this.target.startsWith("unix:")) {
      throw new AddressError(`a Unix socket is gone to from a Unix socket alone, not '${text}'`);
    }
    return new Address(target, this.roots);
  }

  /** Open a channel. */
  connect(): Client {
    const { roots, target } = this;
    return new Client(target, roots ? credentials.createSsl(roots) : credentials.createInsecure(), {
      "grpc.max_receive_message_length": MAX_MESSAGE_BYTES,
      "grpc.max_send_message_length": MAX_MESSAGE_BYTES,
      "grpc.use_local_subchannel_pool": 1,
      "grpc.enable_retries": 0,
      "grpc.enable_http_proxy": isLocal(target) ? 0 : 1,
    });
  }
}

function checkUnix(path: string, text: string): void {
  if (path === "") {
    throw new AddressError(`address must name a socket after unix:, not '${text}'`);
  }
  if (Buffer.byteLength(path) > MAX_UNIX_PATH) {
    throw new AddressError(
      `a Unix socket's path has at most ${MAX_UNIX_PATH} bytes, not '${path}'`,
    );
  }
}

function readRoots(ca: string): Buffer {
  let roots: Buffer;
  try {
    roots = readFileSync(ca);
  } catch (error) {
    const told = error instanceof Error ? error.message : String(error);
    const why = told.replace(/^[A-Z]+: (.*), \w+( .*)?$/, "$1"); // without code and system call
    throw new TlsError(`can't read the CA file '${ca}': ${why}`, { cause: error });
  }
  if (!roots.includes("-----BEGIN CERTIFICATE-----")) {
    throw new TlsError(`the CA file '${ca}' holds no PEM certificate`);
  }
  return roots;
}
