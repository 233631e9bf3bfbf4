import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { StoreUnavailableError } from "./unavailable.ts";
import { untilAvailable } from "./until-available.ts";

/** A database that is available from the given try on. */
function startsAtTry(first: number, error: Error = new StoreUnavailableError("Starting up.")) {
  let tries = 0;
  return async () => {
    tries += 1;
    if (tries < first) throw error;
    return tries;
  };
}

describe("a server that starts before its database", () => {
  it("waits for it, and reports that once", async () => {
    const reasons: string[] = [];
    const onWait = ({ message }: Error): void => void reasons.push(message);
    assert.equal(await untilAvailable(startsAtTry(3), { timeout_ms: Infinity, onWait }), 3);
    assert.deepEqual(reasons, ["Starting up."]);
  });

  it("gives up after the timeout, with the reason", async () => {
    const waiting = untilAvailable(startsAtTry(9), { timeout_ms: 1, onWait: () => {} });
    await assert.rejects(waiting, (error: Error) => {
      assert.match(error.message, /not available for 0 s/);
      assert.ok(error.cause instanceof StoreUnavailableError);
      return true;
    });
  });

  it("does not wait where an operator must act", async () => {
    const refused = new StoreUnavailableError("Wrong password.", { needs_operator: true });
    const onWait = (): never => assert.fail("waited");
    for (const error of [refused, new TypeError("a bug")]) {
      await assert.rejects(
        untilAvailable(startsAtTry(9, error), { timeout_ms: Infinity, onWait }),
        error,
      );
    }
  });

  it("stops waiting when it is aborted", async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const onWait = (): void => controller.abort();
    await assert.rejects(untilAvailable(startsAtTry(9), { timeout_ms: Infinity, signal, onWait }), {
      name: "AbortError",
    });
  });
});
