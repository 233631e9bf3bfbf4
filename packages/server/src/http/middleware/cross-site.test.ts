import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createCrossSiteCheck } from "./cross-site.ts";

const OWN = "http://127.0.0.1:4445";
const CONSOLE = "https://console.example";
const MALLORY = "https://mallory.example";

describe("a request that changes something on the admin listener", () => {
  const check = createCrossSiteCheck({
    own_origin: "https://admin.example",
    allowsOrigin: (origin) => origin === CONSOLE,
  });
  type Headers = Readonly<Record<string, string>>;
  const table: [who: string, headers: Headers, passes: boolean][] = [
    ["a program", {}, true],
    ["a program on Node's fetch", { "sec-fetch-mode": "cors" }, true],
    ["the console", { origin: OWN, "sec-fetch-site": "same-origin" }, true],
    ["the console, in a browser without Sec-Fetch", { origin: OWN }, true],
    [
      "the console, behind a proxy that changes the Host",
      { origin: "https://elsewhere.example", "sec-fetch-site": "same-origin" },
      true,
    ],
    ["the console, under urls.self.admin", { origin: "https://admin.example" }, true],
    [
      "the console, under urls.self.admin, calling this listener by another name",
      { origin: "https://admin.example", "sec-fetch-site": "cross-site" },
      true,
    ],
    ["the user, who typed it", { "sec-fetch-site": "none" }, true],
    ["an extension", { origin: "chrome-extension://abc", "sec-fetch-site": "none" }, false],
    ["an origin of the settings", { origin: CONSOLE, "sec-fetch-site": "cross-site" }, true],
    ["an origin of the settings, by an old browser", { origin: CONSOLE }, true],
    ["another site", { origin: MALLORY, "sec-fetch-site": "cross-site" }, false],
    ["another site, by an old browser", { origin: MALLORY }, false],
    ["another site that hides its Origin", { "sec-fetch-site": "cross-site" }, false],
    ["another port", { origin: "http://127.0.0.1:8080", "sec-fetch-site": "same-site" }, false],
    ["another port, by an old browser", { origin: "http://127.0.0.1:8080" }, false],
    ["another scheme", { origin: "https://127.0.0.1:4445" }, false],
    ["a sandboxed frame", { origin: "null", "sec-fetch-site": "cross-site" }, false],
    ["a sandboxed frame, by an old browser", { origin: "null" }, false],
    [
      "our own origin, which the browser calls foreign",
      { origin: OWN, "sec-fetch-site": "cross-site" },
      false,
    ],
    ["a relation of the future", { origin: OWN, "sec-fetch-site": "same-planet" }, false],
    ["two relations at once", { origin: OWN, "sec-fetch-site": "same-origin, none" }, false],
  ];
  for (const [who, headers, passes] of table) {
    it(`${passes ? "passes" : "is refused"} from ${who}`, () => {
      const request = { method: "POST", headers: { host: "127.0.0.1:4445", ...headers } };
      const refusal = check("write", { ...request, encrypted: false });
      assert.equal(refusal?.error, passes ? undefined : "request_forbidden");
    });
  }

  it("is compared with the scheme that the browser used", () => {
    const sent = { host: "id.example", origin: "https://id.example" };
    const judge = (headers: Headers, encrypted: boolean) =>
      check("write", { method: "PUT", headers: { ...sent, ...headers }, encrypted })?.error;
    assert.equal(judge({}, true), undefined);
    assert.equal(judge({ "x-forwarded-proto": "https" }, false), undefined);
    assert.equal(judge({}, false), "request_forbidden");
    assert.equal(judge({ "x-forwarded-proto": "http" }, true), "request_forbidden");
    assert.equal(judge({ "x-forwarded-proto": "://" }, true), "request_forbidden");
  });

  it("does not include reads, nor operations that are open to the internet", () => {
    const headers = { host: "127.0.0.1:4445", origin: MALLORY, "sec-fetch-site": "cross-site" };
    for (const method of ["GET", "HEAD"]) {
      assert.equal(check("read", { method, headers, encrypted: false }), undefined);
    }
    assert.equal(check("open", { method: "POST", headers, encrypted: false }), undefined);
  });

  it("is refused with DELETE, PUT and POST", () => {
    const headers = { host: "127.0.0.1:4445", origin: MALLORY };
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      for (const access of ["read", "write", "keys"] as const) {
        const refusal = check(access, { method, headers, encrypted: false });
        assert.equal(refusal?.error, "request_forbidden", `${method} ${access}`);
      }
    }
  });
});
