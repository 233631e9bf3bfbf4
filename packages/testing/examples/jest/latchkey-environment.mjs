// Jest loads environments with Node itself, so the tests need neither ES modules nor flags.
import { startTestServer } from "@latchkey/testing";
import { TestEnvironment } from "jest-environment-node";
import { startApp } from "../app.js";

/** Each test file has its own server and app, as the globals `latchkey` and `app`. */
export default class LatchkeyEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    const latchkey = await startTestServer();
    const app = await startApp(() => ({ issuer: latchkey.issuer, ...this.global.client }));
    this.global.client = await latchkey.createClient({ redirect_uris: [app.redirect_uri] });
    Object.assign(this.global, { latchkey, app });
  }

  async teardown() {
    this.global.app.stop();
    await this.global.latchkey.stop();
    await super.teardown();
  }
}
