import { escapeXml, picture, text } from "./svg.ts";

/** What `node --cpu-prof` leaves. */
export interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  /** Microseconds since the sample before. */
  readonly timeDeltas: readonly number[];
}

interface ProfileNode {
  readonly id: number;
  readonly callFrame: {
    readonly functionName: string;
    readonly url: string;
    readonly lineNumber: number;
  };
  readonly children?: readonly number[];
}

/** A function as it was called from one place: where it stands and how wide, as shares of all time that was spent. */
export interface Flame {
  readonly title: string;
  readonly origin: string;
  readonly depth: number;
  readonly from: number;
  readonly share: number;
}

/** Which part of a profile is drawn: its last seconds, and shares no smaller than can be seen. */
export interface FlameOptions {
  readonly last_s?: number;
  readonly smallest?: number;
}

/** Lays a profile out, callers above what they call. Idle time is omitted. */
export function layOutFlames(profile: CpuProfile, options: FlameOptions = {}): Flame[] {
  const { last_s = Number.POSITIVE_INFINITY, smallest = 0.001 } = options;
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const own = ownTimes(profile, nodes, last_s * 1e6);
  const totals = new Map<number, number>();
  const totalOf = (id: number): number => {
    const children = nodes.get(id)?.children ?? [];
    const total = children.reduce((sum, child) => sum + totalOf(child), own.get(id) ?? 0);
    totals.set(id, total);
    return total;
  };
  const root = profile.nodes[0]?.id ?? 0;
  const all = totalOf(root);
  const flames: Flame[] = [];
  const place = (id: number, depth: number, from: number): void => {
    const share = (totals.get(id) ?? 0) / all;
    const node = nodes.get(id);
    if (node === undefined || !(share >= smallest)) return;
    flames.push({ ...describe(node), depth, from, share });
    let next = from;
    for (const child of node.children ?? []) {
      place(child, depth + 1, next);
      next += (totals.get(child) ?? 0) / all;
    }
  };
  place(root, 0, 0);
  return flames;
}

const WIDTH = 1_400;
const ROW = 17;
const TOP = 48;

/** A flame graph; hovering over a function says where it is and how much of the time it took. */
export function drawFlames(flames: readonly Flame[], title: string): string {
  const depth = flames.reduce((deepest, flame) => Math.max(deepest, flame.depth), 0);
  const content = text(16, 30, title, "title") + flames.map(drawFlame).join("");
  return picture(WIDTH, TOP + (depth + 2) * ROW, title, content);
}

function drawFlame({ title, origin, depth, from, share }: Flame): string {
  const [x, y, width] = [16 + from * (WIDTH - 32), TOP + depth * ROW, share * (WIDTH - 32)];
  const hint = escapeXml(`${title} ${origin}: ${(share * 100).toFixed(1)} %`);
  const letters = Math.floor((width - 8) / 6.5);
  const label = letters < 3 ? "" : text(x + 4, y + 12, title.slice(0, letters), "small");
  return `<g><title>${hint}</title><rect x="${x.toFixed(1)}" y="${y}" width="${Math.max(0.5, width - 0.5).toFixed(1)}" height="${ROW - 1}" fill="${colourOf(origin)}"/>${label}</g>\n`;
}

/** Our own code in brass, what others wrote and Node itself in greys. */
function colourOf(origin: string): string {
  if (origin.startsWith("packages/")) return "var(--wash)";
  return origin.startsWith("node:") || origin === "" ? "var(--line)" : "var(--quiet)";
}

const idle = new Set(["(idle)", "(program)"]);

function ownTimes(
  profile: CpuProfile,
  nodes: ReadonlyMap<number, ProfileNode>,
  last_us: number,
): Map<number, number> {
  const times = new Map<number, number>();
  let left = profile.timeDeltas.reduce((sum, delta) => sum + delta, 0);
  for (const [index, id] of profile.samples.entries()) {
    left -= profile.timeDeltas[index] ?? 0;
    if (left >= last_us) continue;
    if (idle.has(nodes.get(id)?.callFrame.functionName ?? "")) continue;
    times.set(id, (times.get(id) ?? 0) + Math.max(0, profile.timeDeltas[index] ?? 0));
  }
  return times;
}

function describe({ callFrame }: ProfileNode): { title: string; origin: string } {
  const { functionName, url, lineNumber } = callFrame;
  const place = url.replace(/^.*?(?=packages\/|node_modules\/)/, "");
  return {
    title: functionName === "" ? "(anonymous)" : functionName,
    origin: place === "" ? "" : `${place}:${lineNumber + 1}`,
  };
}
