/**
 * Proxies of the environment: gRPC makes calls through one wherever `http_proxy` is set.
 *
 * A referee on this machine is never called through a proxy. Elsewhere log and error name the
 * proxy, since what fails then is often the proxy, and gRPC's own error names the referee alone.
 * What counts as a proxy and as an exception is what grpc-js makes of the variables.
 */
import { BlockList, isIPv4, isIPv6 } from "node:net";

/** Variables that gRPC reads, of each kind the first that is set. */
const PROXY_VARIABLES = ["grpc_proxy", "https_proxy", "http_proxy"];
const EXCEPTION_VARIABLES = ["no_grpc_proxy", "no_proxy"];

/** Addresses of this machine: loopback, and "any", which connects to it. */
const LOCAL = new BlockList();
LOCAL.addSubnet("127.0.0.0", 8);
LOCAL.addAddress("0.0.0.0");
LOCAL.addAddress("::1", "ipv6");
LOCAL.addAddress("::", "ipv6");

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Whether an address is one of this machine's own.
 *
 * @param target `unix:/path` or `HOST:PORT`.
 */
export function isLocal(target: string): boolean {
  if (target.startsWith("unix:")) {
    return true;
  }
  const host = hostOf(target).toLowerCase();
  if (isIPv6(host)) {
    return LOCAL.check(host, "ipv6");
  }
  return isIPv4(host) ? LOCAL.check(host) : /(^|\.)localhost\.?$/.test(host);
}

/** Through which proxy gRPC calls an address, in words; undefined if through none. */
export function proxyNote(target: string, env: Environment = process.env): string | undefined {
  const name = firstSet(PROXY_VARIABLES, env);
  const url = name && URL.canParse(env[name] ?? "") ? new URL(env[name] ?? "") : undefined;
  if (isLocal(target) || url?.protocol !== "http:" || isExcepted(hostOf(target), env)) {
    return undefined;
  }
  // Never with a password.
  return `through the proxy ${url.host}, by the variable ${name}; no_proxy makes exceptions`;
}

/** Whether a variable makes an exception for a host: by the end of its name, or its network. */
function isExcepted(host: string, env: Environment): boolean {
  const listed = env[firstSet(EXCEPTION_VARIABLES, env) ?? ""];
  return (listed?.split(",") ?? []).some((entry) => host.endsWith(entry) || isWithin(host, entry));
}

function isWithin(host: string, entry: string): boolean {
  const [network = "", prefix, ...more] = entry.split("/");
  const bits = Number.parseInt(prefix ?? "", 10);
  if (!isIPv4(host) || !isIPv4(network) || !(bits >= 0 && bits <= 32) || more.length > 0) {
    return false;
  }
  const subnet = new BlockList();
  subnet.addSubnet(network, bits);
  return subnet.check(host);
}

function firstSet(names: readonly string[], env: Environment): string | undefined {
  return names.find((name) => env[name]);
}

function hostOf(target: string): string {
  return target.slice(0, target.lastIndexOf(":")).replace(/^\[(.*)\]$/, "$1");
}
