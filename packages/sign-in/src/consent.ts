import type { ConsentRequest } from "@latchkey/api";
import { ApiError } from "@latchkey/client";

import { moveOn, seeOther, showPage } from "./answers.ts";
import { claimsFor } from "./claims.ts";
import { describeClient, webAddress } from "./client-facts.ts";
import { issueTicket, verifyTicket } from "./csrf.ts";
import { addressOf, frameFor, readForm, type Desk } from "./desk.ts";
import type { PageAnswer, PageRequest } from "./exchange.ts";
import { messagesIn } from "./messages/messages.ts";
import { formRefused, openedDirectly } from "./notices.ts";
import { personName } from "./person-name.ts";
import { describeScopes, readGrantedScope } from "./scopes.ts";
import { consentView } from "./views/consent-view.ts";

/** GET /consent: asks what the client may have, unless that is settled. */
export async function showConsent(request: PageRequest, desk: Desk): Promise<PageAnswer> {
  const consent_challenge = request.query.get("consent_challenge");
  if (!consent_challenge) return openedDirectly(frameFor(request, desk));

  const asked = await desk.latchkey.getConsentRequest({ consent_challenge });
  if (!asked.skip) return showForm(asked, request, desk);
  return seeOther(await accept(asked, asked.requested_scope, false, desk));
}

/** POST /consent: somebody has decided. */
export async function submitConsent(request: PageRequest, desk: Desk): Promise<PageAnswer> {
  const form = readForm(request);
  const consent_challenge = request.query.get("consent_challenge");
  if (!consent_challenge) return openedDirectly(frameFor(request, desk));

  const rejection = verifyTicket(consent_challenge, form.get("csrf"), request, desk);
  if (rejection !== undefined) {
    return formRefused(
      frameFor(request, desk),
      rejection,
      addressOf("consent", consent_challenge, desk),
    );
  }
  const asked = await desk.latchkey.getConsentRequest({ consent_challenge });
  const frame = frameFor(request, desk, asked.oidc_context.ui_locales);
  if (form.get("decision") !== "allow") {
    const body = { error: "access_denied", error_description: "The person did not allow it." };
    const { redirect_to } = await desk.latchkey.rejectConsentRequest({ consent_challenge, body });
    return moveOn(frame, redirect_to);
  }
  const grant_scope = readGrantedScope(asked.requested_scope, form.getAll("grant_scope"));
  return moveOn(frame, await accept(asked, grant_scope, form.has("remember"), desk));
}

/** Resolves to where the browser goes. */
async function accept(
  { challenge, subject, requested_access_token_audience }: ConsentRequest,
  grant_scope: readonly string[],
  remember: boolean,
  { latchkey, accounts }: Desk,
): Promise<string> {
  const { redirect_to } = await latchkey.acceptConsentRequest({
    consent_challenge: challenge,
    body: {
      grant_scope,
      grant_access_token_audience: requested_access_token_audience,
      session: { userinfo: claimsFor(await accounts.profile(subject), grant_scope) },
      remember,
      remember_for: 0, // Until somebody takes it back.
    },
  });
  return redirect_to;
}

async function showForm(
  asked: ConsentRequest,
  request: PageRequest,
  desk: Desk,
): Promise<PageAnswer> {
  const { challenge, client, request_url, subject } = asked;
  const [profile, granted_before] = await Promise.all([
    desk.accounts.profile(subject),
    findEarlierGrant(asked, desk),
  ]);
  const frame = frameFor(request, desk, asked.oidc_context.ui_locales);
  const messages = messagesIn(frame.locale);
  const { csrf, set_cookie } = issueTicket(challenge, request, desk);
  const shown = {
    client: describeClient(client, request_url),
    target: { action: addressOf("consent", challenge, desk), csrf },
    person: personName(profile, subject),
    other_account: askForLogin(request_url),
    permissions: describeScopes(asked.requested_scope, granted_before, messages.scope),
    audience: asked.requested_access_token_audience,
  };
  const title = messages.client_asks(shown.client.name);
  return showPage(frame, { title, body: consentView(shown, messages) }, { set_cookie });
}

/** What the client has had from this person. Not knowing only means that nothing is marked as new. */
async function findEarlierGrant(
  { subject, client }: ConsentRequest,
  { latchkey }: Desk,
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

/** The same authorization request, which this time insists on a login. */
function askForLogin(request_url: string): string | undefined {
  const address = webAddress(request_url);
  if (address === undefined) return undefined;
  const url = new URL(address);
  url.searchParams.set("prompt", "login");
  return url.href;
}
