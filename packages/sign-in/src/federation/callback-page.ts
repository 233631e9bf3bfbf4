import type { PageRequest, PageResponse } from "../http/exchange.ts";
import { seeOther } from "../http/responses.ts";
import { readState } from "../http/signed-state.ts";
import { messagesIn } from "../messages/messages.ts";
import { frameOf, type PageContext, pageUrl, readForm } from "../page-context.ts";
import { requestIdDetail, showNotice } from "../pages/notices.ts";
import { showSignedOut } from "../pages/logout.ts";
import { noteFailedSignIn } from "../signing-in/failed-sign-in.ts";
import { noteLink } from "./complete.ts";
import { describeFailure } from "./describe-failure.ts";
import { readReturned, redirectWith, type Returned } from "./returned.ts";
import type { FinishOutcome } from "./service.ts";
import { SIGNED_OUT } from "./signed-out-state.ts";
import { isBoundToBrowser } from "./start.ts";

/** What a response is read from: RFC 6749 §4.1.2, RFC 9207 §2. Everything else that a provider sends is ignored. */
const PARAMETERS = ["code", "state", "iss", "error"];

/** No parameter of a response is longer. */
const MAX_LENGTH = 8_192;

/**
 * POST /sign-in-with/{provider}/callback: a provider returned the user with a form. Browsers send no `SameSite=Lax` cookie with it;
 * they do with the request that follows a redirect.
 */
export function redirectToCallback(request: PageRequest): PageResponse {
  return seeOther(`${request.path}?${parametersOf(readForm(request))}`);
}

/**
 * GET /sign-in-with/{provider}/callback: handles a response and redirects, to the login page or to the account page, or to itself
 * to show why not.
 */
export async function showCallback(
  provider_id: string,
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  const response = parametersOf(request.query);
  const here = { path: request.path, scope: `callback ${provider_id}` };
  if (response.size === 0) return showReturned(here.scope, request, context);
  const outcome = await context.account_services?.federation?.finish(provider_id, response, {
    isBoundTo: (state, binding) => isBoundToBrowser(state, binding, request, context),
    address: request.address,
    request_id: request.request_id,
  });
  const failed = outcome && failureOf(outcome);
  if (failed !== undefined) noteFailedSignIn(failed, request, context);
  if (outcome === undefined || outcome.kind === "unknown") {
    const page = redirectWith(unknownResponse(request), here, request, context);
    return { ...page, note: { refusal: "provider_state_unknown" } };
  }
  if (outcome.purpose.kind === "link")
    return redirectWithLink(outcome, outcome.purpose, here, request, context);
  const { challenge } = outcome.purpose;
  const login = { path: pageUrl("login", challenge, context), scope: challenge };
  const returned = outcome.kind === "arrived" ? outcome : returnedFrom(outcome, request);
  const page = redirectWith(returnedOf(returned), login, request, context);
  return { ...page, note: { login_challenge: challenge, refusal: failed?.reason } };
}

type KnownOutcome = Exclude<FinishOutcome, { readonly kind: "unknown" }>;
type FailedOutcome = Exclude<KnownOutcome, { readonly kind: "arrived" }>;

/** What is recorded of a response that the sign-in does not go on with. */
function failureOf(outcome: FinishOutcome) {
  if (outcome.kind === "arrived") return undefined;
  const provider = outcome.provider?.provider_id;
  const failed = { method: "provider", ...(provider !== undefined && { provider }) } as const;
  if (outcome.kind === "unknown") return { ...failed, reason: "provider_state_unknown" } as const;
  return outcome.kind === "wait"
    ? ({ ...failed, reason: "throttled", throttle: outcome.limit } as const)
    : { ...failed, reason: outcome.reason };
}

function returnedFrom(outcome: FailedOutcome, { request_id }: PageRequest): Returned {
  const { kind, provider } = outcome;
  const seconds = outcome.kind === "wait" ? outcome.seconds : undefined;
  return { kind, provider: provider.name, seconds, request_id };
}

/** Without what else is known. */
function returnedOf(returned: Returned): Returned {
  return returned.kind === "arrived"
    ? { kind: "arrived", arrival_id: returned.arrival_id }
    : returned;
}

function unknownResponse({ request_id }: PageRequest): Returned {
  return { kind: "unknown", provider: "", request_id };
}

/** The user came from the account page, and must still be signed in to the same account. */
async function redirectWithLink(
  outcome: KnownOutcome,
  purpose: { readonly subject: string; readonly session_id: string },
  here: { readonly path: string; readonly scope: string },
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  const answer = (returned: Returned): PageResponse =>
    redirectWith(returned, here, request, context);
  if (purpose.subject !== request.subject || purpose.session_id !== request.session_id)
    return answer(unknownResponse(request));
  if (outcome.kind !== "arrived") return answer(returnedFrom(outcome, request));
  const federation = context.account_services?.federation;
  const linked = await federation?.link(outcome.arrival_id, purpose.subject);
  const { locale } = frameOf(request, context);
  if (linked?.kind === "linked")
    await noteLink(purpose.subject, linked.provider, locale, request, context);
  if (linked?.kind === "linked" || linked?.kind === "used")
    return seeOther(`${context.base_path}account?done=provider_linked`);
  const { request_id } = request;
  return linked === undefined || linked.kind === "gone"
    ? answer(unknownResponse(request))
    : answer({ kind: linked.kind, provider: linked.provider, request_id });
}

/** Shows what became of a response, where it has no page of its own. */
function showReturned(scope: string, request: PageRequest, context: PageContext): PageResponse {
  const frame = frameOf(request, context);
  const messages = messagesIn(frame.locale);
  const { federation } = messages;
  const returned = readReturned(scope, request, context);
  const { request_id } = returned === undefined || returned.kind === "arrived" ? request : returned;
  const details = requestIdDetail(frame, request_id);
  if (returned === undefined || returned.kind === "arrived" || returned.kind === "unknown") {
    const content = { notice: federation.response_unknown, next: messages.start_in_app, details };
    return showNotice(frame, content, { status: 400 });
  }
  const { kind, provider, seconds = 0 } = returned;
  const text =
    kind === "other_account" || kind === "other_identity"
      ? federation[kind](provider)
      : describeFailure({ kind, seconds }, provider, messages);
  const action = { href: `${context.base_path}account`, label: messages.account.back };
  const notice = { title: federation.not_linked, text };
  const status = kind === "wait" ? 429 : 422;
  return showNotice(frame, { notice, action, details }, { status });
}

/** GET /sign-in-with/{provider}/signed-out: continues the logout that was passed on. The signed state says where. */
export function showProviderSignedOut(
  request: PageRequest,
  context: PageContext,
): PageResponse | Promise<PageResponse> {
  const now = context.account_services?.now() ?? 0;
  const state = readState(SIGNED_OUT, request.query.get("state"), now, context);
  const { redirect_to } = state ?? {};
  return typeof redirect_to === "string" ? seeOther(redirect_to) : showSignedOut(request, context);
}

function parametersOf(given: URLSearchParams): URLSearchParams {
  return new URLSearchParams(
    PARAMETERS.flatMap((name) =>
      given
        .getAll(name)
        .slice(0, 2)
        .map((value): [string, string] => [name, value.slice(0, MAX_LENGTH)]),
    ),
  );
}
