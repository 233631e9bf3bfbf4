import { type ExitCode, exitCodes } from "./exit-codes.ts";
import { explainFailure } from "./failure.ts";
import { startProgress } from "./progress.ts";
import type { ProcessIo } from "../process-io.ts";

/**
 * Processes items one after the other and prints each result, continuing after failures. Returns the exit code of the first
 * failure, if any.
 */
export async function forEach<Item>(
  items: ReadonlyMap<string, Item>,
  label: string,
  io: ProcessIo,
  work: (item: Item, name: string) => Promise<string>,
): Promise<ExitCode> {
  const progress = startProgress(label, items.size, io);
  let outcome: ExitCode = exitCodes.done;
  let done = 0;
  for (const [name, item] of items) {
    const { code, out, err } = await attempt(name, () => work(item, name));
    if (outcome === exitCodes.done) outcome = code;
    if (out + err !== "") progress.end();
    io.out(out);
    io.err(err);
    if (code === exitCodes.unreachable) break; // The remaining items would wait for the same server.
    progress.at((done += 1));
  }
  progress.end();
  return outcome;
}

/** As `forEach`, for items that are known by their names alone. */
export function forEachName(
  names: readonly string[],
  label: string,
  io: ProcessIo,
  work: (name: string) => Promise<string>,
): Promise<ExitCode> {
  return forEach(new Map(names.map((name) => [name, name])), label, io, work);
}

interface Attempt {
  readonly code: ExitCode;
  readonly out: string;
  readonly err: string;
}

async function attempt(name: string, work: () => Promise<string>): Promise<Attempt> {
  try {
    return { code: exitCodes.done, out: await work(), err: "" };
  } catch (error) {
    const { code, text } = explainFailure(error);
    return { code, out: "", err: `${name}: ${text}\n` };
  }
}
