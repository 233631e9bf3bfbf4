import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { exampleForm } from "../oauth/example-form.ts";
import { exampleGrant } from "../oauth/example-grant.ts";
import {
  claimsBefore,
  decideHookResponse,
  describeRefreshTokenHookRequest,
  describeTokenHookRequest,
  type HookFacts,
  withHookClaims,
} from "./token-hook.ts";

const facts: HookFacts = {
  grant_type: "authorization_code",
  client_id: "photos",
  form: exampleForm({
    grant_type: "authorization_code",
    client_id: "photos",
    client_secret: "a-secret",
    code: "a-code",
    code_verifier: "a-verifier",
  }),
  issuer: "https://id.example",
  consent_challenge: "a-challenge",
  id_token_kid: "key-1",
  access_token_kid: "",
  access_token_expires_at: 4_600,
  refresh_token_expires_at: 10_000,
  allowed_top_level_claims: ["role"],
  mirror_top_level_claims: true,
  exclude_not_before_claim: false,
  now: 1_000,
};
const grant = exampleGrant({
  session: {
    access_token: { role: "admin" },
    id_token: { name: "Alice" },
    nonce: "a-nonce",
    acr: "2",
    amr: ["pwd"],
    id_token_subject: "alice-at-photos",
  },
});
const tokens = { subject: "alice", scope: ["openid"], audience: ["https://api.example"], grant };
const session = {
  id_token: {
    id_token_claims: {
      jti: "",
      iss: "https://id.example",
      sub: "alice-at-photos",
      aud: ["photos"],
      nonce: "a-nonce",
      exp: "0001-01-01T00:00:00Z",
      iat: "1970-01-01T00:16:40Z",
      rat: "1970-01-01T00:16:20Z",
      auth_time: "1970-01-01T00:16:30Z",
      at_hash: "",
      acr: "2",
      amr: ["pwd"],
      c_hash: "",
      ext: { name: "Alice", sid: "session-of-alice" },
    },
    headers: { extra: { kid: "key-1" } },
    expires_at: {
      access_token: "1970-01-01T01:16:40Z",
      authorize_code: "1970-01-01T00:26:40Z",
      refresh_token: "1970-01-01T02:46:40Z",
    },
    subject: "alice",
  },
  extra: { role: "admin" },
  kid: "",
  client_id: "photos",
  consent_challenge: "a-challenge",
  exclude_not_before_claim: false,
  allowed_top_level_claims: ["role"],
  mirror_top_level_claims: true,
};

describe("the request to a token hook", () => {
  it("of a code has the session, the requested scope, and no secret of the client", () => {
    assert.deepEqual(describeTokenHookRequest(tokens, claimsBefore(tokens), facts), {
      session,
      request: {
        client_id: "photos",
        requested_scopes: ["openid", "offline"],
        granted_scopes: [],
        granted_audience: [],
        grant_types: ["authorization_code"],
        payload: { grant_type: ["authorization_code"], client_id: ["photos"] },
      },
    });
  });

  it("of a client has what it requested and was granted, and an empty ID token", () => {
    const form = exampleForm({ grant_type: "client_credentials", scope: "foo bar" });
    const own = { subject: "robot", scope: ["foo"], audience: ["https://api.example"] };
    const machine: HookFacts = {
      ...facts,
      grant_type: "client_credentials",
      client_id: "robot",
      form,
      consent_challenge: "",
      id_token_kid: "",
      access_token_kid: "key-2",
      refresh_token_expires_at: undefined,
    };
    const { id_token_claims } = session.id_token;
    const none = "0001-01-01T00:00:00Z";
    assert.deepEqual(describeTokenHookRequest(own, claimsBefore(own), machine), {
      session: {
        ...session,
        id_token: {
          id_token_claims: {
            ...id_token_claims,
            sub: "",
            aud: [],
            nonce: "",
            rat: none,
            auth_time: none,
            acr: "",
            amr: [],
            ext: {},
          },
          headers: { extra: {} },
          expires_at: { access_token: "1970-01-01T01:16:40Z" },
          subject: "robot",
        },
        extra: {},
        kid: "key-2",
        client_id: "robot",
        consent_challenge: "",
      },
      request: {
        client_id: "robot",
        requested_scopes: ["foo", "bar"],
        granted_scopes: ["foo"],
        granted_audience: ["https://api.example"],
        grant_types: ["client_credentials"],
        payload: { grant_type: ["client_credentials"], scope: ["foo bar"] },
      },
    });
  });
});

it("the request to a refresh token hook has what was granted twice, and the claims of now", () => {
  const claims = { access_token: { role: "guest" }, id_token: {} };
  const refreshing: HookFacts = { ...facts, grant_type: "refresh_token" };
  const { id_token, ...rest } = session;
  const granted = {
    client_id: "photos",
    granted_scopes: ["openid"],
    granted_audience: ["https://api.example"],
  };
  assert.deepEqual(describeRefreshTokenHookRequest(tokens, claims, refreshing), {
    subject: "alice",
    session: {
      ...rest,
      id_token: {
        ...id_token,
        id_token_claims: { ...id_token.id_token_claims, ext: { sid: "session-of-alice" } },
      },
      extra: { role: "guest" },
    },
    requester: { ...granted, grant_types: ["refresh_token"] },
    ...granted,
  });
});

describe("the response of a hook", () => {
  const claims = (access_token: object, id_token: object) => {
    return { kind: "replaced", claims: { access_token, id_token } };
  };
  const read = [
    [{ session: { access_token: { a: 1 }, id_token: { b: 2 } } }, claims({ a: 1 }, { b: 2 })],
    [{ session: { access_token: { a: 1 } } }, claims({ a: 1 }, {})],
    [{ session: { access_token: null, id_token: [] }, more: 1 }, claims({}, {})],
    [{ session: null }, claims({}, {})],
    [{}, claims({}, {})],
  ] as const;
  for (const [value, expected] of read) {
    it(`${JSON.stringify(value)} replaces the claims`, () => {
      assert.deepEqual(decideHookResponse(200, value), expected);
    });
  }

  const malformed = [
    undefined,
    null,
    [],
    "text",
    { session: "text" },
    { session: [1] },
    { session: { access_token: "s3cret" } },
    { session: { id_token: { name: "x".repeat(70_000) } } },
  ];
  for (const value of malformed) {
    it(`${JSON.stringify(value)?.slice(0, 60)} is refused, and not quoted`, () => {
      const decision = decideHookResponse(200, value);
      assert.ok(decision.kind === "failed" && !decision.is_transient);
      assert.doesNotMatch(decision.problem, /s3cret|xxx/);
    });
  }

  it("is read by its status", () => {
    assert.deepEqual(decideHookResponse(204, undefined), { kind: "unchanged" });
    assert.deepEqual(decideHookResponse(403, undefined), { kind: "denied" });
    for (const [status, is_transient] of [
      [201, false],
      [400, false],
      [401, false],
      [404, false],
      [500, true],
      [503, true],
    ] as const) {
      const problem = `It responded ${status}.`;
      assert.deepEqual(decideHookResponse(status, {}), { kind: "failed", problem, is_transient });
    }
  });
});

it("the same claims leave the grant as it is", () => {
  assert.equal(withHookClaims(grant, undefined), grant);
  assert.equal(withHookClaims(grant, claimsBefore(tokens)), grant);
  const other = { access_token: { role: "guest" }, id_token: {} };
  assert.deepEqual(withHookClaims(grant, other), {
    ...grant,
    session: { ...grant.session, ...other },
  });
});
