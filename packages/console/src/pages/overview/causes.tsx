import { Bars } from "../../charts/bars.tsx";
import type { Snapshot } from "../../metrics/snapshot.ts";
import { Link, to } from "../../router.tsx";

const SHOWN = 6;

/** What went wrong since the page was opened, by cause. */
export function Causes({ snapshots }: { readonly snapshots: readonly Snapshot[] }) {
  const [first] = snapshots;
  const last = snapshots.at(-1);
  const grown = [...(last?.errors ?? [])]
    .map(([cause, count]) => [cause, count - (first?.errors.get(cause) ?? 0)] as const)
    .filter(([, count]) => count > 0)
    .sort(([, one], [, other]) => other - one);
  return (
    <section className="card chart" aria-labelledby="causes">
      <header>
        <h2 id="causes">Errors by cause</h2>
        <span className="quiet small">answers since you opened the page</span>
      </header>
      {grown.length === 0 ? (
        <p className="quiet">None since you opened the page.</p>
      ) : (
        <>
          <Bars amounts={grown.slice(0, SHOWN)} />
          <Link className="small" href={`${to("inspector")}?outcome=failed`}>
            Failed flows and token requests in the inspector
          </Link>
          <p className="quiet small">
            It keeps authorizations, token requests, revocations and sign-outs. The server’s log has
            every request.
          </p>
        </>
      )}
    </section>
  );
}
