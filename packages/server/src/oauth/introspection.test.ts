import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { AccessToken } from "./access-token.ts";
import type { Client } from "./client.ts";
import { exampleClient } from "./example-client.ts";
import { exampleGrant, exampleGrantToken } from "./example-grant.ts";
import {
  decideIntrospection,
  type IntrospectionFacts,
  limitIntrospection,
} from "./introspection.ts";
import type { Api } from "./resource/api.ts";

const token: AccessToken = {
  signature: new Uint8Array(24),
  client_id: "photos",
  client_epoch: 0,
  subject: "alice",
  scope: ["openid", "photos.*"],
  audience: ["https://api.example"],
  issued_at: 1_000,
  expires_at: 4_600,
};
const facts: IntrospectionFacts = {
  required_scope: [],
  scope_strategy: "wildcard",
  issuer: "https://id.example/",
  now: 2_000,
};

describe("RFC 7662 §2.2: an active token", () => {
  it("has its claims", () => {
    assert.deepEqual(decideIntrospection(token, exampleClient(), facts), {
      active: true,
      scope: "openid photos.*",
      client_id: "photos",
      sub: "alice",
      exp: 4_600,
      iat: 1_000,
      nbf: 1_000,
      aud: ["https://api.example"],
      iss: "https://id.example/",
      token_type: "Bearer",
      token_use: "access_token",
    });
  });

  it("without a scope has no scope field, and an empty aud", () => {
    const bare = decideIntrospection({ ...token, scope: [], audience: [] }, exampleClient(), facts);
    assert.equal("scope" in bare, false);
    assert.deepEqual("aud" in bare && bare.aud, []);
  });

  it("that is a JWT with the pairwise subject has the subject itself beside it", () => {
    const jwt = { ...token, jwt_subject: "pairwise-alice" };
    const described = decideIntrospection(jwt, exampleClient(), facts);
    assert.ok(described.active);
    assert.deepEqual([described.sub, described.obfuscated_subject], ["alice", "pairwise-alice"]);
  });

  it("that covers every scope the resource server needs is active", () => {
    const required_scope = ["openid", "photos.read"];
    assert.equal(
      decideIntrospection(token, exampleClient(), { ...facts, required_scope }).active,
      true,
    );
  });
});

describe("RFC 9396 §9.2: the details that an API gets", () => {
  const api: Api = {
    id: "payments",
    identifier: "https://bank.example/payments",
    name: "Payments",
    scopes: [],
    access_token_jwt_typ: "at+jwt",
    allow_any_client: false,
    consent_required: true,
    introspection_clients: ["payments-api"],
    created_at: 0,
    updated_at: 0,
  };
  const table: [title: string, locations: unknown, isReturned: boolean][] = [
    ["no location", undefined, true],
    ["an empty list", [], true],
    ["its identifier", ["https://bank.example/payments"], true],
    ["its identifier, written otherwise", ["HTTPS://Bank.Example:443/payments/"], true],
    ["a path below it", ["https://bank.example/payments/eu"], true],
    ["the server it is on", ["https://bank.example"], true],
    ["another API and this one", ["https://mail.example", "https://bank.example/payments"], true],
    ["another API", ["https://mail.example"], false],
    ["another path", ["https://bank.example/payments-archive"], false],
    ["a path that leaves it", ["https://bank.example/payments/../accounts"], false],
    ["no list", "https://mail.example", true],
  ];
  const introspectWith = (locations: unknown) => {
    const details = [{ type: "payment", amount: 1, ...(locations !== undefined && { locations }) }];
    const known = decideIntrospection(
      { ...token, audience: [api.identifier], details: { authorization_details: details } },
      exampleClient(),
      facts,
    );
    const limited = limitIntrospection(known, {
      caller: { client_id: "payments-api" },
      subject: undefined,
      apis: [api],
      scope_strategy: "wildcard",
    });
    assert.ok(limited.active);
    return { details, limited };
  };
  for (const [title, locations, isReturned] of table) {
    it(`${title} → ${isReturned ? "returned" : "left out"}`, () => {
      const { details, limited } = introspectWith(locations);
      assert.deepEqual(limited.authorization_details, isReturned ? details : undefined);
      assert.equal("authorization_details" in limited, isReturned);
    });
  }
});

describe("RFC 7662 §2.2: every other token is inactive", () => {
  const table: [
    title: string,
    AccessToken | undefined,
    Client | undefined,
    Partial<IntrospectionFacts>,
  ][] = [
    ["never issued", undefined, exampleClient(), {}],
    ["expired", token, exampleClient(), { now: 4_600 }],
    ["its client was deleted", token, undefined, {}],
    ["its client revoked its tokens", token, exampleClient({ access_token_epoch: 1 }), {}],
    ["a scope is missing", token, exampleClient(), { required_scope: ["openid", "admin"] }],
    [
      "a scope would match, under another strategy",
      token,
      exampleClient(),
      { required_scope: ["photos.read"], scope_strategy: "exact" },
    ],
  ];
  for (const [title, found, client, overrides] of table) {
    it(title, () => {
      assert.deepEqual(decideIntrospection(found, client, { ...facts, ...overrides }), {
        active: false,
      });
    });
  }
});

describe("RFC 7662 §2.2: a token that alice allowed", () => {
  const grant = exampleGrant({ generation: 1, audience: ["https://api.example"] });
  const shown = { token: exampleGrantToken({ generation: 1 }), grant } as const;

  it("has the subject and the scope", () => {
    const access_token = { ...shown, token_use: "access_token" } as const;
    assert.deepEqual(decideIntrospection(access_token, exampleClient(), facts), {
      active: true,
      scope: "openid offline",
      client_id: "photos",
      sub: "alice",
      exp: 4_600,
      iat: 1_000,
      nbf: 1_000,
      aud: ["https://api.example"],
      iss: "https://id.example/",
      token_type: "Bearer",
      token_use: "access_token",
      auth_time: 990,
    });
  });

  it("has the token_use refresh_token and the token_type Bearer", () => {
    const refresh_token = { ...shown, token_use: "refresh_token" } as const;
    const described = decideIntrospection(refresh_token, exampleClient(), facts);
    assert.ok(described.active);
    assert.equal(described.token_use, "refresh_token");
    assert.equal(described.token_type, "Bearer");
  });

  it("has the claims of the consent provider and the pairwise subject", () => {
    const session = { access_token: { tier: "gold" }, id_token_subject: "pairwise-alice" };
    const described = decideIntrospection(
      { ...shown, grant: exampleGrant({ generation: 1, session }), token_use: "access_token" },
      exampleClient(),
      facts,
    );
    assert.ok(described.active);
    assert.equal(described.sub, "alice");
    assert.equal(described.obfuscated_subject, "pairwise-alice");
    assert.deepEqual(described.ext, { tier: "gold" });
  });

  const table: [title: string, Partial<typeof grant>, Partial<IntrospectionFacts>][] = [
    ["revoked", { revoked_at: 1_500 }, {}],
    ["refreshed since", { generation: 2 }, {}],
    ["expired", {}, { now: 4_600 }],
    ["without a scope it needs", {}, { required_scope: ["admin"] }],
  ];
  for (const [title, overrides, other] of table) {
    it(`is inactive when it is ${title}`, () => {
      const access_token = {
        ...shown,
        grant: { ...grant, ...overrides },
        token_use: "access_token",
      } as const;
      assert.deepEqual(decideIntrospection(access_token, exampleClient(), { ...facts, ...other }), {
        active: false,
      });
    });
  }
});
