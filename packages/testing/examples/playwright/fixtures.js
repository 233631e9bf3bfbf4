import { test as base } from "@playwright/test";
import { startTestServer } from "@latchkey/testing";
import { startApp } from "../app.js";

/** Each worker has one server and one app. */
export const test = base.extend({
  latchkey: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires the pattern.
    async ({}, use) => {
      const latchkey = await startTestServer();
      await use(latchkey);
      await latchkey.stop();
    },
    { scope: "worker" },
  ],
  app: [
    async ({ latchkey }, use) => {
      const app = await startApp(() => ({ issuer: latchkey.issuer, ...client }));
      const client = await latchkey.createClient({ redirect_uris: [app.redirect_uri] });
      await use(app);
      app.stop();
    },
    { scope: "worker" },
  ],
});
export { expect } from "@playwright/test";
