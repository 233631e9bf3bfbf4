import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate as nextTick } from "node:timers/promises";
import type { PeerMessage } from "../../context/peers.ts";
import { createPeers } from "./peer-messages.ts";
import type { ToPrimary } from "./messages.ts";

describe("the peers of a worker", () => {
  it("receive the messages of one event-loop turn in one message", async () => {
    const sent: ToPrimary[] = [];
    const peers = createPeers(2, (message) => sent.push(message));
    peers.broadcast("revision", "raised");
    peers.broadcast("feature:example", { against: "clients", key: "photos" });
    assert.equal(sent.length, 0);
    await nextTick();
    peers.broadcast("revision", "raised");
    await nextTick();
    assert.deepEqual(
      sent.map((message) => message.kind === "messages" && message.messages.length),
      [2, 1],
    );
  });

  it("notify every listener", () => {
    const received: PeerMessage[] = [];
    const peers = createPeers(2, () => {});
    for (let listener = 1; listener <= 2; listener += 1)
      peers.listen((...message) => received.push(message));
    peers.receive({ kind: "messages", messages: [["revision", "raised"]] });
    assert.deepEqual(received, [
      ["revision", "raised"],
      ["revision", "raised"],
    ]);
  });

  it("resolve each metrics request with its own page", async () => {
    const sent: ToPrimary[] = [];
    const peers = createPeers(2, (message) => sent.push(message));
    const pages = [peers.mergeMetrics("own"), peers.mergeMetrics("own")];
    const requests = sent.flatMap((message) =>
      message.kind === "merge_metrics" ? [message.request] : [],
    );
    for (const request of requests.toReversed()) {
      peers.receive({ kind: "all_metrics", request, page: `page ${request}` });
    }
    assert.deepEqual(
      await Promise.all(pages),
      requests.map((request) => `page ${request}`),
    );
  });
});
