import { median } from "../statistics.ts";
import type {
  CleanUp,
  Cost,
  Layout,
  PartitionsRun,
  RoundCost,
  Stored,
} from "../partitions/stored.ts";
import { alignColumns, readable, readableCount } from "./columns.ts";

const titles: Readonly<Record<Layout, string>> = {
  sqlite: "SQLite",
  plain: "PostgreSQL",
  partitioned: "PostgreSQL, partitions",
};

type Kind = "issue" | "introspect";

/** A column for each store, smaller before larger, and what is compared between sizes. */
export function partitionRows({ measured }: PartitionsRun): {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
} {
  const row = (
    title: string,
    value: (one: Stored) => number | undefined,
    format: (value: number | undefined) => string = readable,
  ): string[] => [title, ...measured.map((one) => format(value(one)))];
  const costs = (kind: Kind): string[][] => [
    row(`${kind}, µs of the server`, (one) => one[kind].server_us),
    row(`${kind}, µs of PostgreSQL`, (one) => one[kind].database_us),
    row(`${kind}, to the smaller store`, (one) => growthOf(measured, one, kind)),
  ];
  const cleaned = (
    title: string,
    value: (one: CleanUp) => number | undefined,
    format: (value: number | undefined) => string = readable,
  ): string[] => row(title, ({ clean_up }) => value(clean_up), format);
  return {
    head: [
      "",
      ...measured.map(({ layout, size }) => `${titles[layout]}, ${size.toLocaleString("en")}`),
    ],
    rows: [
      ...costs("issue"),
      ...costs("introspect"),
      row("bytes for an access token, with its indexes", (one) => one.bytes_per_access_token),
      row("bytes for a grant, with its indexes", (one) => one.bytes_per_grant),
      row("partitions with access tokens", (one) => one.windows, readableCount),
      cleaned("rows that expired", (one) => one.expired, readableCount),
      cleaned("of these removed each second", (one) => one.removed_per_second, readableCount),
      cleaned(
        "tokens issued each second, meanwhile",
        (one) => one.issued_per_second,
        readableCount,
      ),
      cleaned("and before", (one) => one.issued_before_per_second, readableCount),
      cleaned("p99 of these requests, ms", (one) => one.issued_p99_ms),
      cleaned("dropping the partitions, ms", (one) => one.dropping_ms, readableCount),
      cleaned("dead rows", (one) => one.dead_rows, readableCount),
      cleaned("vacuum, s", (one) => one.vacuum_s),
      cleaned("MB of the table before", (one) => one.bytes_before / 1e6),
      cleaned("and after", (one) => one.bytes_after / 1e6),
    ],
  };
}

export function renderPartitions(run: PartitionsRun): string {
  const { head, rows } = partitionRows(run);
  return alignColumns([[...head], ...rows.map((cells) => [...cells])]);
}

/** The cost on a store to that on the smallest of its layout: the median of what it is in each round. */
export function growthOf(
  measured: readonly Stored[],
  { layout, size, ...one }: Stored,
  kind: Kind,
): number | undefined {
  const [smallest] = measured
    .filter((other) => other.layout === layout)
    .toSorted((a, b) => a.size - b.size);
  if (smallest === undefined || smallest.size === size) return undefined;
  return ratioOf(one[kind], smallest[kind]);
}

function ratioOf(one: Cost, other: Cost): number {
  return median(
    one.rounds.flatMap((round, index) => {
      const before = other.rounds[index];
      return before === undefined ? [] : [costOf(round) / costOf(before)];
    }),
  );
}

function costOf({ server_us, database_us }: RoundCost): number {
  return server_us + database_us;
}
