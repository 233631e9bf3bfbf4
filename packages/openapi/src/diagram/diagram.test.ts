import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { render } from "@latchkey/sign-in";
import { showDiagram } from "./diagram.ts";
import { parseDiagram } from "./parse-diagram.ts";

const docs = new URL("../../../../docs/", import.meta.url);

const sequence = `sequenceDiagram
    participant B as alice's <browser>
    participant L as Latchkey

    B->>L: GET /oauth2/auth
    loop every 5 seconds
        L-->>B: pending
    end
    Note over B,L: alice signs in`;

describe("a diagram", () => {
  it("of requests and responses is parsed", () => {
    assert.deepEqual(parseDiagram(sequence), {
      kind: "sequence",
      participants: ["alice's <browser>", "Latchkey"],
      steps: [
        { kind: "message", from: 0, to: 1, text: "GET /oauth2/auth", isReply: false },
        {
          kind: "loop",
          text: "every 5 seconds",
          steps: [{ kind: "message", from: 1, to: 0, text: "pending", isReply: true }],
        },
        { kind: "note", first: 0, last: 1, text: "alice signs in" },
      ],
    });
  });

  it("of requests and responses is drawn, and listed in words", () => {
    const shown = showDiagram(sequence);
    assert.ok(shown);
    const text = render(shown).replaceAll(/\s+/g, " ");
    assert.match(text, /<svg viewBox="0 0 [\d.]+ [\d.]+"/);
    assert.equal(text.match(/class="lifeline"/g)?.length, 2);
    assert.equal(text.match(/class="reply"/g)?.length, 1);
    assert.match(text, /<li> ?<strong>alice&#39;s &lt;browser&gt; → Latchkey:<\/strong> GET/);
    assert.doesNotMatch(text, /<browser>|style=/);
  });

  it("of states and of what calls what is a list", () => {
    const shown = showDiagram(
      "stateDiagram-v2\n direction LR\n [*] --> used: begins\n used --> [*]",
    );
    assert.ok(shown);
    const text = render(shown).replaceAll(/\s+/g, " ");
    assert.match(text, /<strong>start<\/strong> → <strong>used<\/strong>: begins/);
    assert.match(text, /<strong>used<\/strong> → <strong>end<\/strong> <\/li>/);
    assert.deepEqual(parseDiagram("flowchart LR\n P[user] -- calls --> A[app]\n A -- asks --> P"), {
      kind: "graph",
      edges: [
        { from: "user", to: "app", text: "calls" },
        { from: "app", to: "user", text: "asks" },
      ],
    });
  });

  it("that has more than is known stays as it is written", () => {
    for (const source of [
      "pie",
      "sequenceDiagram\n A->>B: unknown",
      "flowchart LR\n a --> b & c",
    ]) {
      assert.equal(showDiagram(source), undefined, source);
    }
  });

  it("of the documentation is always drawn or listed", () => {
    const blocks = globSync("{*,*/*}.md", { cwd: docs }).flatMap((file) =>
      [...readFileSync(new URL(file, docs), "utf8").matchAll(/^```mermaid\n([^]*?)^```$/gm)].map(
        ([, source = ""]) => ({ file, source }),
      ),
    );
    assert.ok(blocks.length > 10);
    for (const { file, source } of blocks) assert.ok(showDiagram(source), `${file}: ${source}`);
  });
});
