import assert from "node:assert/strict";
import { test } from "node:test";
import { readIdToken } from "../../src/grants/read-id-token.ts";
import { runLoad } from "./rotation-load.ts";

const SET = "hydra.jwt.access-token";
const ID_TOKENS = "hydra.openid.id-token";

test("keys rotate under load, and no API that caches them for an hour refuses a token", async () => {
  const published = new Set<string>();
  const report = await runLoad({}, 100, async (_hour, { latchkey }) => {
    for (const { kid = "" } of (await latchkey.wellKnown()).keys) published.add(kid);
  });
  const { refusals, signers, tokens, verifications, worlds, id_tokens } = report;
  assert.deepEqual(refusals, []);
  assert.ok(tokens > 1_600 && verifications > 10 * tokens);
  assert.equal(signers.length, 5, "four rotations in a hundred hours");

  const [{ clock, latchkey, server }] = worlds;
  const states = await latchkey.listSigningKeys({ set: SET });
  const byKid = new Map(states.map((key) => [key.kid, key.state]));
  assert.deepEqual(
    signers.map((kid) => byKid.get(kid) ?? "deleted"),
    ["deleted", "deleted", "retired", "retired", "signing"],
  );
  assert.ok(signers.every((kid) => published.has(kid)));
  const held = (await latchkey.wellKnown()).keys.map(({ kid }) => kid);
  assert.ok(!held.some((kid) => kid === signers[0] || kid === signers[1]));

  const entries = await latchkey.listAuditEntries({ object_type: "key_set", object_id: SET });
  const steps = entries
    .filter(({ caller }) => caller.kind === "server")
    .map(({ action }) => action);
  const count = (action: string): number => steps.filter((one) => one === action).length;
  assert.equal(count("key_added"), 4);
  assert.equal(count("signing_key_changed"), 5, "the first one too");
  assert.equal(count("key_deleted"), 2);

  // An ID token is a hint for a day after it has expired, whatever key signs by then.
  const recent = id_tokens.at(-8) ?? "";
  const readings = await Promise.all(
    [id_tokens[0] ?? "", recent].map((one) => readIdToken(one, server.context)),
  );
  assert.equal(readings[0], undefined, "its key was deleted");
  assert.ok(clock.now - Number(readings[1]?.["exp"]) > 18 * 3_600);
  const idTokenStates = (await latchkey.listSigningKeys({ set: ID_TOKENS })).map(
    ({ state }) => state,
  );
  assert.deepEqual(idTokenStates, ["signing", "retired"]);
});

for (const period of ["0s", "30m"])
  test(`APIs refuse tokens where keys are announced for ${period}: the load notices`, async () => {
    const { refusals, signers } = await runLoad(
      { "oidc.key_rotation.announce_period": period },
      27,
    );
    assert.equal(signers.length, 2);
    assert.ok(refusals.length > 0);
    for (const { code, hour, kid } of refusals) {
      assert.equal(code, "ERR_JWKS_NO_MATCHING_KEY");
      assert.notEqual(kid, signers[0]);
      assert.ok(hour >= 23.75 && hour <= 25.5, "until they fetch the keys");
    }
  });

test("APIs refuse tokens whose key was deleted too early: the load notices", async () => {
  const { refusals } = await runLoad({}, 27, async (hour, { latchkey }) => {
    if (hour !== 25) return;
    const keys = await latchkey.listSigningKeys({ set: SET });
    for (const { kid, state } of keys)
      if (state === "retired") await latchkey.deleteJsonWebKey({ set: SET, kid });
  });
  assert.ok(refusals.length > 0);
});
