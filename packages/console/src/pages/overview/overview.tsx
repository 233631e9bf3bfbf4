import { duration, short } from "../../charts/scale.ts";
import { LineChart } from "../../charts/line-chart.tsx";
import { quantiles, ratesOf, requestRate, type Series, timesOf } from "../../metrics/rates.ts";
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
      <div className="charts">
        <Causes snapshots={snapshots} />
      </div>
      <Routes snapshots={snapshots} />
    </Page>
  );
}

function Charts({ snapshots }: { readonly snapshots: readonly Snapshot[] }) {
  const times = timesOf(snapshots);
  return (
    <div className="charts">
      <LineChart
        title="Access tokens issued"
        unit="a second, by grant"
        times={times}
        series={busiest(ratesOf(snapshots, ({ tokens }) => tokens))}
      />
      <LineChart
        title="Requests"
        unit="a second"
        times={times}
        series={[{ label: "answered", values: requestRate(snapshots) }]}
      />
      <LineChart
        title="Latency"
        unit="until the answer is ready"
        times={times}
        format={duration}
        series={[
          { label: "median", values: quantiles(snapshots, 0.5) },
          { label: "95th percentile", values: quantiles(snapshots, 0.95) },
        ]}
      />
      <LineChart
        title="Signed-in sessions"
        unit="browsers that are remembered"
        times={times}
        format={short}
        series={sessionsOf(snapshots)}
      />
    </div>
  );
}

function sessionsOf(snapshots: readonly Snapshot[]): Series[] {
  const values = snapshots.slice(1).map(({ sessions }) => sessions);
  return values.every((value) => value !== undefined) && values.length > 0
    ? [{ label: "now", values: values.map((value) => value ?? 0) }]
    : [];
}

function busiest(series: readonly Series[]): Series[] {
  return series.slice(0, 5);
}
