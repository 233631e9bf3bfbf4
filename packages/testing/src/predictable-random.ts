import { AsyncLocalStorage } from "node:async_hooks";
import { hash } from "node:crypto";
import { setRandomSource } from "@latchkey/server/testing";

/** Runs work whose random ids, codes and tokens follow from a seed and from the number of works before it. */
export type RunPredictably = <T>(work: () => T) => T;

/** The bytes that the current work uses; none outside of servers with predictable ids. */
const current = new AsyncLocalStorage<(size: number) => Buffer>();

/**
 * Each work has a sequence of its own, so that what one does in the background does not shift the ids of the next. Works that
 * run at the same time are numbered in the order in which they start.
 */
export function createPredictableRandom(seed: string): RunPredictably {
  setRandomSource((size) => current.getStore()?.(size));
  let works = 0;
  return (work) => {
    works += 1;
    return current.run(createSequence(`${seed}:${works}`), work);
  };
}

function createSequence(seed: string): (size: number) => Buffer {
  let drawn = 0;
  return (size) => {
    const blocks: Buffer[] = [];
    for (let length = 0; length < size; length += 32) {
      drawn += 1;
      blocks.push(hash("sha256", `${seed}:${drawn}`, "buffer"));
    }
    return Buffer.concat(blocks, size);
  };
}
