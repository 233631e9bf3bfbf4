import type { ConsentRequest, JsonObject } from "@latchkey/api";
import { ApiError } from "@latchkey/client";

import { redirectAfterForm, seeOther, showPage } from "../http/responses.ts";
import { withProviderTexts } from "../federation/scope-texts.ts";
import { withProviderClaim } from "../federation/provider-claim.ts";
import { describeDetails, readGrantedDetails } from "./authorization-details.ts";
import { describeClient, safeLinkUrl } from "./client-details.ts";
import { issueCsrfToken, verifyCsrfToken } from "../http/csrf.ts";
import { pageUrl, frameOf, readForm, type PageContext } from "../page-context.ts";
import type { PageResponse, PageRequest } from "../http/exchange.ts";
import { messagesOf } from "../branding/page-messages.ts";
import { csrfRejected, challengeMissing } from "./notices.ts";
import { displayName } from "./display-name.ts";
import { acceptanceOf, type Choice, chooseAll } from "./consent-acceptance.ts";
import { describeClaims } from "./requested-claims.ts";
import { describeScopes, readGrantedScope, readOperatorTexts } from "./scopes.ts";
import { consentView } from "../views/consent-view.ts";

/** GET /consent: shows the consent form, unless consent may be skipped. */
export async function showConsent(
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  const consent_challenge = request.query.get("consent_challenge");
  if (!consent_challenge) return challengeMissing(frameOf(request, context));

  const asked = await context.latchkey.getConsentRequest({ consent_challenge });
  if (asked.client.skip_consent === true)
    return seeOther(await accept(asked, chooseAll(asked), context));
  if (!asked.skip) return showForm(asked, request, context);
  // Claims are released as far as they were granted before.
  return seeOther(await accept(asked, { ...chooseAll(asked), claims: [] }, context));
}

/** POST /consent: accepts or rejects the consent request. */
export async function submitConsent(
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  const form = readForm(request);
  const consent_challenge = request.query.get("consent_challenge");
  if (!consent_challenge) return challengeMissing(frameOf(request, context));

  const rejection = verifyCsrfToken(consent_challenge, form.get("csrf"), request, context);
  if (rejection !== undefined) {
    return csrfRejected(
      frameOf(request, context),
      rejection,
      pageUrl("consent", consent_challenge, context),
    );
  }
  const asked = await context.latchkey.getConsentRequest({ consent_challenge });
  const frame = frameOf(request, context, asked.oidc_context.ui_locales);
  if (form.get("decision") !== "allow") {
    const body = { error: "access_denied", error_description: "The user denied access." };
    const { redirect_to } = await context.latchkey.rejectConsentRequest({
      consent_challenge,
      body,
    });
    return redirectAfterForm(frame, redirect_to);
  }
  return redirectAfterForm(frame, await accept(asked, readChoice(form, asked), context));
}

/** The selected permissions, and those that were not asked for because they were granted before. */
function readChoice(form: URLSearchParams, asked: ConsentRequest): Choice {
  const { requested_scope, requested_authorization_details = [], granted_before } = asked;
  const { new_details, old_details } = splitDetails(asked);
  const selected = new Set(readGrantedDetails(new_details, form.getAll("grant_detail")));
  return {
    scope: readGrantedScope(requested_scope, [
      ...(granted_before?.scope ?? []),
      ...form.getAll("grant_scope"),
    ]),
    details: requested_authorization_details.filter(
      (detail) => selected.has(detail) || old_details.includes(detail),
    ),
    claims: form.getAll("grant_claim"),
    remember: form.has("remember"),
  };
}

/** The requested details: those to ask for, and those that were granted before, each of which covers one request for it. */
function splitDetails({ requested_authorization_details = [], granted_before }: ConsentRequest) {
  const before = (granted_before?.authorization_details ?? []).map((one) => JSON.stringify(one));
  const isOld = (detail: JsonObject): boolean => {
    const index = before.indexOf(JSON.stringify(detail));
    if (index !== -1) before.splice(index, 1);
    return index !== -1;
  };
  const { old_details = [], new_details = [] } = Object.groupBy(
    requested_authorization_details,
    (detail) => (isOld(detail) ? "old_details" : "new_details"),
  );
  return { old_details, new_details };
}

/** Resolves to the URL to redirect to. */
async function accept(
  asked: ConsentRequest,
  choice: Choice,
  context: PageContext,
): Promise<string> {
  const { latchkey, accounts } = context;
  const accepted = acceptanceOf(asked, choice, await accounts.profile(asked.subject));
  const { redirect_to } = await latchkey.acceptConsentRequest({
    consent_challenge: asked.challenge,
    body: await withProviderClaim(accepted, asked, context),
  });
  return redirect_to;
}

async function showForm(
  asked: ConsentRequest,
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  const { challenge, client, request_url, redirect_uri, subject } = asked;
  const { requested_scope, granted_before } = asked;
  const frame = frameOf(request, context, asked.oidc_context.ui_locales);
  const messages = messagesOf(frame);
  const { new_details, old_details } = splitDetails(asked);
  const [profile, ever, details, details_before] = await Promise.all([
    context.accounts.profile(subject),
    granted_before === undefined ? findGrantedScopes(asked, context) : [],
    describeDetails(new_details, frame.locale, context),
    describeDetails(old_details, frame.locale, context),
  ]);
  const remembered = granted_before?.scope ?? [];
  const ofOperator = readOperatorTexts(asked.display_texts, frame.locale, frame.brand);
  const texts = await withProviderTexts(ofOperator, requested_scope, context, messages);
  const audience = asked.requested_access_token_audience;
  const { csrf, set_cookie } = issueCsrfToken(challenge, request, context);
  const shown = {
    client: describeClient(client, request_url, redirect_uri),
    target: { action: pageUrl("consent", challenge, context), csrf },
    user: displayName(profile, subject),
    other_account: withLoginPrompt(request_url),
    permissions: describeScopes(requested_scope, { remembered, ever }, messages.scope, texts),
    claims: describeClaims(asked.oidc_context.claims, requested_scope, messages).map((claim) => ({
      ...claim,
      is_granted: claim.claims.every((name) => granted_before?.claims?.includes(name)),
    })),
    details,
    details_before,
    audience: audience
      .filter((name) => !granted_before?.access_token_audience.includes(name))
      .map((name) => ({ name, text: texts.ofAudience(name) })),
    is_addition: granted_before !== undefined,
  };
  const title = messages.client_asks(shown.client.name);
  return showPage(frame, { title, body: consentView(shown, messages) }, { set_cookie });
}

/** The scopes that the user granted to this client before. If the lookup fails, no scope is marked as new. */
async function findGrantedScopes(
  { subject, client }: ConsentRequest,
  { latchkey }: PageContext,
): Promise<string[]> {
  try {
    const sessions = await latchkey.listSubjectConsentSessions({ subject, limit: 500 });
    return sessions
      .filter(({ consent_request }) => consent_request.client.client_id === client.client_id)
      .flatMap(({ grant_scope }) => grant_scope);
  } catch (error) {
    if (error instanceof ApiError) return [];
    throw error;
  }
}

/** The same authorization request with `prompt=login`, to switch accounts. */
function withLoginPrompt(request_url: string): string | undefined {
  const safeUrl = safeLinkUrl(request_url);
  if (safeUrl === undefined) return undefined;
  const url = new URL(safeUrl);
  url.searchParams.set("prompt", "login");
  return url.href;
}
