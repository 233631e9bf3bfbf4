import { globSync, readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { transformWithEsbuild } from "vite";

const src = join(import.meta.dirname, "../src");

/** Lets this process import components: Node strips types but does not compile JSX, so they are compiled as the build does. */
export async function compileComponents(): Promise<void> {
  const compiled = new Map(
    await Promise.all(
      globSync("**/*.tsx", { cwd: src }).map(async (name) => {
        const file = join(src, name);
        const { code } = await transformWithEsbuild(readFileSync(file, "utf8"), file);
        return [pathToFileURL(file).href, code] as const;
      }),
    ),
  );
  registerHooks({
    load(url, context, nextLoad) {
      const source = compiled.get(url);
      return source === undefined
        ? nextLoad(url, context)
        : { format: "module", source, shortCircuit: true };
    },
  });
}
