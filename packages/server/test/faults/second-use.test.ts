import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { registerApp } from "../support/app.ts";
import { codesOf, connectDevice, poll, registerTv } from "../support/device.ts";
import { codeFor, redeem, refresh, signIn } from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";
import { authorize, setUpWorkspace } from "../workspace/authorization.ts";
import { callerOf, install } from "../workspace/caller.ts";

const world = await startTestServer();
const { store } = world.server.context;
const photos = await registerApp(world.latchkey);
const tv = await registerTv(world.latchkey);
const integration = (await setUpWorkspace(world.latchkey)).photos;
const caller = callerOf(world, integration);

type Use = () => Promise<{ readonly status: number }>;

/** What is presented a second time, later than a repetition is answered. */
const uses: readonly (readonly [what: string, prepare: () => Promise<Use>])[] = [
  [
    "a code",
    async () => {
      const code = await codeFor(world, photos);
      return () => redeem(world, photos, code);
    },
  ],
  [
    "a refresh token",
    async () => {
      const { refresh_token } = await signIn(world, photos);
      return () => refresh(world, photos, refresh_token);
    },
  ],
  [
    "a device code",
    async () => {
      const { device_code, user_code } = await codesOf(world, tv);
      await connectDevice(world, user_code);
      return () => poll(world, tv, device_code);
    },
  ],
  [
    "a workspace code",
    async () => {
      const code = await authorize(world, integration);
      return () => caller.exchange(code);
    },
  ],
  [
    "a workspace refresh token",
    async () => {
      const { refresh_token } = await install(world, integration);
      return () => caller.refresh(refresh_token);
    },
  ],
];

describe("a second use, where the first may have been answered 503 and be undone", () => {
  for (const [what, prepare] of uses) {
    it(`of ${what} is answered 503, and refused only when the outage is over`, async (t) => {
      const use = await prepare();
      assert.equal((await use()).status, 200);
      world.clock.now += 60;
      const outage = t.mock.method(store, "wasUnavailable", () => true);
      assert.equal((await use()).status, 503);
      outage.mock.restore();
      assert.equal((await use()).status, 400);
    });
  }
});
