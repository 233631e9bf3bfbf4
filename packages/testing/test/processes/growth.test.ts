import assert from "node:assert/strict";
import { it } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { startTestServer } from "../../src/index.ts";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

function heapUsed(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

it("1,000 sign-ins in one process leave no more behind than 500", async () => {
  await using latchkey = await startTestServer({
    listen: false,
    at: "2027-01-15T08:00:00Z",
    settings: { "oidc.id_token_signed_response_alg": "ES256" }, // Signs faster than RS256.
  });
  const client = await latchkey.createClient();
  const user = await latchkey.createUser();
  const signInMany = async (times: number): Promise<void> => {
    for (let count = 0; count < times; count += 1) {
      const { claims } = await latchkey.signIn({ client, user, scope: "openid offline_access" });
      assert.equal(claims["sub"], user.subject);
    }
    latchkey.clock.advance("8760h"); // Everything has expired.
    await latchkey.sweep();
  };
  await signInMany(500);
  const before = heapUsed();
  await signInMany(500);
  const ratio = heapUsed() / before;
  assert.ok(ratio < 1.15, `the heap grew by ${ratio.toFixed(2)}`);
  assert.equal(await latchkey.sweep(), 0);
});
