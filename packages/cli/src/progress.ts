import { accent } from "./output.ts";
import type { World } from "./world.ts";

/** Tells how far a long piece of work is. */
export interface Progress {
  /** So much is done. */
  at(done: number): void;
  /** Leaves no trace of itself. */
  end(): void;
}

const WIDTH = 24;

/** A bar on standard error, drawn over itself. Where nobody looks it says nothing. Without a total it counts. */
export function startProgress(label: string, total: number | undefined, world: World): Progress {
  if (!world.progress) return { at() {}, end() {} };
  const draw = (done: number): void => {
    const counted = done.toLocaleString("en");
    world.err(
      total === undefined
        ? `${CLEAR}  ${label}  ${accent(counted, world)}`
        : `${CLEAR}  ${label}  ${bar(done, total, world)}  ${counted} of ${total.toLocaleString("en")}`,
    );
  };
  draw(0);
  return { at: draw, end: () => world.err(CLEAR) };
}

function bar(done: number, total: number, world: World): string {
  const filled = total === 0 ? WIDTH : Math.min(WIDTH, Math.floor((done / total) * WIDTH));
  return accent("━".repeat(filled), world) + "─".repeat(WIDTH - filled);
}

const CLEAR = "\r\u001b[K";
