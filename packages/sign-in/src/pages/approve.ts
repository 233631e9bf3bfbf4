import type { BackchannelRequest } from "@latchkey/api";
import { ApiError } from "@latchkey/client";

import { issueCsrfToken, verifyCsrfToken } from "../http/csrf.ts";
import type { PageRequest, PageResponse } from "../http/exchange.ts";
import { seeOther, showPage } from "../http/responses.ts";
import { messagesIn } from "../messages/messages.ts";
import { frameOf, readForm, signInUrl, type PageContext } from "../page-context.ts";
import type { AccountServices } from "../account-services.ts";
import { acrOf, strengthOfMethods } from "../factors/policy.ts";
import { levelsOf } from "../factors/asked-levels.ts";
import { withProviderTexts } from "../federation/scope-texts.ts";
import { approveView } from "../views/approve-view.ts";
import type { Frame } from "../views/layout.ts";
import { describeDetails, readGrantedDetails } from "./authorization-details.ts";
import { describeClient } from "./client-details.ts";
import { displayName } from "./display-name.ts";
import { csrfRejected, showNotice } from "./notices.ts";
import {
  allowedClaims,
  describeClaims,
  readRequestedClaims,
  releaseClaims,
} from "./requested-claims.ts";
import { describeScopes, readGrantedScope, readOperatorTexts } from "./scopes.ts";

/** GET /approve: shows the newest request that waits for an answer of the signed-in user. */
export async function showApproval(
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  const { subject } = request;
  const frame = frameOf(request, context);
  const { sign_in_url } = context;
  if (subject === undefined && sign_in_url !== undefined)
    return seeOther(signInUrl("approve", context));
  if (subject === undefined) return askToSignIn(frame, "sign_in_first", context);
  const [newest] = await context.latchkey.listBackchannelRequests({ user: subject });
  if (newest !== undefined) return showForm(newest, subject, request, context);
  return showOutcome(frame, "nothing");
}

/** POST /approve: accepts or rejects a request of the signed-in user. */
export async function submitApproval(
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  const { subject } = request;
  const frame = frameOf(request, context);
  if (subject === undefined) return askToSignIn(frame, "sign_in_first", context);
  const { latchkey } = context;
  const form = readForm(request);
  const backchannel_challenge = form.get("challenge") ?? "";
  const scope = csrfScope(backchannel_challenge, subject);
  const rejection = verifyCsrfToken(scope, form.get("csrf"), request, context);
  if (rejection !== undefined) return csrfRejected(frame, rejection, approveUrl(frame));

  // Only what is asked of this user: a challenge alone does not show whom it is for.
  const waiting = await latchkey.listBackchannelRequests({ user: subject });
  const asked = waiting.find(({ challenge }) => challenge === backchannel_challenge);
  if (asked === undefined)
    return showNotice(frame, { notice: messagesIn(frame.locale).expired }, { status: 404 });
  const answered = frameOf(request, context, asked.oidc_context.ui_locales);
  if (form.get("decision") !== "allow") {
    await latchkey.rejectBackchannelRequest({ backchannel_challenge });
    return showOutcome(answered, "denied");
  }
  try {
    await accept(asked, form, request, context);
  } catch (error) {
    if (!isUnmet(error)) throw error;
    return askToSignIn(answered, "sign_in_again", context);
  }
  return showOutcome(answered, "allowed");
}

async function accept(
  asked: BackchannelRequest,
  form: URLSearchParams,
  { subject = "", authenticated_at, session_id = "" }: PageRequest,
  { latchkey, accounts, account_services }: PageContext,
): Promise<void> {
  const { challenge, requested_scope, requested_authorization_details = [] } = asked;
  const grant_scope = readGrantedScope(requested_scope, form.getAll("grant_scope"));
  const details = readGrantedDetails(requested_authorization_details, form.getAll("grant_detail"));
  const requested = readRequestedClaims(asked.oidc_context.claims);
  const claims = allowedClaims(requested, grant_scope, form.getAll("grant_claim"));
  const amr = (await account_services?.sessions.methodsOf(subject, session_id)) ?? ["pwd"];
  const acr = account_services && acrOfSession(asked, amr, account_services);
  await latchkey.acceptBackchannelRequest({
    backchannel_challenge: challenge,
    body: {
      subject,
      amr: [...amr], // RFC 8176 §2
      ...(acr !== undefined && { acr }),
      ...(authenticated_at !== undefined && { auth_time: authenticated_at }),
      grant_scope,
      grant_access_token_audience: asked.requested_access_token_audience,
      ...(details.length > 0 && { grant_authorization_details: details }),
      session: releaseClaims(await accounts.profile(subject), grant_scope, requested, claims),
    },
  });
}

function acrOfSession(
  { oidc_context, client }: BackchannelRequest,
  amr: readonly string[],
  { acr_names }: AccountServices,
): string | undefined {
  // The policy for the account says nothing about names.
  return acrOf(levelsOf(oidc_context, client, 1), strengthOfMethods(amr), acr_names);
}

/** Whether the client requires another authentication than the one of this session. */
function isUnmet(error: unknown): boolean {
  return error instanceof ApiError && error.error === "unmet_authentication_requirements";
}

async function showForm(
  asked: BackchannelRequest,
  subject: string,
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  const { challenge, client, requested_scope, requested_authorization_details = [] } = asked;
  const frame = frameOf(request, context, asked.oidc_context.ui_locales);
  const messages = messagesIn(frame.locale);
  const [profile, details] = await Promise.all([
    context.accounts.profile(subject),
    describeDetails(requested_authorization_details, frame.locale, context),
  ]);
  const { csrf, set_cookie } = issueCsrfToken(csrfScope(challenge, subject), request, context);
  const ofOperator = readOperatorTexts(asked.display_texts, frame.locale, frame.brand);
  const texts = await withProviderTexts(ofOperator, requested_scope, context, messages);
  const nothing = { remembered: [], ever: [] };
  const shown = {
    client: describeClient(client, ""),
    target: { action: approveUrl(frame), csrf },
    challenge,
    user: displayName(profile, subject),
    binding_message: asked.binding_message,
    permissions: describeScopes(requested_scope, nothing, messages.scope, texts),
    claims: describeClaims(asked.oidc_context.claims, requested_scope, messages).map((claim) => ({
      ...claim,
      is_granted: false,
    })),
    details,
    audience: asked.requested_access_token_audience.map((name) => ({
      name,
      text: texts.ofAudience(name),
    })),
    is_addition: false,
  };
  const title = messages.approve.client_asks(shown.client.name);
  return showPage(frame, { title, body: approveView(shown, messages) }, { set_cookie });
}

function showOutcome(frame: Frame, outcome: "nothing" | "allowed" | "denied"): PageResponse {
  const { approve } = messagesIn(frame.locale);
  const action = { href: approveUrl(frame), label: approve.check_again };
  return showNotice(frame, { notice: approve[outcome], action });
}

function askToSignIn(
  frame: Frame,
  reason: "sign_in_first" | "sign_in_again",
  context: PageContext,
): PageResponse {
  const { approve, sign_in: label } = messagesIn(frame.locale);
  const prompt = reason === "sign_in_again" ? "login" : undefined;
  const href = signInUrl("approve", context, { prompt });
  const action = context.sign_in_url === undefined ? undefined : { href, label };
  return showNotice(frame, { notice: approve[reason], action }, { status: 403 });
}

function approveUrl({ base_path }: Pick<Frame, "base_path">): string {
  return `${base_path}approve`;
}

/** Binds the CSRF token to the user, so that it is not valid for the next user of the same browser. */
function csrfScope(challenge: string, subject: string): string {
  return JSON.stringify(["approve", subject, challenge]);
}
