import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startOptionsOf } from "./start-options.ts";

describe("how long a worker waits for a database that is away", () => {
  const othersListen = () => true;
  const ports = { public: 4444, admin: 4445, workspace: 0, mtls: 0 };

  it("the first one: limits.database.startup_timeout, since no other worker serves requests", () => {
    assert.deepEqual(startOptionsOf({ planes: "all", ports: undefined }, othersListen), {
      planes: "all",
      shared: { ports: undefined, othersListen },
    });
  });

  it("one beside others, or a replacement: without a limit, so that the server does not end", () => {
    assert.deepEqual(startOptionsOf({ planes: "public", ports }, othersListen), {
      planes: "public",
      shared: { ports, othersListen },
      startup_timeout_ms: Infinity,
    });
  });
});
