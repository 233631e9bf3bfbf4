import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { describe, it } from "node:test";
import { command } from "@latchkey/server/feature/store";
import { generateKeyPair, importJWK, SignJWT } from "jose";
import { issueOpaque } from "../../../takeover/test/support/issued.ts";
import { signatureOf } from "../../src/crypto/opaque-token.ts";
import { isActive, registerMachine, tokenOf } from "../operations/machine.ts";
import { SECRET, startTakenServer } from "./taken-server.ts";

const world = await startTakenServer({
  "strategies.access_token": "jwt",
  "oauth2.registration.mode": "open",
  "oauth2.registration.allowed_grant_types": ["client_credentials"],
});
const { latchkey, addToken, context, clock } = world;

describe("a JWT access token of the other server", () => {
  it("is valid by one of our keys and by its row", async () => {
    const set = "hydra.jwt.access-token";
    await context.keyring.prepare(set);
    const [jwk] = (await latchkey.getJsonWebKeySet({ set })).keys;
    assert.ok(jwk);
    const machine = await registerMachine(latchkey, {
      client_id: "machine",
      access_token_strategy: "opaque",
    });
    const jwtOf = () => new SignJWT({ sub: "a machine" }).setExpirationTime(clock.now + 600);
    const protectedHeader = { alg: jwk.alg ?? "RS256" }; // Those of an assertion had no kid.
    const ours = await jwtOf()
      .setProtectedHeader(protectedHeader)
      .sign(await importJWK({ ...jwk }, protectedHeader.alg));
    assert.equal(await isActive(latchkey, ours), false, "without a row");

    const signatureIn = (jwt: string): string => hash("sha384", jwt.split(".")[2] ?? "", "hex");
    const row_signature = signatureOf(await tokenOf(latchkey, machine));
    assert.ok(row_signature);
    await addToken("access", signatureIn(ours), { row_signature });
    assert.ok(await isActive(latchkey, ours));

    const { privateKey } = await generateKeyPair("RS256");
    const forged = await jwtOf().setProtectedHeader({ alg: "RS256" }).sign(privateKey);
    await addToken("access", signatureIn(forged), { row_signature });
    assert.equal(await isActive(latchkey, forged), false, "signed by another key");
    const [head = "", , signature = ""] = ours.split(".");
    const changed = Buffer.from(JSON.stringify({ exp: clock.now + 600 })).toString("base64url");
    assert.equal(await isActive(latchkey, `${head}.${changed}.${signature}`), false, "changed");
  });
});

const forgetTokens = command({ sql: "delete from taken_token where token_use = 'registration'" });

describe("a registration access token of the other server", () => {
  const body = { client_id: "photos", grant_types: ["client_credentials"], scope: "albums" };

  it("manages its client until the first update, which replaces it", async () => {
    await latchkey.createOAuth2Client({ body });
    await latchkey.createOAuth2Client({ body: { ...body, client_id: "music" } });
    const { token, signature } = issueOpaque(SECRET);
    const authorization = `Bearer ${token}`;
    const unknown = await latchkey.call(
      "getOidcDynamicClient",
      { id: "photos" },
      { authorization },
    );
    assert.equal(unknown.status, 401);

    await addToken("registration", signature, { client_id: "photos" });
    const found = await latchkey.getOidcDynamicClient({ id: "photos" }, { authorization });
    assert.equal(found.client_id, "photos");
    assert.equal((await latchkey.getTakeover()).registration_tokens, undefined, "it is ours now");
    const { tools } = context.store;
    await tools.database.write(() => forgetTokens({}));
    const unaided = await latchkey.getOidcDynamicClient({ id: "photos" }, { authorization });
    assert.equal(unaided.client_id, "photos", "without what the other server stored of it");
    const other = await latchkey.call("getOidcDynamicClient", { id: "music" }, { authorization });
    assert.equal(other.status, 401, "of another client");

    const update = {
      id: "photos",
      body: { client_name: "Photos", grant_types: ["client_credentials"] },
    };
    const updated = await latchkey.setOidcDynamicClient(update, { authorization });
    const next = `Bearer ${updated.registration_access_token}`;
    assert.match(next, /^Bearer lk_rat_/);
    const replaced = await latchkey.call(
      "getOidcDynamicClient",
      { id: "photos" },
      { authorization },
    );
    assert.equal(replaced.status, 401);
    const again = await latchkey.getOidcDynamicClient({ id: "photos" }, { authorization: next });
    assert.equal(again.client_name, "Photos");
  });
});
