import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseOptions } from "./options.ts";

describe("the command line of the benchmark", () => {
  it("asks for seven rounds unless somebody is in a hurry", () => {
    const unhurried = parseOptions([]);
    assert.ok(unhurried !== "help" && unhurried.pace.rounds === 7);
    const hurried = parseOptions(["--quick"]);
    assert.ok(hurried !== "help" && hurried.pace.rounds === 1 && hurried.without_postgres);
  });

  it("profiles one work and nothing else", () => {
    const options = parseOptions(["--profile", "refresh"]);
    assert.ok(options !== "help");
    assert.deepEqual(options.only, ["refresh"]);
    assert.equal(options.without_postgres, true);
  });

  for (const url of ["http://127.0.0.1:5000", "http://localhost:5000/", "http://[::1]:5000"]) {
    it(`measures ${url}, which is here`, () => {
      const options = parseOptions(["--url", url]);
      assert.ok(options !== "help" && options.url === url.replace(/\/$/, ""));
    });
  }

  for (const url of ["https://id.example", "http://10.0.0.1", "http://127.0.0.1.id.example"]) {
    it(`leaves ${url} alone, which is not`, () => {
      assert.throws(() => parseOptions(["--url", url]), /not on this machine/);
    });
  }

  it("knows no other flags", () => assert.throws(() => parseOptions(["--fast"])));
});
