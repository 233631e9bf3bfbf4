import assert from "node:assert/strict";
import { test } from "node:test";
import { exportPKCS8, generateKeyPair, jwtVerify } from "jose";
import { signAppleSecret } from "./apple-secret.ts";

test("the client secret of Apple is a JWT that the key of the team signs", async () => {
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
  const now = 1_800_000_000;
  const secret = await signAppleSecret(
    {
      team_id: "TEAM",
      key_id: "KEY",
      client_id: "example.signin",
      private_key: await exportPKCS8(privateKey),
    },
    now,
  );
  const { payload, protectedHeader } = await jwtVerify(secret, publicKey, {
    issuer: "TEAM",
    subject: "example.signin",
    audience: "https://appleid.apple.com",
    currentDate: new Date(now * 1000),
  });
  assert.deepEqual(protectedHeader, { alg: "ES256", kid: "KEY" });
  assert.equal((payload.exp ?? 0) - now, 3_600);
});
