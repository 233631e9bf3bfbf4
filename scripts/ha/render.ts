import { readFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "../../deploy/ha");

/** A file of deploy/ha with its variables filled in, as `envsubst` does. Throws for a variable without a value. */
export function render(name: string, variables: Readonly<Record<string, string>>): string {
  return readFileSync(join(FOLDER, name), "utf8").replaceAll(
    /\$\{([A-Z_0-9]+)\}/g,
    (_, variable: string) => {
      const value = variables[variable];
      if (value === undefined) throw new Error(`deploy/ha/${name}: ${variable} has no value.`);
      return value;
    },
  );
}
