import type { PreviousConsentSession } from "@latchkey/api";

import { withProviderTexts } from "../federation/scope-texts.ts";
import type { PageContext } from "../page-context.ts";
import { describeClient } from "../pages/client-details.ts";
import { describeScopes, readOperatorTexts } from "../pages/scopes.ts";
import { listOwnConnections } from "../workspace/connections.ts";
import { describeConnection } from "../workspace/describe-connection.ts";
import { connectedAppsUrl, disconnectUrl } from "../workspace/urls.ts";
import { appsView, type ConnectedApp } from "../views/access-view.ts";
import { undefinedIfMissing } from "../workspace/undefined-if-missing.ts";
import { listConsents } from "./consents.ts";
import { type AccountSection, type AccountVisit, dayOf } from "./section.ts";

/** Apps and agents that the user gave consent to, and what acts for the user in workspaces. */
export const appsSection: AccountSection = {
  id: "apps",
  async show(visit) {
    const { context, subject, messages, target, frame } = visit;
    const [consents, connections, memberships] = await Promise.all([
      listConsents(visit),
      listOwnConnections(subject, context),
      context.memberships(subject),
    ]);
    const agents = await findAgents([...consents.keys()], context);
    const apps = await Promise.all(
      [...consents.values()].map((given) => describeApp(given, agents, visit)),
    );
    const integrations = connections.map((connection): ConnectedApp => {
      const shown = describeConnection(connection, frame.locale, messages.workspace);
      return {
        ...shown,
        badge: shown.dormant ? messages.workspace.dormant : undefined,
        disconnect: { url: disconnectUrl(shown.bot_id, context) },
      };
    });
    const workspaces_url = memberships.length > 0 ? connectedAppsUrl(context) : undefined;
    return appsView({ target, apps: [...apps, ...integrations], workspaces_url }, messages);
  },
  actions: {
    disconnect: {
      needs_fresh_login: false,
      async submit(visit, form) {
        const { context, subject } = visit;
        const client_id = form.get("client_id") ?? "";
        const [given] = (await listConsents(visit)).get(client_id) ?? [];
        if (given === undefined) return { done: "disconnected" };
        const { name } = describeClient(given.consent_request.client, "");
        const revoked = { subject, client: client_id };
        await undefinedIfMissing(context.latchkey.revokeConsentSessions(revoked));
        return { done: "disconnected", happened: { kind: "app_disconnected", client_id, name } };
      },
    },
  },
  outcomes: ({ account: { disconnected } }) => ({ disconnected }),
};

/** Most clients of a user that are looked up. */
const MAX_LOOKED_UP = 50;

/** Those that follow the rules for AI agents. Consents do not say which do. */
async function findAgents(
  client_ids: readonly string[],
  { latchkey }: Pick<PageContext, "latchkey">,
): Promise<ReadonlySet<string>> {
  const found = await Promise.all(
    client_ids.slice(0, MAX_LOOKED_UP).map((id) => latchkey.call("getOAuth2Client", { id })),
  );
  return new Set(
    found.flatMap((reply) =>
      reply.ok && reply.body.security_profile === "mcp" ? [reply.body.client_id] : [],
    ),
  );
}

async function describeApp(
  given: readonly PreviousConsentSession[],
  agents: ReadonlySet<string>,
  visit: AccountVisit,
): Promise<ConnectedApp> {
  const { messages, frame, services, context } = visit;
  const [newest] = given;
  if (newest === undefined) throw new Error("A group has at least one element.");
  const scopes = [...new Set(given.flatMap(({ grant_scope }) => grant_scope))];
  const audience = [...new Set(given.flatMap((one) => one.grant_access_token_audience))];
  const { client } = newest.consent_request;
  const operatorTexts = await services.textsOf({ scope: scopes, audience }, client);
  const ofOperator = readOperatorTexts(operatorTexts, frame.locale, frame.brand);
  const texts = await withProviderTexts(ofOperator, scopes, context, messages);
  const { name, logo_uri, site } = describeClient(client, "");
  const at = newest.handled_at === null ? NaN : Date.parse(newest.handled_at);
  const end = endOf(given);
  const facts = [
    site && messages.from_site(site),
    Number.isNaN(at) ? undefined : messages.account.since(dayOf(at / 1000, visit)),
    end === undefined ? undefined : messages.account.access_until(dayOf(end / 1000, visit)),
  ];
  return {
    name,
    logo_uri,
    badge: agents.has(client.client_id) ? messages.activity.agent : undefined,
    facts: facts.flatMap((fact) => (fact === undefined || fact === "" ? [] : [fact])),
    permissions: describeScopes(scopes, { remembered: [], ever: [] }, messages.scope, texts).map(
      ({ sentence }) => sentence,
    ),
    disconnect: { client_id: client.client_id },
  };
}

/** Milliseconds: when the last of the consents of an app ends; undefined while one has no end. */
function endOf(given: readonly PreviousConsentSession[]): number | undefined {
  const ends = given.map(({ ends_at = "" }) => Date.parse(ends_at));
  return ends.some(Number.isNaN) ? undefined : Math.max(...ends);
}
