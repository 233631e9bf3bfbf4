import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { joinUrl } from "./urls.ts";

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
