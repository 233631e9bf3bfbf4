import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Client } from "../../../oauth/client.ts";
import { authenticated } from "../../../oauth/client/authentication.ts";
import { exampleClient } from "../../../oauth/example-client.ts";
import { identifierKey } from "../../../oauth/resource/api.ts";
import { exampleApi } from "../../../oauth/resource/example-api.ts";
import type { Targets } from "../../../oauth/resource/indicators.ts";
import { exampleTrustedIssuer } from "./example-trusted-issuer.ts";
import type { GrantAssertion, IdJagClaims } from "./assertion.ts";
import { decideJwtBearer, jwtBearerRejections } from "./jwt-bearer-grant.ts";
import { describeRejection } from "../../../oauth/rejection.ts";

const API = "https://api.example";
const OPEN = "https://open.example/";
const apis = new Map([
  [identifierKey(OPEN), exampleApi({ identifier: OPEN, allow_any_client: true })],
]);

function decide(
  { scope, ...targets }: Partial<Targets> & { readonly scope?: string } = {},
  id_jag?: Partial<IdJagClaims>,
  remarks: Partial<Client> = {},
) {
  const client = exampleClient({ scope: ["deploy", "logs.read"], audience: [API], ...remarks });
  const assertion: GrantAssertion = {
    subject: "job",
    expires_at: 9_000,
    jti: "1",
    ...(id_jag && { id_jag: { client_id: "photos", scope: undefined, resource: [], ...id_jag } }),
  };
  return decideJwtBearer(
    authenticated(client, client.token_endpoint_auth_method),
    assertion,
    exampleTrustedIssuer(),
    { scope, targets: { audience: [], resource: [], ...targets } },
    { scope_strategy: "wildcard", apis, open_apis: true },
  );
}

describe("what is granted", () => {
  const table = [
    ["nothing in particular", decide(), [], []],
    ["a scope", decide({ scope: "deploy logs.read" }), ["deploy", "logs.read"], []],
    [
      "an audience and a resource",
      decide({ audience: [API], resource: [`${API}/v1`] }),
      [],
      [API, `${API}/v1`],
    ],
    [
      "an API that is open to every client, as it is registered",
      decide({ audience: [API], resource: ["HTTPS://open.example"] }),
      [],
      [API, OPEN],
    ],
    [
      "an open API that an identity assertion names",
      decide({}, { resource: ["https://open.example"] }),
      [],
      [OPEN],
    ],
    [
      "what an identity assertion names",
      decide({}, { scope: ["deploy", "admin"], resource: [API] }),
      ["deploy"],
      [API],
    ],
    [
      "less than it names",
      decide({ scope: "deploy" }, { scope: ["deploy", "logs.read"] }),
      ["deploy"],
      [],
    ],
  ] as const;
  for (const [title, decision, scope, audience] of table) {
    it(title, () => {
      assert.deepEqual(decision, { ok: true, value: { subject: "job", scope, audience } });
    });
  }
});

describe("what is rejected, and how", () => {
  const table = [
    [
      "scope_not_trusted",
      "invalid_scope",
      decide({ scope: "admin" }, undefined, { scope: ["admin"] }),
    ],
    ["scope_not_allowed", "invalid_scope", decide({ scope: "logs.write" })],
    ["scope_malformed", "invalid_scope", decide({ scope: '"' })],
    ["scope_not_trusted", "invalid_scope", decide({ scope: "logs.read" }, { scope: ["deploy"] })],
    ["audience_not_allowed", "invalid_target", decide({ audience: ["https://else.example"] })],
    ["resource_not_allowed", "invalid_target", decide({ resource: ["https://else.example"] })],
    ["resource_not_allowed", "invalid_target", decide({}, { resource: ["https://else.example"] })],
    [
      "id_jag_for_another_resource",
      "invalid_target",
      decide({ resource: [`${API}/b`] }, { resource: [`${API}/a`] }),
    ],
    ["id_jag_of_another_client", "invalid_grant", decide({}, { client_id: "else" })],
    [
      "id_jag_client_public",
      "unauthorized_client",
      decide({}, {}, { token_endpoint_auth_method: "none" }),
    ],
  ] as const;
  for (const [reason, error, decision] of table) {
    it(`${reason}: ${error}`, () => {
      assert.ok(!decision.ok);
      const described = describeRejection(jwtBearerRejections, decision.error);
      assert.deepEqual([described.reason, described.error], [reason, error]);
      assert.match(described.error_description, /^[A-Z].*\.$/);
    });
  }
});
