import { run } from "../src/run.ts";
import type { World } from "../src/world.ts";
import type { Seen } from "./shell.ts";

/** Does what somebody typed after `latchkey`, in this process, single quotes understood. */
export async function typeHere(line: string, world: Partial<World> = {}): Promise<Seen> {
  let out = "";
  let err = "";
  const words = Array.from(line.matchAll(/'([^']*)'|\S+/g), ([word, quoted]) => quoted ?? word);
  const code = await run(words, {
    env: {},
    out: (text) => (out += text),
    err: (text) => (err += text),
    secret: () => Promise.resolve(""),
    terminal: false,
    colour: false,
    progress: false,
    open: () => {},
    stopped: () => new Promise(() => {}),
    ...world,
  });
  return { code, out, err };
}
