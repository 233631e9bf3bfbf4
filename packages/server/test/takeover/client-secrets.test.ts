import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { basic } from "@latchkey/client";
import { hashByBcrypt } from "../../../takeover/test/support/issued.ts";
import { startTakenServer } from "./taken-server.ts";

const { latchkey, context } = await startTakenServer();
const { clients } = context.store;

/** A client whose secret the other server had hashed; `previous` is one before it. */
async function register(client_id: string, hash: string, previous?: string): Promise<void> {
  const body = {
    client_id,
    client_secret: `${client_id} begins`,
    grant_types: ["client_credentials"],
  };
  await latchkey.createOAuth2Client({ body });
  if (previous !== undefined) {
    await plant(client_id, previous);
    await latchkey.rotateOAuth2ClientSecret({ id: client_id, body: { overlap: 3600 } });
  }
  await plant(client_id, hash);
}

async function plant(client_id: string, hash: string): Promise<void> {
  const stored = (await clients.findCurrent(client_id))?.client_secret_hash ?? "";
  assert.ok(await clients.replaceSecretHash(client_id, stored, hash));
}

async function accepts(client_id: string, secret: string): Promise<boolean> {
  const form = { grant_type: "client_credentials" } as const;
  const reply = await latchkey.call("oauth2Token", form, {
    authorization: basic(client_id, secret),
  });
  return reply.ok;
}

describe("a secret that the other server hashed", () => {
  const secret = "a secret of the other server";

  it("is accepted, and hashed our way at its first use", async () => {
    await register("photos", hashByBcrypt(secret));
    assert.equal(await accepts("photos", "a guess"), false);
    assert.match((await clients.findCurrent("photos"))?.client_secret_hash ?? "", /^\$2/);
    assert.ok(await accepts("photos", secret));
    assert.match((await clients.findCurrent("photos"))?.client_secret_hash ?? "", /^argon2id:/);
    assert.ok(await accepts("photos", secret));
    assert.equal(await accepts("photos", "a guess"), false);
  });

  it("that is longer than bcrypt reads stays as it is", async () => {
    const long = "a".repeat(80);
    await register("long", hashByBcrypt(long));
    assert.ok(await accepts("long", long));
    assert.ok(await accepts("long", `${long.slice(0, 72)}another tail`));
    assert.match((await clients.findCurrent("long"))?.client_secret_hash ?? "", /^\$2/);
  });

  it("before the current one is accepted and hashed our way, too", async () => {
    await register("rotated", hashByBcrypt(secret), hashByBcrypt("an older secret"));
    assert.ok(await accepts("rotated", "an older secret"));
    const after = await clients.findCurrent("rotated");
    assert.match(after?.client_secret_hash ?? "", /^\$2/, "the current one was not used");
    assert.match(after?.previous_secrets?.[0]?.hash ?? "", /^argon2id:/);
    assert.ok(await accepts("rotated", "an older secret"));
    assert.ok(await accepts("rotated", secret));
  });

  it("is not replaced where it was changed meanwhile", async () => {
    await register("changed", hashByBcrypt(secret));
    assert.equal(await clients.replaceSecretHash("changed", "$2a$another", "sha256:no"), false);
    assert.equal(await clients.replaceSecretHash("no client", "$2a$", "sha256:no"), false);
    assert.ok(await accepts("changed", secret));
  });
});
