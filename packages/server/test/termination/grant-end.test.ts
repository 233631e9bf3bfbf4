import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { OAuth2ClientInput } from "@latchkey/api";
import { registerApp } from "../support/app.ts";
import { refresh, signIn } from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";

const HOUR = 3_600;

/** A server, and a client that has just got its tokens. */
async function granted(
  settings: Readonly<Record<string, unknown>>,
  description: OAuth2ClientInput = {},
) {
  const world = await startTestServer(settings);
  const app = await registerApp(world.latchkey, description);
  return { ...world, app, tokens: await signIn(world, app) };
}

describe("the end of a grant", () => {
  it("is not moved by refreshing, and its last tokens do not outlive it", async () => {
    const world = await granted({ "ttl.grant": "3h" });
    const { clock, app, latchkey } = world;
    const end = clock.now + 3 * HOUR;
    let { refresh_token, access_token, expires_in } = world.tokens;
    assert.equal(expires_in, HOUR);
    for (let times = 0; times < 5; times += 1) {
      clock.now += HOUR / 2;
      const reply = await refresh(world, app, refresh_token);
      assert.ok(reply.ok, JSON.stringify(reply.body));
      ({ refresh_token, access_token, expires_in } = reply.body);
      assert.ok(clock.now + (expires_in ?? 0) <= end);
    }
    assert.equal(expires_in, HOUR / 2);
    const found = await latchkey.introspectOAuth2Token({ token: access_token });
    assert.equal(found.active && found.exp, end);
    clock.now = end - 1;
    assert.ok((await latchkey.introspectOAuth2Token({ token: access_token })).active);
    clock.now = end;
    assert.ok(!(await latchkey.introspectOAuth2Token({ token: access_token })).active);
    const refused = await refresh(world, app, refresh_token);
    assert.equal(refused.status, 400);
    assert.deepEqual(Object.entries(refused.body ?? {})[0], ["error", "invalid_grant"]);
    assert.match(JSON.stringify(refused.body), /come to its end/);
  });

  for (const [title, settings, grant_lifespan, seconds] of [
    ["that of the client, which is earlier", { "ttl.grant": "3h" }, "2h", 2 * HOUR],
    ["that of the client, which is later", { "ttl.grant": "3h" }, "4h", 4 * HOUR],
    ["that of the client alone", {}, "2h", 2 * HOUR],
    ["none", {}, undefined, undefined],
  ] as const) {
    it(`is ${title}, and the list of consents shows it`, async () => {
      const description = grant_lifespan === undefined ? {} : { grant_lifespan };
      const { latchkey, clock } = await granted(settings, description);
      const [consent] = await latchkey.listSubjectConsentSessions({ subject: "alice" });
      const end = seconds === undefined ? undefined : (clock.now + seconds) * 1000;
      assert.equal(consent?.ends_at && Date.parse(consent.ends_at), end);
    });
  }
});
