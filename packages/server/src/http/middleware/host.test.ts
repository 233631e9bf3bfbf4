import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createHostCheck } from "./host.ts";

describe("an admin listener without keys", () => {
  const check = createHostCheck(["latchkey.internal"]);
  const table: [name: string, host: string | undefined, passes: boolean][] = [
    ["by its address", "127.0.0.1:4445", true],
    ["by its address on IPv6", "[::1]:4445", true],
    ["as localhost", "localhost:4445", true],
    ["by the name its settings give it", "latchkey.internal:4445", true],
    ["over a Unix socket, without a name", undefined, true],
    ["by the name of mallory's page", "mallory.example:4445", false],
    ["by a name that only looks like ours", "127.0.0.1.mallory.example", false],
    ["by junk", "]", false],
  ];
  for (const [name, host, passes] of table) {
    it(`${passes ? "accepts" : "refuses"} the host ${name}`, () => {
      assert.equal(check("write", host)?.error, passes ? undefined : "request_forbidden");
    });
  }

  it("serves open operations under any host", () => {
    assert.equal(check("open", "mallory.example"), undefined);
  });
});
