import assert from "node:assert/strict";
import { once } from "node:events";
import { Socket } from "node:net";
import { describe, it } from "node:test";
import { createLog } from "../../telemetry/log.ts";
import { openFastLane } from "./fast-lane.ts";
import { connectTo, echo, GET, limits, start, suspend } from "./listen-fixture.ts";

describe("an idle connection", () => {
  for (const fast_lane of [true, false]) {
    it(`is kept when a request arrived in time, and the process did not run, with fast_lane: ${fast_lane}`, async () => {
      const listener = await start({ fast_lane, limits: { ...limits, idle_timeout_ms: 100 } });
      const socket = await connectTo(listener);
      socket.write(GET);
      await once(socket, "data");
      socket.write(GET);
      suspend(1_500); // Longer than the connection may be idle.
      assert.match(String(await once(socket, "data")), /^HTTP\/1\.1 200 OK/);
      socket.write(GET);
      assert.match(String(await once(socket, "data")), /^HTTP\/1\.1 200 OK/);
      socket.destroy();
    });

    it(`is closed after serve.limits.idle_timeout, with fast_lane: ${fast_lane}`, async () => {
      const listener = await start({ fast_lane, limits: { ...limits, idle_timeout_ms: 20 } });
      const socket = await connectTo(listener);
      socket.write(GET);
      await once(socket.resume(), "close");
    });
  }

  it("is closed a second after the time that its responses announce", () => {
    const lane = openFastLane({
      ...limits,
      handler: echo,
      encrypted: false,
      log: createLog({ level: "error", format: "json", write: () => {} }),
      heldFor: () => 0,
      isClosing: () => false,
      leave: () => {},
    });
    const socket = new Socket();
    lane.take(socket);
    assert.equal(socket.timeout, limits.idle_timeout_ms + 1_000);
  });
});
