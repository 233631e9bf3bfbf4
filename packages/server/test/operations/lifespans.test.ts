import assert from "node:assert/strict";
import { it } from "node:test";
import { basic } from "@latchkey/client";
import { startTestServer } from "../support/server.ts";

const machine = {
  client_id: "nightly",
  client_secret: "correct horse battery staple",
  grant_types: ["client_credentials"],
};

it("a client's own lifespan applies to its tokens, and is in its description while it is set", async () => {
  const { latchkey, clock } = await startTestServer();
  const field = "client_credentials_grant_access_token_lifespan";
  const created = await latchkey.createOAuth2Client({ body: { ...machine, [field]: "1m30s" } });
  assert.equal(created[field], "1m30s");
  const authorization = basic(machine.client_id, machine.client_secret);
  const request = { grant_type: "client_credentials" };
  const { access_token, expires_in } = await latchkey.oauth2Token(request, { authorization });
  assert.equal(expires_in, 90);
  clock.now += 89;
  assert.equal((await latchkey.introspectOAuth2Token({ token: access_token })).active, true);
  clock.now += 1;
  assert.equal((await latchkey.introspectOAuth2Token({ token: access_token })).active, false);

  const replaced = await latchkey.updateOAuth2Client({ id: machine.client_id, body: machine });
  assert.equal(replaced[field], undefined);
  const later = await latchkey.oauth2Token(request, { authorization });
  assert.equal(later.expires_in, 3_600);
});

for (const written of ["90", "0s", "-1h", "1h 30m", "1d", "", 90]) {
  it(`${JSON.stringify(written)} is not a lifespan, and the error names the field`, async () => {
    const { fetch } = await startTestServer();
    const body = { ...machine, refresh_token_grant_id_token_lifespan: written };
    const response = await fetch("http://admin.test/clients", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const { error, error_description } = await response.json();
    if (written === "") return assert.equal(response.status, 201); // As if it were left out.
    assert.equal(response.status, 400);
    assert.equal(
      error,
      typeof written === "string" ? "invalid_client_metadata" : "invalid_request",
    );
    assert.match(error_description, /refresh_token_grant_id_token_lifespan .*must be /);
  });
}
