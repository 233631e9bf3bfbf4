/** The program of the thread in which bcrypt is computed. */

import { parentPort } from "node:worker_threads";
import { compareSync } from "bcryptjs";
import type { BcryptAnswer, BcryptQuestion } from "./bcrypt-hash.ts";

parentPort?.on("message", ({ id, secret, stored }: BcryptQuestion) => {
  const answer: BcryptAnswer = { id, matches: compareSync(secret, stored) };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread is no window.
  parentPort?.postMessage(answer);
});
