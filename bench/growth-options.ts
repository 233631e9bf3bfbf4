import { parseArgs } from "node:util";

/** How large stores grow, and how long each is measured. */
export interface GrowthOptions {
  readonly sizes: readonly number[];
  readonly rounds: number;
  readonly round_s: number;
}

export const growthHelp = `npm run bench:growth -- [flags]

  --quick   ten and a hundred thousand live tokens, one short round each
  --huge    ten million as well; takes about 4 GB of disk
`;

/** Reads the command line. */
export function parseGrowthOptions(typed: readonly string[]): GrowthOptions | "help" {
  const { values } = parseArgs({
    args: [...typed],
    options: {
      help: { type: "boolean", short: "h" },
      quick: { type: "boolean", default: false },
      huge: { type: "boolean", default: false },
    },
  });
  if (values.help === true) return "help";
  if (values.quick) return { sizes: [10_000, 100_000], rounds: 1, round_s: 1 };
  const sizes = values.huge ? [10_000, 1_000_000, 10_000_000] : [10_000, 1_000_000];
  return { sizes, rounds: 13, round_s: 1 }; // Many short rounds, since the speed of a virtual machine changes within seconds.
}
