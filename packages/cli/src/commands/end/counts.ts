import type { Termination } from "@latchkey/api";

/** How many were ended of each kind, where there were any. */
export function countsOf({
  ended,
}: Pick<Termination, "ended">): readonly (readonly [kind: string, count: number])[] {
  return Object.entries(ended).filter(([, count]) => count > 0);
}

/** A heading, and a line for each kind of what was ended, or would be. */
export function listCounts(
  heading: string,
  termination: Pick<Termination, "ended" | "complete" | "dry_run">,
): string {
  const { dry_run, complete } = termination;
  const lines = countsOf(termination).map(
    ([kind, count]) => `  ${kind.replaceAll("_", " ")}: ${count}\n`,
  );
  const listed = lines.length > 0 ? lines.join("") : "  nothing that is stored\n";
  if (complete) return `${heading}\n${listed}`;
  const rest = dry_run
    ? "There is more: not everything was counted."
    : "All of it is refused. There is more to remove, which a server goes on with.";
  return `${heading}\n${listed}${rest}\n`;
}
