import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { describe, it } from "node:test";
import { startTestServer } from "../support/server.ts";
import { callerOf, install, pairOf } from "./caller.ts";
import {
  authorize,
  setUpWorkspace,
  registerIntegration,
  highLimits,
  type AuthorizationOptions,
} from "./authorization.ts";
import { assertRefused } from "./refusal.ts";

const world = await startTestServer(highLimits);
const { latchkey, clock } = world;
const { photos } = await setUpWorkspace(latchkey);
const caller = callerOf(world, photos);
const mallory = callerOf(world, await registerIntegration(latchkey, { name: "Mallory" }));

const newCode = (options?: AuthorizationOptions) => {
  clock.now += 60;
  return authorize(world, photos, options);
};
const wrong = { redirect_uri: "https://mallory.example/callback" };
const verifier = "a-verifier-of-photos-that-is-long-enough-for-the-rfc";
const pkce = {
  params: {
    code_challenge: hash("sha256", verifier, "base64url"),
    code_challenge_method: "S256",
  },
};

describe("a code", () => {
  it("is valid for ten minutes", async () => {
    const [early, late] = [await newCode(), await authorize(world, photos)];
    clock.now += 599;
    assert.equal((await caller.exchange(early)).status, 200);
    clock.now += 1;
    assertRefused(await caller.exchange(late), 400, "invalid_grant");
  });

  it("that is unknown, expired or another's is refused in one and the same sentence", async () => {
    const expired = await newCode();
    clock.now += 601;
    const theirs = await newCode();
    const sentences = await Promise.all(
      [caller.exchange("lk_wac_guess"), caller.exchange(expired), mallory.exchange(theirs)].map(
        async (received) => assertRefused(await received, 400, "invalid_grant"),
      ),
    );
    assert.equal(new Set(sentences).size, 1);
    assert.equal(
      (await caller.exchange(theirs)).status,
      200,
      "another client's attempt has no effect",
    );
  });

  it("is neither an access token nor a refresh token, nor the other way round", async () => {
    const code = await newCode();
    assert.equal(await caller.isActive(code), false);
    assert.equal((await caller.revoke(code)).status, 200);
    assertRefused(await caller.refresh(code), 400, "invalid_grant");
    const { access_token, refresh_token } = pairOf(await caller.exchange(code));
    for (const token of [access_token, refresh_token])
      assertRefused(await caller.exchange(token), 400, "invalid_grant");
    assertRefused(await caller.refresh(access_token), 400, "invalid_grant");
  });

  it("presented again within ten seconds is rejected, and the pair stays valid", async () => {
    const code = await newCode();
    const pair = pairOf(await caller.exchange(code));
    clock.now += 10;
    assertRefused(await caller.exchange(code), 400, "invalid_grant");
    assert.equal(await caller.isActive(pair.access_token), true);
    assert.equal((await caller.refresh(pair.refresh_token)).status, 200);
  });

  it("presented again later revokes its grant, with later pairs", async () => {
    const code = await newCode();
    const first = pairOf(await caller.exchange(code));
    const second = pairOf(await caller.refresh(first.refresh_token));
    clock.now += 11;
    assertRefused(await caller.exchange(code), 400, "invalid_grant");
    assert.equal(await caller.isActive(second.access_token), false);
    assertRefused(await caller.refresh(second.refresh_token), 400, "invalid_grant");
  });

  it("presented again by another integration, at any time, revokes nothing", async () => {
    const code = await newCode();
    const { access_token } = pairOf(await caller.exchange(code));
    clock.now += 3600;
    assertRefused(await mallory.exchange(code), 400, "invalid_grant");
    assert.equal(await caller.isActive(access_token), true);
  });

  it("survives four failures of its own client", async () => {
    const code = await newCode();
    for (let attempt = 1; attempt <= 4; attempt += 1)
      assertRefused(await caller.exchange(code, wrong), 400, "invalid_grant");
    assert.equal((await caller.exchange(code)).status, 200);
  });

  it("is worth nothing after the fifth, whichever kind they were", async () => {
    const code = await newCode(pkce);
    const failures = [wrong, { code_verifier: "x".repeat(43) }, {}, wrong, wrong];
    for (const failure of failures)
      assertRefused(await caller.exchange(code, failure), 400, "invalid_grant");
    const received = await caller.exchange(code, { code_verifier: verifier });
    assertRefused(received, 400, "invalid_grant");
  });

  it("is not affected by failures of another integration", async () => {
    const code = await newCode();
    for (let attempt = 1; attempt <= 10; attempt += 1)
      assertRefused(await mallory.exchange(code, wrong), 400, "invalid_grant");
    assert.equal((await caller.exchange(code)).status, 200);
  });
});

describe("a redirect_uri", () => {
  it("that the browser was sent with must be sent again, or the request is incomplete", async () => {
    const code = await newCode();
    const without = await caller.exchange(code, { redirect_uri: undefined });
    assertRefused(without, 400, "invalid_request");
    assert.equal((await caller.exchange(code)).status, 200);
  });

  it("that differs by a letter is another", async () => {
    const code = await newCode();
    for (const redirect_uri of [
      "https://photos.example/callback/",
      "https://PHOTOS.example/callback",
      "https://photos.example/callback?",
    ])
      assertRefused(await caller.exchange(code, { redirect_uri }), 400, "invalid_grant");
    assert.equal((await caller.exchange(code)).status, 200);
  });

  const without = { params: { redirect_uri: undefined } };

  it("that the browser was not sent with may be left out, or be the only one there is", async () => {
    const [left, sent] = [await newCode(without), await newCode(without)];
    assert.equal((await caller.exchange(left, { redirect_uri: undefined })).status, 200);
    assert.equal((await caller.exchange(sent)).status, 200);
  });

  it("that the browser was not sent with may be no other", async () => {
    const code = await newCode(without);
    assertRefused(await caller.exchange(code, wrong), 400, "invalid_grant");
    assert.equal((await caller.exchange(code)).status, 200);
  });
});

describe("a code_challenge", () => {
  it("is met by its verifier", async () => {
    const code = await newCode(pkce);
    assert.equal((await caller.exchange(code, { code_verifier: verifier })).status, 200);
  });

  for (const [what, code_verifier] of [
    ["no verifier", undefined],
    ["another verifier", "x".repeat(43)],
    ["the challenge itself", pkce.params.code_challenge],
  ] as const) {
    it(`is not met by ${what}, and the code waits`, async () => {
      const code = await newCode(pkce);
      assertRefused(await caller.exchange(code, { code_verifier }), 400, "invalid_grant");
      assert.equal((await caller.exchange(code, { code_verifier: verifier })).status, 200);
    });
  }

  it("that was never sent asks for no verifier", async () => {
    const code = await newCode();
    const received = await caller.exchange(code, { code_verifier: verifier });
    assertRefused(received, 400, "invalid_grant");
    assert.equal((await caller.exchange(code)).status, 200);
  });
});

it("without a replay window, a code presented twice revokes its grant at once", async () => {
  const strict = await startTestServer({ ...highLimits, "workspace.replay_window": 0 });
  const office = await setUpWorkspace(strict.latchkey);
  const code = await authorize(strict, office.photos);
  const { exchange, isActive } = callerOf(strict, office.photos);
  const { access_token } = pairOf(await exchange(code));
  strict.clock.now += 1;
  assertRefused(await exchange(code), 400, "invalid_grant");
  assert.equal(await isActive(access_token), false);
  assert.equal(await isActive((await install(strict, office.photos)).access_token), true);
});
