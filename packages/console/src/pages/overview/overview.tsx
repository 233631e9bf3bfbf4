import { LineChart } from "../../charts/line-chart.tsx";
import { duration } from "../../charts/scale.ts";
import { LinkButton } from "../../components/button.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { Page } from "../../components/page.tsx";
import {
  counterRates,
  intervalEnds,
  latencySeries,
  requestRates,
  sessionCounts,
  type Series,
} from "../../metrics/rates.ts";
import type { Snapshot } from "../../metrics/snapshot.ts";
import { useSnapshots } from "../../metrics/use-snapshots.ts";
import { to } from "../../router.tsx";
import { isServed } from "../../served.ts";
import { ErrorsByCause } from "./errors-by-cause.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { RecordCountTiles } from "./record-counts.tsx";
import { RouteTable } from "./route-table.tsx";
import { SummaryTiles } from "./summary-tiles.tsx";
import { useRecordCounts } from "./use-record-counts.ts";

/** What the server has, and its metrics, live. */
export function Overview() {
  const { counts, isFetched } = useRecordCounts();
  // After the counts, so that their requests are not among those since the page was opened.
  const { snapshots, error } = useSnapshots(isFetched);
  return (
    <Page
      title="Overview"
      lead="Metrics of this server since you opened the page, updated every two seconds. Requests of the console itself are not counted."
      actions={
        isServed("listFlows") && <LinkButton href={to("inspector")}>View live flows</LinkButton>
      }
    >
      <ErrorNotice error={error} />
      <FirstSteps counts={counts} />
      <RecordCountTiles counts={counts} snapshots={snapshots} />
      <SummaryTiles snapshots={snapshots} />
      <Charts snapshots={snapshots} />
      <RouteTable snapshots={snapshots} />
    </Page>
  );
}

/** The most lines that can be distinguished in a chart. */
const MAX_LINES = 4;

function Charts({ snapshots }: { readonly snapshots: readonly Snapshot[] }) {
  const times = intervalEnds(snapshots);
  const requests = requestRates(snapshots).filter(hasValues).slice(0, MAX_LINES);
  const sessions = sessionCounts(snapshots);
  return (
    <div className="charts">
      <LineChart
        title="Tokens issued"
        unit="per second, by kind and grant type"
        times={times}
        series={counterRates(snapshots, ({ tokens }) => tokens)
          .filter(hasValues)
          .slice(0, MAX_LINES)}
      />
      <LineChart
        title="Requests"
        unit="per second, busiest routes"
        times={times}
        series={requests}
      />
      <LineChart
        title="Latency"
        unit="p95, busiest routes"
        times={times}
        format={duration}
        series={requests.map(({ label }) => latencySeries(snapshots, label, 0.95))}
      />
      {sessions !== undefined && (
        <LineChart
          title="Login sessions"
          unit="remembered browsers"
          times={times}
          series={sessions.length === 0 ? [] : [{ label: "now", values: sessions }]}
        />
      )}
      <ErrorsByCause snapshots={snapshots} />
    </div>
  );
}

function hasValues({ values }: Series): boolean {
  return values.some((value) => value > 0);
}
