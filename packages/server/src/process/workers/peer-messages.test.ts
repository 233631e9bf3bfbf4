import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { PeerMessage } from "../../context/peers.ts";
import { createPeers } from "./peer-messages.ts";
import type { ToPrimary } from "./messages.ts";

describe("the peers of a worker", () => {
  it("are told the messages of one tick in one message", async () => {
    const sent: ToPrimary[] = [];
    const peers = createPeers(2, (message) => sent.push(message));
    peers.broadcast("revision", "raised");
    peers.broadcast("workspace_limits", { against: "clients", key: "photos" });
    assert.equal(sent.length, 0);
    await nextTurn();
    peers.broadcast("revision", "raised");
    await nextTurn();
    assert.deepEqual(
      sent.map((message) => message.kind === "messages" && message.messages.length),
      [2, 1],
    );
  });

  it("are heard by everybody who listens", () => {
    const heard: PeerMessage[] = [];
    const peers = createPeers(2, () => {});
    for (let ear = 1; ear <= 2; ear += 1) peers.listen((...message) => heard.push(message));
    peers.receive({ kind: "messages", messages: [["revision", "raised"]] });
    assert.deepEqual(heard, [
      ["revision", "raised"],
      ["revision", "raised"],
    ]);
  });

  it("answer each question with its own page", async () => {
    const sent: ToPrimary[] = [];
    const peers = createPeers(2, (message) => sent.push(message));
    const pages = [peers.mergeMetrics("own"), peers.mergeMetrics("own")];
    const questions = sent.flatMap((message) =>
      message.kind === "merge_metrics" ? [message.question] : [],
    );
    for (const question of questions.toReversed()) {
      peers.receive({ kind: "all_metrics", question, page: `page ${question}` });
    }
    assert.deepEqual(
      await Promise.all(pages),
      questions.map((question) => `page ${question}`),
    );
  });
});
