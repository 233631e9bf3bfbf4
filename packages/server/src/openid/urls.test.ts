import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { assertProperty } from "../../test/support/properties.ts";
import { joinUrl, withQuery, writeParameters } from "./urls.ts";

describe("joining a base and a path", () => {
  const table: [base: string, path: string, url: string][] = [
    ["https://id.example", "/oauth2/token", "https://id.example/oauth2/token"],
    ["https://id.example/", "/oauth2/token", "https://id.example/oauth2/token"],
    ["https://id.example", "oauth2/token", "https://id.example/oauth2/token"],
    ["https://id.example/", "oauth2/token", "https://id.example/oauth2/token"],
    ["https://id.example/tenants/alice", "/userinfo", "https://id.example/tenants/alice/userinfo"],
    ["https://id.example/tenants/alice/", "/userinfo", "https://id.example/tenants/alice/userinfo"],
  ];
  for (const [base, path, url] of table) {
    it(`${base} and ${path} make ${url}`, () => assert.equal(joinUrl(base, path), url));
  }
});

describe("a URI with parameters", () => {
  const table: [uri: string, with_them: string][] = [
    ["https://login.example/", "https://login.example/?state=a+b"],
    ["https://login.example", "https://login.example?state=a+b"],
    ["https://login.example/?from=us", "https://login.example/?from=us&state=a+b"],
    ["https://login.example/?", "https://login.example/?state=a+b"],
    ["https://login.example/?from=%7Eus&", "https://login.example/?from=%7Eus&state=a+b"],
    ["https://app.example/#/login?now", "https://app.example/?state=a+b#/login?now"],
    ["https://münchen.example/tür", "https://xn--mnchen-3ya.example/t%C3%BCr?state=a+b"],
    ["com.example.photos:/back", "com.example.photos:/back?state=a+b"],
  ];
  for (const [uri, with_them] of table) {
    it(uri, () => assert.equal(withQuery(uri, { state: "a b", scope: undefined }), with_them));
  }

  it("is unchanged without parameters", () => {
    assert.equal(
      withQuery("https://münchen.example", { state: undefined }),
      "https://münchen.example",
    );
  });

  it("carries them as URLSearchParams would", () => {
    const text = fc.string({ unit: "binary" });
    assertProperty(
      fc.property(fc.dictionary(text, text), (parameters) => {
        assert.equal(writeParameters(parameters), new URLSearchParams(parameters).toString());
      }),
    );
  });
});
