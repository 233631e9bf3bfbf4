import { duration } from "../../charts/scale.ts";
import { LineChart } from "../../charts/line-chart.tsx";
import { latencies, ratesOf, requestRates, type Series, timesOf } from "../../metrics/rates.ts";
import type { Snapshot } from "../../metrics/snapshot.ts";
import { useSnapshots } from "../../metrics/use-snapshots.ts";
import { LinkButton } from "../../parts/button.tsx";
import { Problem } from "../../parts/notice.tsx";
import { Page } from "../../parts/page.tsx";
import { to } from "../../router.tsx";
import { Causes } from "./causes.tsx";
import { Routes } from "./routes.tsx";
import { Tiles } from "./tiles.tsx";

/** How the server is doing, live. */
export function Overview() {
  const { snapshots, error } = useSnapshots();
  return (
    <Page
      title="Overview"
      lead="This server since you opened the page, every two seconds. What the console itself asks is left out."
      actions={<LinkButton href={to("inspector")}>Watch flows live</LinkButton>}
    >
      <Problem error={error} />
      <Tiles snapshots={snapshots} />
      <Charts snapshots={snapshots} />
      <Routes snapshots={snapshots} />
    </Page>
  );
}

/** How many lines people can tell apart. */
const LINES = 4;

function Charts({ snapshots }: { readonly snapshots: readonly Snapshot[] }) {
  const times = timesOf(snapshots);
  const requests = requestRates(snapshots).filter(isAlive).slice(0, LINES);
  const sessions = sessionsOf(snapshots);
  return (
    <div className="charts">
      <LineChart
        title="Tokens issued"
        unit="a second, by kind and grant"
        times={times}
        series={ratesOf(snapshots, ({ tokens }) => tokens)
          .filter(isAlive)
          .slice(0, LINES)}
      />
      <LineChart title="Requests" unit="a second, busiest routes" times={times} series={requests} />
      <LineChart
        title="Latency"
        unit="95th percentile, busiest routes"
        times={times}
        format={duration}
        series={requests.map(({ label }) => latencies(snapshots, label, 0.95))}
      />
      {sessions !== undefined && (
        <LineChart
          title="Signed-in sessions"
          unit="browsers that are remembered"
          times={times}
          series={[{ label: "now", values: sessions }]}
        />
      )}
      <Causes snapshots={snapshots} />
    </div>
  );
}

/** Undefined where the server does not count them. */
function sessionsOf(snapshots: readonly Snapshot[]): number[] | undefined {
  const values = snapshots.slice(1).flatMap(({ sessions }) => sessions ?? []);
  return values.length === snapshots.length - 1 && values.length > 0 ? values : undefined;
}

function isAlive({ values }: Series): boolean {
  return values.some((value) => value > 0);
}
