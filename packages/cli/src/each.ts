import { type ExitCode, exitCodes } from "./exit-codes.ts";
import { explainFailure } from "./failure.ts";
import { startProgress } from "./progress.ts";
import type { World } from "./world.ts";

/**
 * Does the same with each and writes what came of it, carrying on where one fails. Answers what the first failure was, if
 * there was one.
 */
export async function forEach<Item>(
  items: ReadonlyMap<string, Item>,
  label: string,
  world: World,
  work: (item: Item, name: string) => Promise<string>,
): Promise<ExitCode> {
  const progress = startProgress(label, items.size, world);
  let outcome: ExitCode = exitCodes.done;
  let done = 0;
  for (const [name, item] of items) {
    const { code, out, err } = await attempt(name, () => work(item, name));
    if (outcome === exitCodes.done) outcome = code;
    if (out + err !== "") progress.end();
    world.out(out);
    world.err(err);
    if (code === exitCodes.unreachable) break; // The next would only wait for the same server.
    progress.at((done += 1));
  }
  progress.end();
  return outcome;
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
