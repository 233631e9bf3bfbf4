import { accent } from "./table.ts";
import type { ProcessIo } from "../process-io.ts";

/** A progress indicator. */
export interface Progress {
  at(done: number): void;
  /** Erases the indicator. */
  end(): void;
}

const WIDTH = 24;

/** A progress bar on standard error, or a counter if the total is unknown. Silent if standard error is not a terminal. */
export function startProgress(label: string, total: number | undefined, io: ProcessIo): Progress {
  if (!io.progress) return { at() {}, end() {} };
  const draw = (done: number): void => {
    const counted = done.toLocaleString("en");
    io.err(
      total === undefined
        ? `${CLEAR}  ${label}  ${accent(counted, io)}`
        : `${CLEAR}  ${label}  ${bar(done, total, io)}  ${counted} of ${total.toLocaleString("en")}`,
    );
  };
  draw(0);
  return { at: draw, end: () => io.err(CLEAR) };
}

function bar(done: number, total: number, io: ProcessIo): string {
  const filled = total === 0 ? WIDTH : Math.min(WIDTH, Math.floor((done / total) * WIDTH));
  return accent("━".repeat(filled), io) + "─".repeat(WIDTH - filled);
}

const CLEAR = "\r\u001b[K";
