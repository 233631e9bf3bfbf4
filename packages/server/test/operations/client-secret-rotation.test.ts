import assert from "node:assert/strict";
import { test } from "node:test";
import { basic } from "@latchkey/client";
import { startTestServer } from "../support/server.ts";
import { registerMachine } from "./machine.ts";
import { assertRefused } from "./refusal.ts";

const { latchkey, clock, server } = await startTestServer();

test("after a rotation both secrets are valid, and the old one ends with the overlap", async () => {
  await registerMachine(latchkey, { client_id: "photos", client_secret: "the old one" });
  const rotated = await latchkey.rotateOAuth2ClientSecret({ id: "photos", body: { overlap: 60 } });
  const { client_secret = "" } = rotated;
  assert.match(client_secret, /^lk_cs_/);
  assert.deepEqual(await answers("photos", client_secret, "the old one"), [200, 200]);

  clock.now += 60;
  assert.deepEqual(await answers("photos", client_secret, "the old one"), [200, 401]);
});

test("a secret that leaked is refused at once", async () => {
  await registerMachine(latchkey, { client_id: "leaky", client_secret: "known to mallory" });
  const { client_secret = "" } = await latchkey.rotateOAuth2ClientSecret({
    id: "leaky",
    body: { overlap: 0 },
  });
  assert.deepEqual(await answers("leaky", client_secret, "known to mallory"), [200, 401]);
});

test("a connection that repeats its head is refused from the moment its secret is", async () => {
  await registerMachine(latchkey, { client_id: "steady", client_secret: "known to mallory" });
  const headers = {
    authorization: basic("steady", "known to mallory"),
    "content-type": "application/x-www-form-urlencoded",
  };
  const ask = async (): Promise<number> =>
    (await server.public({ ...tokenRequest, headers })).status;
  assert.deepEqual([await ask(), await ask(), await ask()], [200, 200, 200]);

  await latchkey.rotateOAuth2ClientSecret({ id: "steady", body: { overlap: 60 } });
  assert.deepEqual([await ask(), await ask()], [200, 200]);
  clock.now += 60;
  assert.deepEqual([await ask(), await ask()], [401, 401]);
});

const tokenRequest = {
  method: "POST",
  target: "/oauth2/token",
  body: "grant_type=client_credentials",
  address: "127.0.0.1",
  encrypted: false,
};

test("a secret stays valid for the overlap it was promised, whatever rotations follow", async () => {
  await registerMachine(latchkey, { client_id: "thrice", client_secret: "the first" });
  const rotate = async (overlap?: number): Promise<string> => {
    const body = overlap === undefined ? {} : { overlap };
    return (await latchkey.rotateOAuth2ClientSecret({ id: "thrice", body })).client_secret ?? "";
  };
  const secrets = ["the first", await rotate(), await rotate(60), await rotate(3600)];
  assert.deepEqual(await answers("thrice", ...secrets), [200, 200, 200, 200]);
  clock.now += 60;
  assert.deepEqual(await answers("thrice", ...secrets), [200, 401, 200, 200]);
  clock.now += 3540;
  assert.deepEqual(await answers("thrice", ...secrets), [200, 401, 401, 200]);
  clock.now += 82_799;
  assert.deepEqual(await answers("thrice", ...secrets), [200, 401, 401, 200]);
  clock.now += 1;
  assert.deepEqual(await answers("thrice", ...secrets), [401, 401, 401, 200]);
});

test("an overlap of 0 ends every earlier secret", async () => {
  await registerMachine(latchkey, { client_id: "leaked", client_secret: "the first" });
  const second = await latchkey.rotateOAuth2ClientSecret({ id: "leaked" });
  const third = await latchkey.rotateOAuth2ClientSecret({ id: "leaked", body: { overlap: 0 } });
  const secrets = ["the first", second.client_secret ?? "", third.client_secret ?? ""];
  assert.deepEqual(await answers("leaked", ...secrets), [401, 401, 200]);
});

test("a rotation is refused rather than that it ends a promised secret: five may be valid", async () => {
  await registerMachine(latchkey, { client_id: "often", client_secret: "the first" });
  const rotate = (body = { overlap: 60 }) =>
    latchkey.call("rotateOAuth2ClientSecret", { id: "often", body });
  // At once: each rotation begins with what another one left.
  const replies = await Promise.all(Array.from({ length: 7 }, () => rotate()));
  const made = replies.flatMap((reply) => (reply.ok ? [reply.body.client_secret ?? ""] : []));
  assert.equal(made.length, 5);
  assert.deepEqual(new Set(await answers("often", "the first", ...made)), new Set([200]));
  for (const reply of replies.filter(({ ok }) => !ok)) assertRefused(reply, 409, "conflict");

  clock.now += 60;
  assert.equal((await rotate()).status, 201, "after they expired");
});

test("an edit keeps all secrets, and a secret chosen in an edit replaces them", async () => {
  await registerMachine(latchkey, { client_id: "edited", client_secret: "the old one" });
  const { client_secret = "" } = await latchkey.rotateOAuth2ClientSecret({ id: "edited" });
  const body = { grant_types: ["client_credentials"], client_name: "Edited" };
  await latchkey.updateOAuth2Client({ id: "edited", body });
  assert.deepEqual(await answers("edited", "the old one", client_secret), [200, 200]);

  await latchkey.updateOAuth2Client({ id: "edited", body: { ...body, client_secret: "chosen" } });
  assert.deepEqual(
    await answers("edited", "the old one", client_secret, "chosen"),
    [401, 401, 200],
  );
});

test("neither hash is ever returned", async () => {
  await latchkey.rotateOAuth2ClientSecret({ id: "photos" });
  const shown = JSON.stringify(await latchkey.getOAuth2Client({ id: "photos" }));
  assert.doesNotMatch(shown, /hash|previous|sha256/);
});

test("what has no secret has none to rotate, and an overlap has its limits", async () => {
  await registerMachine(latchkey, { client_id: "app", token_endpoint_auth_method: "none" });
  const statuses = [
    await latchkey.call("rotateOAuth2ClientSecret", { id: "app" }),
    await latchkey.call("rotateOAuth2ClientSecret", { id: "nobody" }),
    await latchkey.call("rotateOAuth2ClientSecret", { id: "photos", body: { overlap: -1 } }),
    await latchkey.call("rotateOAuth2ClientSecret", { id: "photos", body: { overlap: 1e9 } }),
  ].map(({ status }) => status);
  assert.deepEqual(statuses, [400, 404, 400, 400]);
});

test("secrets that Hydra's operation rotated are valid until they are deleted, five at most", async () => {
  await registerMachine(latchkey, { client_id: "kept", client_secret: "the first" });
  const secrets = ["the first"];
  for (let count = 0; count < 6; count++) {
    const { client_id, client_secret = "" } = await latchkey.addOAuth2ClientSecret({ id: "kept" });
    assert.equal(client_id, "kept");
    assert.match(client_secret, /^lk_cs_/);
    secrets.push(client_secret);
  }
  clock.now += 10 * 365 * 86_400;
  assert.deepEqual(await answers("kept", ...secrets), [401, 200, 200, 200, 200, 200, 200]);

  const after = await latchkey.deleteRotatedOAuth2ClientSecrets({ id: "kept" });
  assert.equal(after.client_id, "kept");
  assert.equal(after.client_secret, undefined);
  assert.deepEqual(await answers("kept", ...secrets), [401, 401, 401, 401, 401, 401, 200]);
  const again = await latchkey.call("deleteRotatedOAuth2ClientSecrets", { id: "kept" });
  assert.equal(again.status, 200, "nothing is left to delete");
});

test("both kinds of rotation keep their word beside each other", async () => {
  await registerMachine(latchkey, { client_id: "mixed", client_secret: "the kept one" });
  const timed = (await latchkey.addOAuth2ClientSecret({ id: "mixed" })).client_secret ?? "";
  const body = { overlap: 60 };
  await latchkey.rotateOAuth2ClientSecret({ id: "mixed", body });
  assert.deepEqual(await answers("mixed", "the kept one", timed), [200, 200]);
  clock.now += 60;
  assert.deepEqual(await answers("mixed", "the kept one", timed), [200, 401]);

  await latchkey.rotateOAuth2ClientSecret({ id: "mixed", body });
  await latchkey.deleteRotatedOAuth2ClientSecrets({ id: "mixed" });
  assert.deepEqual(await answers("mixed", "the kept one"), [401]);
});

test("Hydra's operation refuses to end a secret before its overlap", async () => {
  await registerMachine(latchkey, { client_id: "promised", client_secret: "the first" });
  for (let count = 0; count < 5; count++)
    await latchkey.rotateOAuth2ClientSecret({ id: "promised", body: { overlap: 60 } });
  const refused = await latchkey.call("addOAuth2ClientSecret", { id: "promised" });
  assertRefused(refused, 409, "conflict");
  clock.now += 60;
  assert.equal((await latchkey.call("addOAuth2ClientSecret", { id: "promised" })).status, 200);
});

test("Hydra's operations are for clients that exist and have a secret, and only under /admin", async () => {
  await registerMachine(latchkey, { client_id: "spa", token_endpoint_auth_method: "none" });
  for (const operation of ["addOAuth2ClientSecret", "deleteRotatedOAuth2ClientSecrets"] as const) {
    assertRefused(await latchkey.call(operation, { id: "spa" }), 400, "invalid_request");
    assertRefused(await latchkey.call(operation, { id: "absent" }), 404, "not_found");
  }
  for (const method of ["POST", "DELETE"]) {
    const request = { method, headers: {}, body: "", address: "127.0.0.1", encrypted: false };
    const target = "/clients/photos/secrets/rotate";
    assert.equal((await server.admin({ ...request, target })).status, 404);
    assert.equal((await server.admin({ ...request, target: `/admin${target}` })).status, 200);
  }
});

/** The status with which each secret is answered. */
function answers(client_id: string, ...secrets: readonly string[]): Promise<number[]> {
  return Promise.all(
    secrets.map(async (secret) => {
      const form = { grant_type: "client_credentials" };
      const authorization = basic(client_id, secret);
      return (await latchkey.call("oauth2Token", form, { authorization })).status;
    }),
  );
}
