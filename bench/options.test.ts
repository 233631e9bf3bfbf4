import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseOptions } from "./options.ts";

describe("the command line of the benchmark", () => {
  it("measures seven rounds, or one with --quick", () => {
    const full = parseOptions([]);
    assert.ok(full !== "help" && full.pace.rounds === 7);
    const quick = parseOptions(["--quick"]);
    assert.ok(quick !== "help" && quick.pace.rounds === 1 && quick.without_postgres);
  });

  it("profiles one workload only", () => {
    const options = parseOptions(["--profile", "refresh"]);
    assert.ok(options !== "help");
    assert.deepEqual(options.only, ["refresh"]);
    assert.equal(options.without_postgres, true);
  });

  for (const url of ["http://127.0.0.1:5000", "http://localhost:5000/", "http://[::1]:5000"]) {
    it(`accepts ${url}, a loopback address`, () => {
      const options = parseOptions(["--url", url]);
      assert.ok(options !== "help" && options.url === url.replace(/\/$/, ""));
    });
  }

  for (const url of ["https://id.example", "http://10.0.0.1", "http://127.0.0.1.id.example"]) {
    it(`rejects ${url}, which is not loopback`, () => {
      assert.throws(() => parseOptions(["--url", url]), /not on this machine/);
    });
  }

  it("rejects unknown flags", () => assert.throws(() => parseOptions(["--fast"])));
});
