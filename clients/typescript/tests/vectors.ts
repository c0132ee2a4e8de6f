/** The vectors that all SDKs share; clients/vectors/README.md tells their form. */
import { readFileSync } from "node:fs";

/** Read one of the files. */
export function readVectors<T>(name: string): T {
  const file = new URL(`../../../vectors/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")) as T;
}
