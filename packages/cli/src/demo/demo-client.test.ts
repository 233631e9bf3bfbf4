import assert from "node:assert/strict";
import { test } from "node:test";

import { startDemoClient } from "./demo-client.ts";

const options = {
  issuer: "http://127.0.0.1:4444/",
  public_url: "http://127.0.0.1:4444/",
  workspace_url: "http://127.0.0.1:4444/",
  client_id: "demo",
  host: "127.0.0.1",
  port: 0,
  register: async () => ({ client_id: "integration", client_secret: "its secret" }),
};

test("the demo listens, speaks and stops", async () => {
  const demo = await startDemoClient(options);
  const home = await fetch(demo.url);
  assert.match(await home.text(), /<h1>See what an app receives<\/h1>/);
  assert.match(home.headers.get("set-cookie") ?? "", /^latchkey_demo=.*SameSite=Lax/);

  const left = await fetch(`${demo.url}/sign-in`, { redirect: "manual" });
  const location = new URL(left.headers.get("location") ?? "");
  assert.equal(location.searchParams.get("redirect_uri"), `${demo.url}/callback`);
  await demo.close();
  await assert.rejects(fetch(demo.url));
});

test("a demo that the server does not want does not listen", async () => {
  let address = "";
  const started = startDemoClient({
    ...options,
    register: (url) => {
      address = url;
      return Promise.reject(new Error("unwanted"));
    },
  });
  await assert.rejects(started, /unwanted/);
  await assert.rejects(fetch(address));
});

test("a demo that listens everywhere says where a browser finds it", async () => {
  const demo = await startDemoClient({ ...options, host: "0.0.0.0" });
  assert.match(demo.url, /^http:\/\/127\.0\.0\.1:\d+$/);
  await demo.close();
});
