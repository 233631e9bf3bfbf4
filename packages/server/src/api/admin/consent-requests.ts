import * as contract from "@latchkey/api";
import type { Context } from "../../context/context.ts";
import { kindOf } from "../../context/flow-kind.ts";
import { writeHandle } from "../../crypto/flow-id.ts";
import { mayGrantBeyondRequest } from "../../grants/current-permissions.ts";
import { findGrantedBefore } from "../../flows/remembered-consent.ts";
import {
  acceptConsent,
  verifyConsentOpen,
  describeConsentRequest,
  rejectConsent,
} from "../../interaction/consent-transitions.ts";
import { findRequestTexts } from "../../flows/request-texts.ts";
import type { Client } from "../../oauth/client.ts";
import { maySkipConsent } from "../../oauth/redirect-uri.ts";
import { err, ok } from "../../result.ts";
import type { DialectEndpoint } from "../dialects/dialect.ts";
import { withClient } from "./client-text.ts";
import { answerFlow, readingOnly, showFlow, type Step } from "./flow-handoff.ts";
import { unknown } from "./handoff.ts";

/** GET /oauth2/auth/requests/consent. */
export const getConsentRequest: DialectEndpoint = (request, context, dialect) =>
  showFlow(
    "consent",
    request,
    context,
    async ({ flow, client, challenge }, facts) => {
      if (kindOf(flow, context).consent === "own_operations") return err(unknown);
      const open = verifyConsentOpen(flow, facts);
      if (!open.ok) return open;
      const login_challenge = writeHandle(context.signer, "login_challenge", flow.flow_id);
      const { login, consent } = open.value;
      const asked = { subject: login.answer.subject, skip: consent.skip };
      const granted_before = await findGrantedBefore(flow, asked, client, context);
      const handles = { challenge, login_challenge, granted_before };
      const texts = await findRequestTexts(flow.request, client, context);
      const description = { ...describeConsentRequest(open.value, handles), ...texts };
      const asking = askingAt(client, flow.request.redirect_uri);
      return ok(withClient(dialect.describeConsentRequest(description, open.value), asking));
    },
    dialect,
  );

/** PUT /oauth2/auth/requests/consent/accept: the user allows access. */
export const acceptConsentRequest: DialectEndpoint = async (request, context, dialect) => {
  const types = await context.detailsTypes();
  const accept: Step = (flow, body, facts, client) => {
    const grants_beyond_request = mayGrantBeyondRequest(client, context);
    return acceptConsent(flow, body, facts, { types, grants_beyond_request });
  };
  const ofKnown = readingOnly(contract.acceptConsentRequest, accept, dialect);
  return answerFlow("consent", request, context, ofClient(ofKnown, context));
};

/** PUT /oauth2/auth/requests/consent/reject: the user denies access. */
export const rejectConsentRequest: DialectEndpoint = (request, context, dialect) => {
  const reject = readingOnly(contract.rejectRequest, rejectConsent, dialect);
  return answerFlow("consent", request, context, ofClient(reject, context));
};

/** The client as consent apps apply its `skip_consent`. */
function askingAt(client: Client, redirect_uri: string): Client {
  const isAsked = client.skip_consent && !maySkipConsent(client, redirect_uri);
  return isAsked ? { ...client, skip_consent: false } : client;
}

/** Consent requests of integrations have operations of their own. */
function ofClient(step: Step, context: Context): Step {
  return (flow, body, facts, client) =>
    kindOf(flow, context).consent === "own_operations"
      ? err(unknown)
      : step(flow, body, facts, client);
}
