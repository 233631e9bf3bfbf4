import type { ConsentRequest } from "@latchkey/api";
import { ApiError } from "@latchkey/client";

import { redirectAfterForm, seeOther, showPage } from "../http/responses.ts";
import { claimsFor } from "./claims.ts";
import { describeClient, safeLinkUrl } from "./client-details.ts";
import { issueCsrfToken, verifyCsrfToken } from "../http/csrf.ts";
import { pageUrl, frameOf, readForm, type PageContext } from "../page-context.ts";
import type { PageResponse, PageRequest } from "../http/exchange.ts";
import { messagesIn } from "../messages/messages.ts";
import { csrfRejected, challengeMissing } from "./notices.ts";
import { displayName } from "./display-name.ts";
import { describeScopes, readGrantedScope } from "./scopes.ts";
import { consentView } from "../views/consent-view.ts";

/** GET /consent: shows the consent form, unless consent may be skipped. */
export async function showConsent(
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  const consent_challenge = request.query.get("consent_challenge");
  if (!consent_challenge) return challengeMissing(frameOf(request, context));

  const asked = await context.latchkey.getConsentRequest({ consent_challenge });
  if (!asked.skip) return showForm(asked, request, context);
  return seeOther(await accept(asked, asked.requested_scope, false, context));
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
  const grant_scope = readGrantedScope(asked.requested_scope, form.getAll("grant_scope"));
  return redirectAfterForm(frame, await accept(asked, grant_scope, form.has("remember"), context));
}

/** Resolves to the URL to redirect to. */
async function accept(
  { challenge, subject, requested_access_token_audience }: ConsentRequest,
  grant_scope: readonly string[],
  remember: boolean,
  { latchkey, accounts }: PageContext,
): Promise<string> {
  const { redirect_to } = await latchkey.acceptConsentRequest({
    consent_challenge: challenge,
    body: {
      grant_scope,
      grant_access_token_audience: requested_access_token_audience,
      session: { userinfo: claimsFor(await accounts.profile(subject), grant_scope) },
      remember,
      remember_for: 0, // Until it is revoked.
    },
  });
  return redirect_to;
}

async function showForm(
  asked: ConsentRequest,
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  const { challenge, client, request_url, redirect_uri, subject } = asked;
  const [profile, granted_before] = await Promise.all([
    context.accounts.profile(subject),
    findGrantedScopes(asked, context),
  ]);
  const frame = frameOf(request, context, asked.oidc_context.ui_locales);
  const messages = messagesIn(frame.locale);
  const { csrf, set_cookie } = issueCsrfToken(challenge, request, context);
  const shown = {
    client: describeClient(client, request_url, redirect_uri),
    target: { action: pageUrl("consent", challenge, context), csrf },
    user: displayName(profile, subject),
    other_account: withLoginPrompt(request_url),
    permissions: describeScopes(asked.requested_scope, granted_before, messages.scope),
    audience: asked.requested_access_token_audience,
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
  const safe_url = safeLinkUrl(request_url);
  if (safe_url === undefined) return undefined;
  const url = new URL(safe_url);
  url.searchParams.set("prompt", "login");
  return url.href;
}
