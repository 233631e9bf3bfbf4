import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Fact } from "../siblings.ts";
import { createColleagues } from "./colleagues.ts";
import type { ToPrimary } from "./messages.ts";

describe("the colleagues of a worker", () => {
  it("are told the facts of one tick in one message", async () => {
    const sent: ToPrimary[] = [];
    const colleagues = createColleagues(2, (message) => sent.push(message));
    colleagues.tell("revision", "raised");
    colleagues.tell("workspace_limits", { against: "clients", key: "photos" });
    assert.equal(sent.length, 0);
    await nextTurn();
    colleagues.tell("revision", "raised");
    await nextTurn();
    assert.deepEqual(
      sent.map((message) => message.kind === "facts" && message.facts.length),
      [2, 1],
    );
  });

  it("are heard by everybody who listens", () => {
    const heard: Fact[] = [];
    const colleagues = createColleagues(2, () => {});
    for (let ear = 1; ear <= 2; ear += 1) colleagues.hear((...fact) => heard.push(fact));
    colleagues.receive({ kind: "facts", facts: [["revision", "raised"]] });
    assert.deepEqual(heard, [
      ["revision", "raised"],
      ["revision", "raised"],
    ]);
  });

  it("answer each question with its own page", async () => {
    const sent: ToPrimary[] = [];
    const colleagues = createColleagues(2, (message) => sent.push(message));
    const pages = [colleagues.gather("own"), colleagues.gather("own")];
    const questions = sent.flatMap((message) =>
      message.kind === "gather" ? [message.question] : [],
    );
    for (const question of questions.toReversed()) {
      colleagues.receive({ kind: "all_figures", question, page: `page ${question}` });
    }
    assert.deepEqual(
      await Promise.all(pages),
      questions.map((question) => `page ${question}`),
    );
  });
});
