import { duration, short } from "../../charts/scale.ts";
import { summarize } from "../../metrics/rates.ts";
import type { Snapshot } from "../../metrics/snapshot.ts";

/** In place of a duration or a share of no requests, which is not zero. */
const NO_VALUE = "–";

/** The metrics of the last minute at a glance. */
export function SummaryTiles({ snapshots }: { readonly snapshots: readonly Snapshot[] }) {
  const summary = summarize(snapshots, 60_000);
  if (summary === undefined) return <div className="tiles" />;
  const { tokens, requests, errors, slowest } = summary;
  return (
    <dl className="tiles">
      <Tile name="Tokens issued" value={short(tokens)} unit="in the last minute" />
      <Tile name="Requests" value={short(requests)} unit="in the last minute" />
      <Tile
        name="Slowest route"
        value={slowest === undefined ? NO_VALUE : duration(slowest)}
        unit="p95 of the last minute"
      />
      <Tile
        name="Error rate"
        value={requests === 0 ? NO_VALUE : `${short((100 * errors) / requests)} %`}
        unit={requests === 0 ? "no requests" : `${short(errors)} of ${short(requests)} requests`}
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
