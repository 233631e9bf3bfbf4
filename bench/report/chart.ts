import type { SubjectName } from "../subjects/subject.ts";
import { nameOf } from "../machine.ts";
import type { Measured, Results, WorkloadResult } from "../results.ts";
import { ratioOf } from "../targets.ts";
import { readable } from "./columns.ts";
import { line, picture, rect, text } from "./svg.ts";

/** Subjects that have a bar, and their colours. The baseline is drawn as the line at 1. */
const shown: Readonly<Partial<Record<SubjectName, { title: string; fill: string }>>> = {
  latchkey: { title: "Latchkey, SQLite", fill: "var(--brass)" },
  "latchkey-postgres": { title: "Latchkey, PostgreSQL", fill: "var(--wash)" },
  "node-oidc-provider": { title: "node-oidc-provider, in memory", fill: "var(--quiet)" },
  external: { title: "external server", fill: "var(--ink)" },
};

const WIDTH = 860;
const LEFT = 330;
const RIGHT = 700;
const TOP = 92;
const BAR = 14;
const GAP = 14;

/** A bar chart of a run: rates as a share of bare `node:http`, from zero. */
export function drawChart(results: Results): string {
  const groups = results.workloads
    .map((workload) => ({ workload, bars: barsOf(workload) }))
    .filter(({ bars }) => bars.length > 0);
  const bottom = groups.reduce((y, { bars }) => y + bars.length * BAR + GAP, TOP);
  const xOf = scaleFor(groups.flatMap(({ bars }) => bars));
  let y = TOP;
  let content = heading(results) + axis(bottom, xOf);
  for (const { workload, bars } of groups) {
    content += text(24, y + (bars.length * BAR) / 2 + 4, workload.title);
    for (const bar of bars) {
      content += drawBar(bar, workload, y, xOf);
      y += BAR;
    }
    y += GAP;
  }
  return picture(WIDTH, bottom + 36, "How fast Latchkey is, as a share of bare node:http", content);
}

interface Bar extends Measured {
  readonly share: number;
  readonly fill: string;
}

function barsOf(workload: WorkloadResult): Bar[] {
  const order = Object.keys(shown);
  return workload.measured
    .flatMap((measured) => {
      const fill = shown[measured.name]?.fill;
      const share = ratioOf(workload, { of: measured.name, to: "baseline", by: "rate" });
      return fill === undefined || share === undefined ? [] : [{ ...measured, share, fill }];
    })
    .toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
}

/** Where a share lies. */
type Scale = (share: number) => number;

/** The longest bar ends where the labels still have room beside it. */
function scaleFor(bars: readonly Bar[]): Scale {
  const most = Math.max(1.15, ...bars.map(({ share }) => share));
  return (share) => LEFT + (share / most) * (RIGHT - LEFT);
}

function drawBar(
  { share, rate, fill }: Bar,
  { unit }: WorkloadResult,
  y: number,
  xOf: Scale,
): string {
  const end = xOf(share);
  const label = `${readable(share)} · ${readable(rate)} ${unit}/s`;
  return rect(LEFT, y, end - LEFT, BAR - 3, fill) + text(end + 6, y + 10, label, "quiet small");
}

function heading({ machine, workloads }: Results): string {
  const present = new Set(workloads.flatMap(({ measured }) => measured.map(({ name }) => name)));
  let x = 24;
  let content = text(
    24,
    34,
    "Share of what bare node:http does with the same requests on the same core",
    "title",
  );
  for (const [name, { title, fill }] of Object.entries(shown)) {
    if (![...present].some((one) => one === name)) continue;
    content += rect(x, 50, 10, 10, fill) + text(x + 16, 59, title, "small");
    x += 34 + title.length * 6;
  }
  return (
    content + text(WIDTH - 24, 59, `${nameOf(machine)}, Node ${machine.node}`, "quiet small", "end")
  );
}

function axis(bottom: number, xOf: Scale): string {
  const marks = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const x = xOf(share);
    const stroke = share === 0 || share === 1 ? "var(--quiet)" : "var(--line)";
    const name = share === 1 ? "1 = bare" : String(share);
    return (
      line(x, TOP - 8, x, bottom, stroke) + text(x, bottom + 18, name, "quiet small", "middle")
    );
  });
  return marks.join("");
}
