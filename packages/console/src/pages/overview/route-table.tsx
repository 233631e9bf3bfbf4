import { duration, short } from "../../charts/scale.ts";
import { Section } from "../../components/page.tsx";
import { type SortableColumn, Table } from "../../components/tables/table.tsx";
import { type RouteMetrics, routeMetrics } from "../../metrics/rates.ts";
import type { Snapshot } from "../../metrics/snapshot.ts";
import { completeList } from "../../queries/lists.ts";

const columns: readonly SortableColumn<RouteMetrics>[] = [
  { title: "Route", cell: ({ route }) => <code>{route}</code> },
  {
    title: "Requests",
    alignEnd: true,
    cell: ({ requests }) => short(requests),
    sortBy: ({ requests }) => requests,
  },
  {
    title: "Per second",
    alignEnd: true,
    wideOnly: true,
    cell: ({ rate }) => short(rate),
    sortBy: ({ rate }) => rate,
  },
  {
    title: "p50",
    alignEnd: true,
    wideOnly: true,
    cell: ({ p50 }) => duration(p50),
    sortBy: ({ p50 }) => p50,
  },
  { title: "p95", alignEnd: true, cell: ({ p95 }) => duration(p95), sortBy: ({ p95 }) => p95 },
  {
    title: "Errors",
    alignEnd: true,
    cell: ({ errors }) => <span className={errors > 0 ? "bad" : "quiet"}>{short(errors)}</span>,
    sortBy: ({ errors }) => errors,
  },
];

/** The metrics of every route with requests since the page was opened. */
export function RouteTable({ snapshots }: { readonly snapshots: readonly Snapshot[] }) {
  const [first] = snapshots;
  const last = snapshots.at(-1);
  return (
    <Section title="Routes" lead="Since you opened the page, the busiest first.">
      <Table
        label="Routes"
        list={completeList(first && last ? routeMetrics(first, last) : undefined)}
        columns={columns}
        keyOf={({ route }) => route}
        empty={{
          title: "No requests yet",
          children: <p>Sign in to an app or request a token, and its route appears here.</p>,
        }}
      />
    </Section>
  );
}
