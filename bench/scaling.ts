import { parseArgs } from "node:util";
import { renderScaling } from "./report/scaling-tables.ts";
import { usualHabits } from "./scaling/demand.ts";
import { readMeasurements } from "./scaling/read-measurements.ts";
import { usualPrices } from "./scaling/stages.ts";

const HELP = `npm run bench:scaling -- [flags]

Calculates what an installation needs from the recorded runs, and repeats the arithmetic in a simulation. Measures nothing.

  --live-tokens n       1,000,000,000
  --requests n          in a second: 100,000
  --utilisation share   of processors at the busiest time: 0.5
  --core-hour price     0.04
  --gigabyte-month price  0.1
`;

const { values } = parseArgs({
  options: {
    help: { type: "boolean", short: "h", default: false },
    "live-tokens": { type: "string", default: "1e9" },
    requests: { type: "string", default: "1e5" },
    utilisation: { type: "string", default: "0.5" },
    "core-hour": { type: "string", default: String(usualPrices.core_hour) },
    "gigabyte-month": { type: "string", default: String(usualPrices.gigabyte_month) },
  },
});
if (values.help) console.log(HELP);
else {
  const demand = {
    live_tokens: numberOf("live-tokens"),
    requests_per_second: numberOf("requests"),
  };
  const choices = {
    habits: usualHabits,
    utilisation: numberOf("utilisation"),
    core_hour: numberOf("core-hour"),
    gigabyte_month: numberOf("gigabyte-month"),
  };
  console.log(renderScaling(demand, readMeasurements(), choices));
}

/** Throws a sentence where a flag is no number above 0. */
function numberOf(flag: Exclude<keyof typeof values, "help">): number {
  const number = Number(values[flag]);
  if (number > 0) return number;
  throw new Error(`--${flag} takes a number above 0, not ${values[flag]}.`);
}
