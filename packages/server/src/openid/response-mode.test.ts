import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Transport } from "../oauth/response-type.ts";
import { deliver } from "./response-mode.ts";

const callback = "https://photos.example/callback";

describe("how a response is delivered", () => {
  const table: [Transport, redirect_uri: string, location: string][] = [
    ["query", callback, `${callback}?code=c%2B1&state=a+b`],
    ["query", `${callback}?from=us`, `${callback}?from=us&code=c%2B1&state=a+b`],
    ["query", `${callback}?`, `${callback}?code=c%2B1&state=a+b`],
    ["query", `${callback}?from=us&`, `${callback}?from=us&code=c%2B1&state=a+b`],
    ["query", "com.example.photos:/callback", "com.example.photos:/callback?code=c%2B1&state=a+b"],
    ["query", "https://photos.example", "https://photos.example?code=c%2B1&state=a+b"],
    ["fragment", callback, `${callback}#code=c%2B1&state=a+b`],
    ["fragment", `${callback}?from=us`, `${callback}?from=us#code=c%2B1&state=a+b`],
  ];
  for (const [mode, redirect_uri, location] of table) {
    it(`${mode}, to ${redirect_uri}`, () => {
      const parameters = { code: "c+1", scope: undefined, state: "a b" };
      assert.deepEqual(deliver(mode, redirect_uri, parameters), { kind: "redirect", location });
    });
  }

  it("as a form, with the values as they are", () => {
    const parameters = { code: "c+1", scope: undefined, state: '"><script>' };
    assert.deepEqual(deliver("form_post", callback, parameters), {
      kind: "form_post",
      action: callback,
      fields: { code: "c+1", state: '"><script>' },
    });
  });

  it("with nothing in it that could end the header", () => {
    const delivery = deliver("query", callback, { state: "a\r\nSet-Cookie: mallory=1 é" });
    assert.ok(delivery.kind === "redirect");
    assert.match(delivery.location, /^[\x21-\x7e]+$/);
  });
});
