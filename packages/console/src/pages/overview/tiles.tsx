import { duration, short } from "../../charts/scale.ts";
import { routeFigures } from "../../metrics/rates.ts";
import type { Snapshot } from "../../metrics/snapshot.ts";

/** The figures of the last minute at a glance. */
export function Tiles({ snapshots }: { readonly snapshots: readonly Snapshot[] }) {
  const last = snapshots.at(-1);
  const first = snapshots.find(({ at }) => last !== undefined && at >= last.at - 60_000);
  if (last === undefined || first === undefined) return <div className="tiles" />;
  const routes = routeFigures(first, last);
  const requests = sum(routes.map((route) => route.requests));
  const failures = sum(routes.map((route) => route.failures));
  const tokens = sum([...last.tokens.values()]) - sum([...first.tokens.values()]);
  const slowest = Math.max(0, ...routes.map(({ p95 }) => p95));
  return (
    <dl className="tiles">
      <Tile name="Tokens issued" value={short(Math.max(0, tokens))} unit="in the last minute" />
      <Tile name="Requests" value={short(requests)} unit="in the last minute" />
      <Tile
        name="Slowest route"
        value={duration(slowest)}
        unit="95th percentile of the last minute"
      />
      <Tile
        name="Refused or failed"
        value={requests === 0 ? "0 %" : `${short((100 * failures) / requests)} %`}
        unit={`${short(failures)} of ${short(requests)} requests`}
      />
    </dl>
  );
}

interface TileProps {
  readonly name: string;
  readonly value: string;
  readonly unit: string;
}

function Tile({ name, value, unit }: TileProps) {
  return (
    <div className="card tile">
      <dt>{name}</dt>
      <dd>
        <strong>{value}</strong>
        <span className="quiet small">{unit}</span>
      </dd>
    </div>
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
