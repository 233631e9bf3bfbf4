import { duration, short } from "../../charts/scale.ts";
import { routeFigures } from "../../metrics/rates.ts";
import type { Snapshot } from "../../metrics/snapshot.ts";
import { Section } from "../../parts/page.tsx";

const SHOWN = 12;

/** Every route that was asked for since the page was opened. */
export function Routes({ snapshots }: { readonly snapshots: readonly Snapshot[] }) {
  const [first] = snapshots;
  const last = snapshots.at(-1);
  const figures = first && last ? routeFigures(first, last).slice(0, SHOWN) : [];
  return (
    <Section title="Routes" lead="Since you opened the page, the busiest first.">
      {figures.length === 0 ? (
        <p className="card quiet">
          Nothing was asked of the server yet. Sign in to an app, or request a token.
        </p>
      ) : (
        <div className="card table-card">
          <table className="table">
            <caption className="unseen">Routes</caption>
            <thead>
              <tr>
                <th scope="col">Route</th>
                <th scope="col" className="number">
                  Requests
                </th>
                <th scope="col" className="number wide-only">
                  A second
                </th>
                <th scope="col" className="number wide-only">
                  Median
                </th>
                <th scope="col" className="number">
                  95th
                </th>
                <th scope="col" className="number">
                  Refused
                </th>
              </tr>
            </thead>
            <tbody>
              {figures.map(({ route, requests, rate, p50, p95, failures }) => (
                <tr key={route}>
                  <th scope="row">
                    <code>{route}</code>
                  </th>
                  <td className="number">{short(requests)}</td>
                  <td className="number wide-only">{short(rate)}</td>
                  <td className="number wide-only">{duration(p50)}</td>
                  <td className="number">{duration(p95)}</td>
                  <td className={failures > 0 ? "number bad" : "number quiet"}>
                    {short(failures)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  );
}
