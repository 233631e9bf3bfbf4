import { Bars } from "../../charts/bars.tsx";
import { errorIncreases } from "../../metrics/rates.ts";
import type { Snapshot } from "../../metrics/snapshot.ts";
import { Link, to } from "../../router.tsx";
import { isServed } from "../../served.ts";

const MAX_BARS = 6;

/** Error responses since the page was opened, by cause. */
export function ErrorsByCause({ snapshots }: { readonly snapshots: readonly Snapshot[] }) {
  const errors = errorIncreases(snapshots);
  return (
    <section className="card chart" aria-labelledby="errors-by-cause">
      <header>
        <h2 id="errors-by-cause">Errors by cause</h2>
        <span className="quiet small">responses since you opened the page</span>
      </header>
      {errors.length === 0 ? (
        <p className="quiet">No errors since you opened the page.</p>
      ) : (
        <>
          <Bars amounts={errors.slice(0, MAX_BARS)} />
          {isServed("listFlows") && (
            <Link className="small" href={`${to("inspector")}?outcome=failed`}>
              Failed flows and token requests in the inspector
            </Link>
          )}
          <p className="quiet small">
            {isServed("listFlows") &&
              "The inspector records authorizations, token requests, revocations and sign-outs. "}
            The log of the server has every request.
          </p>
        </>
      )}
    </section>
  );
}
