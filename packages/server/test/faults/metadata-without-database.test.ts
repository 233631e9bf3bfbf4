import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { features } from "../../../cli/src/features.ts";
import { createServer } from "../../src/process/server.ts";
import type { Database } from "../../src/store/database/database.ts";
import { StoreUnavailableError } from "../../src/store/port/unavailable.ts";
import { createLog } from "../../src/telemetry/log.ts";
import { connectTo, testConfig } from "../support/server.ts";

/** A server whose database goes away and comes back as the test says. */
async function startServer() {
  const away: { cause?: Error } = {};
  const wrapDatabase = (database: Database): Database =>
    new Proxy(database, {
      get(target, name, receiver) {
        const value: unknown = Reflect.get(target, name, receiver);
        if (
          typeof value !== "function" ||
          !/^(?:read|readStale|find|write|insert|update|check)$/.test(String(name))
        )
          return value;
        return (...given: unknown[]): unknown => {
          if (away.cause === undefined) return Reflect.apply(value, target, given);
          return Promise.reject(new StoreUnavailableError("It is away.", { cause: away.cause }));
        };
      },
    });
  const clock = { now_ms: 1_800_000_000_000 };
  const server = await createServer(testConfig(), {
    features,
    wrapDatabase,
    now_ms: () => clock.now_ms,
    log: createLog({ level: "error", format: "json", write: () => {} }),
  });
  after(() => {
    delete away.cause;
    return server.close();
  });
  return { ...connectTo(server), server, away, clock };
}

describe("while the database is away", () => {
  it("discovery is served from memory, also where nobody asked before and where a write failed", async () => {
    const { latchkey, away, server } = await startServer();
    away.cause = new Error("ECONNREFUSED");
    const first = await latchkey.discoverOpenIDConfiguration();
    assert.equal(first.authorization_details_types_supported, undefined);
    // A write that fails may have been committed, so that caches are cleared.
    const failed = await latchkey.call("createOAuth2Client", { body: {} });
    assert.equal(failed.status, 503);
    assert.deepEqual(await latchkey.discoverOpenIDConfiguration(), first);
    delete away.cause;
    await server.context.store.refresh();
    await latchkey.createAuthorizationDetailsType({
      body: { type: "payment", schema: { type: "object" }, sentences: { en: "pay" } },
    });
    const changed = await latchkey.discoverOpenIDConfiguration();
    assert.deepEqual(changed.authorization_details_types_supported, ["payment"]);
    away.cause = new Error("ECONNREFUSED");
    await latchkey.call("createOAuth2Client", { body: {} });
    assert.deepEqual(await latchkey.discoverOpenIDConfiguration(), changed);
  });

  it("so are the public keys, also after a write that failed", async () => {
    const { latchkey, away } = await startServer();
    const keys = await latchkey.wellKnown();
    away.cause = new Error("ECONNREFUSED");
    await latchkey.call("createOAuth2Client", { body: {} });
    assert.deepEqual(await latchkey.wellKnown(), keys);
  });
});

describe("/health/ready names what is short", () => {
  const errorsOf = async (cause: Error | undefined) => {
    const { away, fetch } = await startServer();
    if (cause !== undefined) away.cause = cause;
    const response = await fetch("http://public.test/health/ready");
    const { errors = {} }: { errors?: Record<string, string> } = await response.json();
    return [response.status, Object.keys(errors)];
  };

  it("nothing where all is well", async () =>
    assert.deepEqual(await errorsOf(undefined), [200, []]));
  it("the database", async () =>
    assert.deepEqual(await errorsOf(new Error("ECONNREFUSED")), [503, ["database"]]));
  for (const fault of [{ code: "ENOSPC" }, { code: "53100" }, { errcode: 13 }])
    it(`the disk: ${JSON.stringify(fault)}`, async () => {
      const cause = Object.assign(new Error("full"), fault);
      assert.deepEqual(await errorsOf(cause), [503, ["disk"]]);
    });
});
