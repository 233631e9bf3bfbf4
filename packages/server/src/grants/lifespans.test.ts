import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Client } from "../oauth/client.ts";
import { exampleClient } from "../oauth/example-client.ts";
import { testConfig } from "../../test/support/server.ts";
import { endOfLastToken, endOfLife, lifespanOf } from "./lifespans.ts";
import {
  type IssuingGrant,
  type LifespanSettings,
  lifespanSources,
  type TokenKind,
} from "../context/lifespan-sources.ts";
import { registerGrantTypes } from "./grant-types.ts";

const withSources = (settings: Readonly<Record<string, string>>): LifespanSettings => {
  const config = testConfig(settings);
  return { config, lifespans: lifespanSources(registerGrantTypes().values(), config) };
};

const settings = {
  "ttl.access_token": "1h",
  "ttl.refresh_token": "-1",
  "ttl.grants.client_credentials.access_token": "5m",
  "ttl.grants.refresh_token.refresh_token": "24h",
};
const own: Partial<Client> = {
  client_credentials_grant_access_token_lifespan: "1m30s",
  authorization_code_grant_id_token_lifespan: "10s",
};

const cases: [string, Partial<Client>, IssuingGrant, TokenKind, number | "never"][] = [
  ["the setting of all", {}, "authorization_code", "access_token", 3_600],
  ["the setting of all, without expiry", {}, "authorization_code", "refresh_token", "never"],
  ["the setting of the grant type", {}, "client_credentials", "access_token", 300],
  ["the setting of the grant type", {}, "refresh_token", "refresh_token", 86_400],
  ["the field of the client", own, "client_credentials", "access_token", 90],
  ["the field of the client", own, "authorization_code", "id_token", 10],
  ["another grant type of that client", own, "refresh_token", "id_token", 3_600],
  ["a grant type of an embedder", own, "urn:example:voucher", "access_token", 3_600],
  ["a code", own, "authorization_code", "authorization_code", 600],
];

describe("how long a token is valid", () => {
  const all = withSources(settings);
  for (const [title, fields, grant, kind, expected] of cases) {
    it(`${title}: ${kind} by ${grant}`, () => {
      assert.equal(lifespanOf(exampleClient(fields), grant, kind, all), expected);
    });
  }

  it("the last token of a client ends with its longest lifespan", () => {
    const finite = withSources({ ...settings, "ttl.refresh_token": "2h" });
    assert.equal(endOfLastToken(1_000, exampleClient(), finite), 1_000 + 86_400);
    assert.equal(endOfLastToken(1_000, exampleClient(), all), endOfLife(1_000, "never"));
  });
});
