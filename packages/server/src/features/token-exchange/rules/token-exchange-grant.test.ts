import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Client } from "../../../oauth/client.ts";
import { authenticated } from "../../../oauth/client/authentication.ts";
import { exampleClient } from "../../../oauth/example-client.ts";
import { identifierKey } from "../../../oauth/resource/api.ts";
import { exampleApi } from "../../../oauth/resource/example-api.ts";
import type { TargetPolicy, Targets } from "../../../oauth/resource/indicators.ts";
import type { PresentedToken } from "./presented-token.ts";
import { decideTokenExchange } from "./token-exchange-grant.ts";
import { tokenExchangeRejections } from "./token-exchange-rejection.ts";
import { describeRejection } from "../../../oauth/rejection.ts";

const OURS = "https://id.example";
const API = "https://api.example";
const PRINTS = "https://prints.example";
const OPEN = "https://open.example/";
const apis = new Map([
  [identifierKey(OPEN), exampleApi({ identifier: OPEN, allow_any_client: true })],
]);

const subject: PresentedToken = {
  kind: "access_token",
  issuer: OURS,
  subject: "alice",
  client_id: "photos",
  scope: ["read", "write"],
  audience: [API],
  expires_at: 9_000,
  sources: [{ grant_id: "grant", subject_key: 7, client_epoch: 0 }],
};
const ofAgent = { ...subject, client_id: "gateway", subject: "agent", expires_at: 8_000 };
const gateway: Partial<Client> = {
  client_id: "gateway",
  scope: ["read", "print", "admin"],
  audience: [API, PRINTS],
  token_exchange_subject_clients: ["photos"],
};

interface Case {
  readonly client?: Partial<Client>;
  readonly subject?: Partial<PresentedToken>;
  readonly actor?: Partial<PresentedToken>;
  readonly request?: Partial<Targets> & { readonly scope?: string };
  readonly options?: Partial<TargetPolicy>;
}

function decide({ client, subject: changes, actor, request = {}, options }: Case = {}) {
  const { scope, ...targets } = request;
  const ofGateway = exampleClient({ ...gateway, ...client });
  return decideTokenExchange(
    authenticated(ofGateway, ofGateway.token_endpoint_auth_method),
    {
      subject: { ...subject, ...changes },
      actor: actor && { ...ofAgent, ...actor },
    },
    { scope, targets: { audience: [], resource: [], ...targets } },
    { issuer: OURS, scope_strategy: "wildcard", apis, open_apis: true, ...options },
  );
}

describe("RFC 8693: what is granted", () => {
  const granted = {
    subject: "alice",
    scope: ["read"],
    audience: [API],
    act: { sub: "gateway" },
    sources: [{ grant_id: "grant", subject_key: 7, client_epoch: 0 }],
    expires_at: 9_000,
  };
  const { act: _act, ...impersonated } = granted;
  const table: readonly (readonly [string, Case, object])[] = [
    ["what the client may have of the subject token", {}, granted],
    ["another audience", { request: { audience: [PRINTS] } }, { ...granted, audience: [PRINTS] }],
    [
      "an API that is open to every client, as it is registered",
      { request: { resource: ["HTTPS://open.example"] } },
      { ...granted, audience: [OPEN] },
    ],
    [
      "an open API of the subject token",
      { subject: { audience: [OPEN, "https://bank.example"] } },
      { ...granted, audience: [OPEN] },
    ],
    ["with an actor", { actor: {} }, { ...granted, act: { sub: "agent" }, expires_at: 8_000 }],
    [
      "with an actor that the client knows by another sub, and may_act by the subject",
      { actor: { client_subject: "a-42" }, subject: { may_act: { sub: "agent" } } },
      { ...granted, act: { sub: "a-42" }, may_act: { sub: "agent" }, expires_at: 8_000 },
    ],
    ["by impersonation", { client: { token_exchange_type: "impersonation" } }, impersonated],
    [
      "by impersonation, with an actor",
      { client: { token_exchange_type: "impersonation" }, actor: {} },
      { ...granted, act: { sub: "agent" }, expires_at: 8_000 },
    ],
    [
      "of a token that names actors",
      { subject: { act: { sub: "first" } } },
      { ...granted, act: { sub: "gateway", act: { sub: "first" } } },
    ],
    [
      "of the client's own token",
      { client: { client_id: "photos" }, subject: { act: { sub: "first" } } },
      { ...granted, act: { sub: "first" } },
    ],
    [
      "of a token that names who may act",
      { subject: { may_act: { client_id: "gateway" } } },
      { ...granted, may_act: { client_id: "gateway" } },
    ],
    [
      "a scope of the registration",
      { client: { token_exchange_scope: ["print"] }, request: { scope: "read print" } },
      { ...granted, scope: ["read", "print"] },
    ],
    [
      "of a JWT of a trusted issuer",
      {
        client: { token_exchange_subject_issuers: ["https://idp.example"] },
        subject: {
          kind: "foreign",
          issuer: "https://idp.example",
          client_id: undefined,
          scope: ["*"],
        },
        request: { scope: "admin" },
      },
      { ...granted, scope: ["admin"], audience: [] },
    ],
  ];
  for (const [title, given, expected] of table) {
    it(title, () => assert.deepEqual(decide(given), { ok: true, value: expected }));
  }
});

describe("RFC 8693 §2.2.2: what is rejected, and how", () => {
  const foreign = { kind: "foreign", issuer: "https://idp.example", client_id: undefined } as const;
  const long = {
    sub: "5",
    act: { sub: "4", act: { sub: "3", act: { sub: "2", act: { sub: "1" } } } },
  };
  const table: readonly (readonly [reason: string, error: string, Case])[] = [
    ["exchange_not_allowed", "invalid_request", { client: { token_exchange_subject_clients: [] } }],
    ["exchange_not_allowed", "invalid_request", { subject: foreign }],
    ["actor_not_client", "invalid_request", { actor: { client_id: "photos" } }],
    ["actor_not_client", "invalid_request", { actor: foreign }],
    ["actor_delegated", "invalid_request", { actor: { act: { sub: "x" } } }],
    ["actor_not_named", "invalid_request", { subject: { may_act: { sub: "other" } } }],
    ["actor_not_named", "invalid_request", { subject: { may_act: { sub: "gateway" } }, actor: {} }],
    [
      "actor_not_named",
      "invalid_request",
      { subject: { may_act: { sub: "a-42" } }, actor: { client_subject: "a-42" } },
    ],
    ["act_too_deep", "invalid_request", { subject: { act: long } }],
    ["audience_not_allowed", "invalid_target", { request: { audience: ["https://bank.example"] } }],
    ["resource_not_allowed", "invalid_target", { request: { resource: ["https://bank.example"] } }],
    [
      "resource_not_allowed",
      "invalid_target",
      { request: { resource: [OPEN] }, options: { open_apis: false } },
    ],
    ["target_missing", "invalid_target", { client: { audience: [PRINTS] } }],
    ["scope_not_in_subject_token", "invalid_scope", { request: { scope: "admin" } }],
    [
      "scope_not_in_subject_token",
      "invalid_scope",
      { subject: { scope: ["*"] }, request: { scope: "admin" } },
    ],
    ["scope_not_allowed", "invalid_scope", { request: { scope: "write" } }],
    ["scope_malformed", "invalid_scope", { request: { scope: "\\" } }],
  ];
  for (const [reason, error, given] of table) {
    it(`${reason}: ${JSON.stringify(given)}`, () => {
      const decision = decide(given);
      assert.ok(!decision.ok);
      const described = describeRejection(tokenExchangeRejections, decision.error);
      assert.deepEqual([described.reason, described.error], [reason, error]);
      assert.match(described.error_description, /^[A-Z].*\.$/);
    });
  }
});
