import { parseArgs } from "node:util";

/** Reads a command line that knows `--quick` and `--help` and nothing else. */
export function isQuick(typed: readonly string[], help: string): boolean | undefined {
  const { values } = parseArgs({
    args: [...typed],
    options: {
      help: { type: "boolean", short: "h", default: false },
      quick: { type: "boolean", default: false },
    },
  });
  if (!values.help) return values.quick;
  console.log(help);
  return undefined;
}
