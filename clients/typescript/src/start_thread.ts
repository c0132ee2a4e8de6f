/** Starts threads of bots as worker threads of Node. */
import { Worker } from "node:worker_threads";
import type { Started } from "./bot_threads.js";
import { textOf } from "./log.js";
import type { FromThread, ThreadData, ToThread } from "./thread_messages.js";

/**
 * Start a thread; it does not keep the process alive.
 *
 * @param take Takes what it says.
 * @param ended Called when it is no more, with why.
 */
export function startThread(
  refereeBot: ThreadData,
  take: (message: FromThread) => void,
  ended: (why: string) => void,
): Started {
  const worker = new Worker(new URL("./bot_thread.js", import.meta.url), {
    workerData: { refereeBot },
  });
  let why: string | undefined;
  worker.on("message", take);
  worker.on("error", (thrown) => {
    why = textOf(thrown); // what nothing on the thread has caught
  });
  worker.on("exit", (status) => ended(why ?? `it has exited with status ${status}`));
  worker.unref();
  return {
    post: (message: ToThread) => worker.postMessage(message),
    end: () => void worker.terminate(),
  };
}
