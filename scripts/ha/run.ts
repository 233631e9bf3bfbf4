/**
 * `npm run ha [-- --short] [--only <words of an event>]`: starts everything of deploy/ha on loopback, lets each part fail in turn
 * under load, and writes deploy/ha/report.md and report.json. Ends with status 1 when something was lost or errors lasted for
 * longer than they may. It needs Debian 12, and installs what is missing where it is root.
 */

import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startCluster } from "./cluster.ts";
import { allEvents, fewEvents } from "./events.ts";
import { startLoad } from "./load.ts";
import { isWithinTargets, measure, type Measured } from "./measure.ts";
import { findPrograms, versionsOf } from "./programs.ts";
import { type Report, writeReport } from "./report.ts";

const { values } = parseArgs({
  options: {
    short: { type: "boolean", default: false },
    only: { type: "string", multiple: true },
  },
});
process.once("SIGINT", () => process.exit(130));
process.once("SIGTERM", () => process.exit(143));

const chosen = (values.short ? fewEvents : allEvents).filter(
  ({ name }) => values.only?.some((words) => name.includes(words)) ?? true,
);
const programs = findPrograms();
console.log("starting");
const cluster = await startCluster(programs, 2 + (process.pid % 240));
console.log(`started in ${cluster.folder}`);
const { events, in_the_end } = await runEvents();
console.log(`${in_the_end.acknowledged} acknowledged writes, ${in_the_end.lost.length} lost`);

const [cpu] = cpus();
const report = {
  at: new Date().toISOString().slice(0, 10),
  machine: `${cpus().length} cores of ${cpu?.model ?? "an unknown processor"}`,
  programs: versionsOf(programs),
  events,
  in_the_end,
};
if (!values.short && values.only === undefined) {
  const folder = join(import.meta.dirname, "../../deploy/ha");
  writeFileSync(join(folder, "report.md"), writeReport(report));
  writeFileSync(join(folder, "report.json"), `${JSON.stringify(report, undefined, 2)}\n`);
  console.log("wrote deploy/ha/report.md and report.json");
}
const isWithin = events.every(isWithinTargets) && in_the_end.lost.length === 0;
process.exit(isWithin ? 0 : 1);

async function runEvents(): Promise<Pick<Report, "events" | "in_the_end">> {
  try {
    const load = await startLoad(cluster);
    const measured = await measure(cluster, load, chosen, (one) => console.log(lineOf(one)));
    await load.stop();
    return { events: measured, in_the_end: await load.ledger.verify(load.latchkey, "all") };
  } finally {
    await cluster.stop();
  }
}

function lineOf(measured: Measured): string {
  const { event, requests, errors, seconds_of_errors, longest_wait, lost } = measured;
  const kinds = Object.entries(measured.kinds).map(([kind, count]) => `${count} × ${kind}`);
  return [
    `${isWithinTargets(measured) ? "ok" : "NO"} ${event}: ${measured.duration} s, ${requests} requests,`,
    `${measured.repeated} sent again, ${errors} errors in ${seconds_of_errors} s, longest ${longest_wait} s,`,
    `${lost.length} of ${measured.acknowledged} lost ${[...kinds, ...new Set(lost)].join("; ")}`,
  ].join(" ");
}
