import { issueCsrfToken } from "../http/csrf.ts";
import type { PageRequest, PageResponse } from "../http/exchange.ts";
import { seeOther } from "../http/responses.ts";
import { readState, signState } from "../http/signed-state.ts";
import { nowOf, type PageContext } from "../page-context.ts";

/**
 * What became of the response of a provider. The page that handles it redirects to one that shows this, so that neither the code nor
 * anything of the user is in the address bar and in the history of the browser.
 */
export type Returned =
  | { readonly kind: "arrived"; readonly arrival_id: string }
  | {
      readonly kind: FailureKind;
      /** The name of the provider. */
      readonly provider: string;
      readonly seconds?: number | undefined;
      /** Of the request that handled the response: the log has it. */
      readonly request_id?: string | undefined;
    };

const failureKinds = [
  "cancelled",
  "unavailable",
  "failed",
  "failed_for_good",
  "wait",
  "unknown",
  "other_account",
  "other_identity",
] as const;

type FailureKind = (typeof failureKinds)[number];

/** Seconds. */
const VALID_FOR = 15 * 60;

/** Redirects to a page with what became of a response: signed for this page, and for this browser alone. `scope` names the page. */
export function redirectWith(
  returned: Returned,
  { path, scope }: { readonly path: string; readonly scope: string },
  request: PageRequest,
  context: PageContext,
): PageResponse {
  const { csrf, set_cookie } = issueCsrfToken(scope, request, context);
  const until = nowOf(context) + VALID_FOR;
  const state = signState(purposeOf(scope, csrf), { ...returned }, until, context);
  const separator = path.includes("?") ? "&" : "?";
  return seeOther(`${path}${separator}returned=${state}`, {
    set_cookie: set_cookie === undefined ? [] : [set_cookie],
  });
}

/** Undefined where the query has none that is of this page and browser. */
export function readReturned(
  scope: string,
  request: PageRequest,
  context: PageContext,
): Returned | undefined {
  const given = request.query.get("returned");
  if (given === null) return undefined;
  const purpose = purposeOf(scope, issueCsrfToken(scope, request, context).csrf);
  const read = readState(purpose, given, nowOf(context), context);
  if (read === undefined) return undefined;
  const { kind, arrival_id, provider, seconds, request_id } = read;
  if (kind === "arrived") return { kind, arrival_id: String(arrival_id) };
  const known = failureKinds.find((one) => one === kind);
  return (
    known && {
      kind: known,
      provider: String(provider),
      seconds: typeof seconds === "number" ? seconds : undefined,
      request_id: typeof request_id === "string" ? request_id : undefined,
    }
  );
}

function purposeOf(scope: string, csrf: string): readonly string[] {
  return ["returned from a provider", scope, csrf];
}
