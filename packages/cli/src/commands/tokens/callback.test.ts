import assert from "node:assert/strict";
import { it } from "node:test";
import { listenForCallback } from "./callback.ts";

it("takes the redirect, and nothing that another program sends before it", async (t) => {
  const callback = await listenForCallback("/callback", 0, undefined);
  t.after(() => callback.close());
  const url = `http://127.0.0.1:${callback.port}`;
  assert.equal((await fetch(`${url}//`)).status, 404);
  assert.equal((await fetch(`${url}/favicon.ico`)).status, 404);
  assert.equal((await fetch(`${url}/callback?code=x`)).status, 200);
  assert.equal((await callback.answer).get("code"), "x");
});
