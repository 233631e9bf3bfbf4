import assert from "node:assert/strict";
import { test } from "node:test";
import type { Account, FlowSummary, OAuth2TokenRequest } from "@latchkey/api";
import { basic, createClient } from "@latchkey/client";
import { corsOrigins, usesAuthorizationCode } from "../src/pages/clients/client-summary.ts";
import { codeChallenge } from "../src/pages/callback/test-flow.ts";
import { changedQuery, readFilter } from "../src/pages/inspector/filter.ts";
import { flowDuration } from "../src/pages/inspector/flow-labels.ts";
import { changesSince, mergeFlows } from "../src/pages/inspector/merge-flows.ts";
import { publicKeyOf } from "../src/pages/keys/key-sets.ts";
import { findMeantAccount } from "../src/pages/sessions/find-account.ts";
import {
  revocationOptions,
  revoke,
  type RevocationTarget,
} from "../src/pages/tokens/revocation.ts";
import { rejectsApiKey } from "../src/session/session.ts";
import { requestTokens } from "../src/token-request.ts";

const form: OAuth2TokenRequest = { grant_type: "client_credentials" };

/** Where each authentication method puts the credentials of a client. */
const methods: [method: string, authorization: string | null, body: string][] = [
  ["client_secret_basic", basic("tea", "s3cret"), "grant_type=client_credentials"],
  ["client_secret_post", null, "grant_type=client_credentials&client_id=tea&client_secret=s3cret"],
  ["none", null, "grant_type=client_credentials&client_id=tea"],
];

for (const [token_endpoint_auth_method, authorization, body] of methods) {
  test(`a token request authenticates by ${token_endpoint_auth_method}`, async () => {
    const { latchkey, sent } = recordingClient({ access_token: "a", token_type: "bearer" });
    const client = { client_id: "tea", client_secret: "s3cret", token_endpoint_auth_method };
    await requestTokens(latchkey, client, form);
    assert.deepEqual(sent, [{ path: "/oauth2/token", authorization, body }]);
  });
}

const active = { client_id: "tea", sub: "alice" };

test("what can be revoked depends on the user and on how the client authenticates", () => {
  const targets = (sub: string, method: string): RevocationTarget[] =>
    revocationOptions({ client_id: "tea", sub }, method).map(({ value }) => value);
  assert.deepEqual(targets("alice", "client_secret_basic"), ["consent", "client", "token"]);
  assert.deepEqual(targets("alice", "private_key_jwt"), ["consent", "client"]);
  assert.deepEqual(targets("tea", "none"), ["client", "token"]);
});

const revocations: {
  readonly target: RevocationTarget;
  readonly method: string;
  readonly path: string;
  readonly authorization: string | null;
}[] = [
  {
    target: "consent",
    method: "client_secret_basic",
    path: "/oauth2/auth/sessions/consent",
    authorization: null,
  },
  { target: "client", method: "client_secret_basic", path: "/oauth2/tokens", authorization: null },
  {
    target: "token",
    method: "client_secret_basic",
    path: "/oauth2/revoke",
    authorization: basic("tea", "s3cret"),
  },
  { target: "token", method: "client_secret_post", path: "/oauth2/revoke", authorization: null },
];

for (const { target, method, path, authorization } of revocations) {
  test(`revoking the ${target} of a ${method} client calls ${path}`, async () => {
    const { latchkey, sent } = recordingClient();
    const client_secret = "s3cret";
    await revoke(latchkey, target, { token: "t", active, method, client_secret }).catch(
      () => undefined,
    );
    assert.equal(sent[0]?.path, path);
    assert.equal(sent[0]?.authorization, authorization);
  });
}

test("only the listener's own challenge ends a session, not that of an operation", () => {
  const response = (status: number, challenge: string) => ({
    status,
    headers: new Headers({ "www-authenticate": challenge }),
  });
  assert.ok(rejectsApiKey(response(401, 'Bearer realm="Latchkey"')));
  assert.ok(!rejectsApiKey(response(401, 'Basic realm="Latchkey"')));
  assert.ok(!rejectsApiKey(response(403, 'Bearer realm="Latchkey"')));
});

test("a client without grant types uses the authorization code", () => {
  assert.ok(usesAuthorizationCode({ grant_types: [] }));
  assert.ok(!usesAuthorizationCode({ grant_types: ["client_credentials"] }));
});

test("a public client may call from the origins of its redirect URIs, others only from those listed", () => {
  const client = {
    allowed_cors_origins: ["https://a.example"],
    redirect_uris: ["https://b.example/callback", "com.example:/callback", "https://a.example/"],
  };
  assert.deepEqual(corsOrigins({ ...client, token_endpoint_auth_method: "none" }), [
    "https://a.example",
    "https://b.example",
  ]);
  assert.deepEqual(corsOrigins({ ...client, token_endpoint_auth_method: "client_secret_basic" }), [
    "https://a.example",
  ]);
});

test("the public part of a key has no private parameter", () => {
  const key = { kty: "EC", crv: "P-256", kid: "red", x: "x", y: "y", d: "private" };
  assert.deepEqual(publicKeyOf(key), {
    kty: "EC",
    crv: "P-256",
    kid: "red",
    x: "x",
    y: "y",
  });
  assert.deepEqual(publicKeyOf({ kty: "AKP", kid: "ml", pub: "p", priv: "seed" }), {
    kty: "AKP",
    kid: "ml",
    pub: "p",
  });
});

test("RFC 7636 appendix B: the code challenge of the example", async () => {
  assert.equal(
    await codeChallenge("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"),
    "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  );
});

test("a search text means the account of exactly this username or subject, or the only match", () => {
  const [al, alice] = [account("al"), account("alice")];
  assert.equal(findMeantAccount([al, alice], "al"), al);
  assert.equal(findMeantAccount([al, alice], "subject of alice"), alice);
  assert.equal(findMeantAccount([al, alice], "a"), undefined);
  assert.equal(findMeantAccount([alice], "ali"), alice);
});

test("the filter of the inspector is read from the address and written to it", () => {
  const query = new URLSearchParams("client_id=tea&outcome=failed&subject=&other=1");
  assert.deepEqual(readFilter(query), { client_id: "tea", outcome: "failed" });
  assert.deepEqual(readFilter(new URLSearchParams("outcome=unheard-of")), {});
  assert.equal(changedQuery(query, { outcome: "" }), "?client_id=tea&subject=&other=1");
  assert.equal(changedQuery(new URLSearchParams("outcome=failed"), { outcome: "" }), "");
});

test("flows that changed replace those known; a flow that no longer has the outcome is removed", () => {
  const [first, second] = [flow("1", "12:00", "under_way"), flow("2", "12:01", "under_way")];
  const done = flow("1", "12:00", "granted");
  assert.deepEqual(mergeFlows([second, first], [done], undefined), [second, done]);
  assert.deepEqual(mergeFlows([second, first], [done], "under_way"), [second]);
  assert.deepEqual(changesSince({ client_id: "tea", outcome: "failed" }, "c1"), {
    client_id: "tea",
    after: "c1",
  });
});

test("the duration of a flow is in milliseconds, seconds or minutes", () => {
  const lasting = (updated_at: string): string =>
    flowDuration({ started_at: "2026-01-01T12:00:00.000Z", updated_at });
  assert.equal(lasting("2026-01-01T12:00:00.040Z"), "40 ms");
  assert.equal(lasting("2026-01-01T12:00:01.500Z"), "1.5 s");
  assert.equal(lasting("2026-01-01T12:03:00.000Z"), "3 min");
});

interface Sent {
  readonly path: string;
  readonly authorization: string | null;
  readonly body: string;
}

/** An SDK that sends nothing and records what it would have sent. */
function recordingClient(body: object = {}) {
  const sent: Sent[] = [];
  const latchkey = createClient({
    admin: "http://admin.example",
    public: "http://admin.example",
    fetch: async (url, init) => {
      const request = new Request(url, init);
      sent.push({
        path: new URL(request.url).pathname,
        authorization: request.headers.get("authorization"),
        body: await request.text(),
      });
      return Response.json(body);
    },
  });
  return { latchkey, sent };
}

function account(username: string): Account {
  const at = "2026-01-01T12:00:00Z";
  return {
    username,
    subject: `subject of ${username}`,
    state: "active",
    claims: {},
    groups: [],
    attributes: {},
    created_at: at,
  };
}

function flow(flow_id: string, time: string, outcome: FlowSummary["outcome"]): FlowSummary {
  const at = `2026-01-01T${time}:00.000Z`;
  return { flow_id, kind: "authorization", started_at: at, updated_at: at, outcome, headline: "" };
}
