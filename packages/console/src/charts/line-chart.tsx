import { useId, useState } from "react";
import type { Series } from "../metrics/rates.ts";
import { niceCeiling, short } from "./scale.ts";
import { useWidth } from "./use-width.ts";

interface LineChartProps {
  readonly title: string;
  /** The unit of the values: `per second`. */
  readonly unit: string;
  readonly series: readonly Series[];
  /** When each value was measured, in milliseconds since the epoch. */
  readonly times: readonly number[];
  readonly format?: (value: number) => string;
}

const HEIGHT = 168;
const LEFT = 56;
const TOP = 8;
const BOTTOM = 24;
/** The time axis spans one minute at first and grows to five, so that the chart is not mostly empty. */
const MIN_SPAN_MS = 60_000;
const MAX_SPAN_MS = 300_000;

/** A line chart over the last minutes, from zero. The legend shows the values under the pointer, else the latest. */
export function LineChart({ title, unit, series, times, format = short }: LineChartProps) {
  const [place, width] = useWidth();
  const [pointed, setPointed] = useState<number | undefined>(undefined);
  const heading = useId();
  const now = times.at(-1) ?? 0;
  const span = Math.min(MAX_SPAN_MS, Math.max(MIN_SPAN_MS, now - (times[0] ?? now)));
  const top = niceCeiling(Math.max(0, ...series.flatMap(({ values }) => values)));
  const x = (time: number): number => LEFT + (width - LEFT - 8) * (1 - (now - time) / span);
  const y = (value: number): number => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / top);
  const shown = pointed ?? times.length - 1;
  return (
    <figure className="card chart" aria-labelledby={heading}>
      <figcaption>
        <h2 id={heading}>{title}</h2>
        <span className="quiet small">{unit}</span>
      </figcaption>
      <div ref={place}>
        <svg
          width={width}
          height={HEIGHT}
          aria-hidden="true"
          onPointerMove={(event) => setPointed(nearest(event.nativeEvent.offsetX, times.map(x)))}
          onPointerLeave={() => setPointed(undefined)}
        >
          {[0, 0.5, 1].map((share) => (
            <g key={share} className={share === 0 ? "zero" : "grid"}>
              <line x1={LEFT} x2={width - 8} y1={y(top * share)} y2={y(top * share)} />
              <text x={LEFT - 8} y={y(top * share) + 4} textAnchor="end">
                {format(top * share)}
              </text>
            </g>
          ))}
          <TimeAxis width={width} span={span} />
          {series.map(({ label, values }, index) => (
            <Line
              key={label}
              index={index}
              points={values.map((value, at) => [x(times[at] ?? 0), y(value)])}
              floor={y(0)}
              isAlone={series.length === 1}
            />
          ))}
          {pointed !== undefined && (
            <line
              className="pointer"
              x1={x(times[pointed] ?? 0)}
              x2={x(times[pointed] ?? 0)}
              y1={TOP}
              y2={HEIGHT - BOTTOM}
            />
          )}
        </svg>
      </div>
      <ul className="legend">
        {series.map(({ label, values }, index) => (
          <li key={label}>
            <i className={`swatch series-${(index % 5) + 1}`} />
            {label} <strong>{format(values[shown] ?? 0)}</strong>
          </li>
        ))}
        {series.length === 0 && <li className="quiet">None yet.</li>}
      </ul>
    </figure>
  );
}

interface LineProps {
  readonly index: number;
  readonly points: readonly (readonly [number, number])[];
  readonly floor: number;
  readonly isAlone: boolean;
}

function Line({ index, points, floor, isAlone }: LineProps) {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return null;
  const path = `M${points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join("L")}`;
  return (
    <g className={`line series-${(index % 5) + 1}`}>
      {isAlone && <path className="area" d={`${path}L${last[0]},${floor}L${first[0]},${floor}Z`} />}
      <path d={path} />
      <circle cx={last[0]} cy={last[1]} r="3" />
    </g>
  );
}

function TimeAxis({ width, span }: { readonly width: number; readonly span: number }) {
  return (
    <g className="grid">
      <text x={LEFT} y={HEIGHT - 6}>
        {minutesAgo(span)}
      </text>
      <text x={width - 8} y={HEIGHT - 6} textAnchor="end">
        now
      </text>
    </g>
  );
}

function minutesAgo(span: number): string {
  return span < 120_000
    ? `${Math.round(span / 1000)} s ago`
    : `${Math.round(span / 60_000)} min ago`;
}

function nearest(wanted: number, places: readonly number[]): number | undefined {
  const distances = places.map((place) => Math.abs(place - wanted));
  const at = distances.indexOf(Math.min(...distances));
  return at === -1 ? undefined : at;
}
