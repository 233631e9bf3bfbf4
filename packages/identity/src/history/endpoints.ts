import type { AccountEvent as WireEvent } from "@latchkey/api";
import type { FeatureEndpoint } from "@latchkey/server/feature";
import {
  json,
  noContent,
  pageHeaders,
  readPage,
  refuse,
  type Request,
  type Response,
  signOutEverywhere,
} from "@latchkey/server/feature/endpoints";
import { type OAuthError, timestamp } from "@latchkey/server/feature/rules";
import type { KnownAccount } from "../account-book.ts";
import type { IdentityContext } from "../context.ts";
import type { AccountEvent } from "./event.ts";
import { describeSession, endSession, listSessions } from "./sessions.ts";

type Endpoint = FeatureEndpoint<IdentityContext>;

/** GET /accounts/{username}/events. */
export const listAccountEvents = ofAccount(async ({ subject }, { path, query }, context) => {
  const page = readPage(query);
  const { items, total } = await context.identity.history.list(subject, page);
  return json(200, items.map(describeEvent), pageHeaders(path, query, page, total));
});

/** GET /accounts/{username}/sessions. */
export const listAccountSessions = ofAccount(async ({ subject }, _, context) =>
  json(200, (await listSessions(subject, context)).map(describeSession)),
);

/** DELETE /accounts/{username}/sessions/{session}. */
export const deleteAccountSession = ofAccount(async ({ subject }, request, context) => {
  const ended = await endSession(subject, request.params["session"] ?? "", context);
  if (ended === undefined) return refuse(unknownSession, request, context);
  const event = { kind: "session_ended", name: ended.device } as const;
  await context.identity.history.add(subject, event, "administrator");
  return noContent();
});

/** DELETE /accounts/{username}/sessions. */
export const deleteAccountSessions = ofAccount(async ({ subject }, _, context) => {
  const sessions = await listSessions(subject, context);
  for (const { sid } of sessions) await endSession(subject, sid, context);
  await signOutEverywhere(subject, context); // More than are listed.
  if (sessions.length > 0)
    await context.identity.history.add(subject, { kind: "sessions_ended" }, "administrator");
  return noContent();
});

/** An endpoint of an account that exists. */
function ofAccount(
  answer: (account: KnownAccount, request: Request, context: IdentityContext) => Promise<Response>,
): Endpoint {
  return async (request, context) => {
    const account = await context.identity.accounts.find(request.params["username"] ?? "");
    return account === undefined
      ? refuse(unknown, request, context)
      : answer(account, request, context);
  };
}

/** An event, as the API returns it. */
export function describeEvent(event: AccountEvent): WireEvent {
  const { event_id, kind, at, count, by_administrator, device, address } = event;
  const { amr, factor, name, client_id, provider, actor, reason, fields } = event;
  return {
    id: event_id,
    kind,
    at: timestamp(at),
    count,
    by_administrator,
    device,
    address: address ?? null,
    amr: [...amr],
    factor: factor ?? null,
    name: name ?? null,
    client_id: client_id ?? null,
    provider: provider ?? null,
    actor: actor ?? null,
    reason: reason ?? null,
    fields: [...fields],
  };
}

const unknown: OAuthError = {
  error: "not_found",
  error_description: "No account has this username.",
};

const unknownSession: OAuthError = {
  error: "not_found",
  error_description: "The account has no session with this id.",
};
