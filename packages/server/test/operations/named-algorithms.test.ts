import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { OAuth2ClientInput } from "@latchkey/api";
import type { Client } from "@latchkey/client";
import { begin, enabled, install } from "../flows/document-client.ts";
import { startDocumentHost } from "../support/document-host.ts";
import { startTestServer } from "../support/server.ts";
import { photos, callRegistration, registerSelf } from "./registration.ts";

/** The algorithms of the published keys, in alphabetical order. */
async function published(latchkey: Client): Promise<readonly string[]> {
  const { keys } = await latchkey.wellKnown();
  return keys.map(({ alg = "" }) => alg).toSorted();
}

const named: readonly OAuth2ClientInput[] = [
  { id_token_signed_response_alg: "ES256" },
  { userinfo_signed_response_alg: "ES256" },
  { introspection_signed_response_alg: "ES256" },
  { authorization_signed_response_alg: "ES256" },
];

describe("a key is published as soon as its algorithm is named", () => {
  for (const fields of named) {
    const [field = ""] = Object.keys(fields);
    test(`by ${field} of a client that is created, replaced or patched`, async () => {
      const [created, replaced, patched] = await Promise.all([
        startTestServer(),
        startTestServer(),
        startTestServer(),
      ]);
      await created.latchkey.createOAuth2Client({ body: fields });
      for (const { latchkey } of [replaced, patched]) {
        await latchkey.createOAuth2Client({ body: { client_id: "photos" } });
        assert.deepEqual(await published(latchkey), ["RS256"]);
      }
      await replaced.latchkey.updateOAuth2Client({ id: "photos", body: fields });
      const add = { op: "add", path: `/${field}`, value: "ES256" } as const;
      await patched.latchkey.patchOAuth2Client({ id: "photos", body: [add] });
      for (const { latchkey } of [created, replaced, patched])
        assert.deepEqual(await published(latchkey), ["ES256", "RS256"]);
    });
  }

  test("by a client that registers itself, and by its update", async () => {
    const server = await startTestServer({ "oauth2.registration.mode": "open" });
    const first = await registerSelf(server, { ...photos, id_token_signed_response_alg: "ES256" });
    assert.deepEqual(await published(server.latchkey), ["ES256", "RS256"]);
    const updated = await callRegistration(server, {
      method: "PUT",
      path: `/connect/register/${first.id}`,
      token: first.token,
      body: { ...photos, client_id: first.id, id_token_signed_response_alg: "EdDSA" },
    });
    assert.equal(updated.status, 200);
    assert.deepEqual(await published(server.latchkey), ["ES256", "EdDSA", "RS256"]);
  });

  test("by the metadata document of a client", async () => {
    const host = await startDocumentHost();
    const server = await startTestServer(enabled);
    const fields = { id_token_signed_response_alg: "ES256" };
    await begin(server, install(host.describe("/agent.json", fields)));
    assert.deepEqual(await published(server.latchkey), ["ES256", "RS256"]);
  });

  test("by the security profile of a client, for responses and for JWT access tokens", async () => {
    const { latchkey } = await startTestServer();
    const body = { client_id: "bank", security_profile: "fapi2" } as const;
    await latchkey.createOAuth2Client({ body });
    assert.deepEqual(await published(latchkey), ["ES256", "ES256", "RS256"]);
  });

  test("by a client with JWT access tokens", async () => {
    const { latchkey } = await startTestServer();
    await latchkey.createOAuth2Client({ body: { access_token_strategy: "jwt" } });
    assert.deepEqual(await published(latchkey), ["RS256", "RS256"]);
  });

  test("by an API", async () => {
    const { latchkey } = await startTestServer();
    const identifier = "https://api.example";
    await latchkey.createApi({
      body: { identifier, access_token_format: "jwt", access_token_signing_alg: "ES256" },
    });
    assert.deepEqual(await published(latchkey), ["ES256", "RS256"]);
  });

  test("by settings; signed introspection responses have RS256 where nothing else is named", async () => {
    const { latchkey } = await startTestServer({ "oidc.id_token_signed_response_alg": "ES256" });
    assert.deepEqual(await published(latchkey), ["ES256", "RS256"]);
    const strict = await startTestServer({ "security.profile": "fapi2" });
    assert.deepEqual(await published(strict.latchkey), ["ES256", "ES256", "RS256"]);
  });

  test("and the clients of one algorithm share its key", async () => {
    const { latchkey } = await startTestServer();
    const body = { id_token_signed_response_alg: "ES256" };
    await Promise.all([1, 2, 3].map(() => latchkey.createOAuth2Client({ body })));
    assert.deepEqual(await published(latchkey), ["ES256", "RS256"]);
  });
});

test("a client that is refused creates no key", async () => {
  const { latchkey } = await startTestServer();
  const body = { id_token_signed_response_alg: "ES256", subject_type: "nobody" };
  assert.equal((await latchkey.call("createOAuth2Client", { body })).status, 400);
  assert.deepEqual(await published(latchkey), ["RS256"]);
});
