import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { mermaidProblems } from "./mermaid.ts";
import { staticProblems } from "./static-checks.ts";
import { kindOf } from "./block-kind.ts";
import { typeCheck } from "./type-check.ts";

const block = (info: string, text = "") => ({ at: "docs/example.md:1", info, text });

describe("a block that is read", () => {
  for (const info of ["", "sh", "ts", "yaml", "sh test", "sh tested listens=", "json", "console"]) {
    it(`“${info}” does not say what is to become of it`, () => {
      assert.equal(kindOf(block(info)), undefined);
    });
  }

  for (const [line, problem] of [
    ["npx latchkey clients create --id photos", undefined],
    ["npx latchkey clients make", /Unknown command latchkey clients make/],
    ["exec latchkey serve --configuration latchkey.yml", /Unknown flag --configuration/],
    ["docker run --rm latchkey api-keys create --scope read", undefined],
    ["cp deploy/systemd/latchkey.service /etc/systemd/system/", undefined],
    ["cp deploy/upstart/latchkey.conf /etc/init/", /deploy\/upstart\S+ does not exist/],
    ["npm run bench -- --quick", undefined],
    ["npm run race", /npm run race has no script/],
    ["if true; then", /Syntax error|unexpected end/i],
  ] as const) {
    it(`“${line}” ${problem ? "has a problem" : "is fine"} although it is not run`, async () => {
      const [first = ""] = await staticProblems(`${line}\n`);
      if (problem === undefined) assert.equal(first, "");
      else assert.match(first, problem);
    });
  }

  for (const [drawing, problem] of [
    ["sequenceDiagram\n  participant A\n  A->>A: hello", undefined],
    ["sequenceDiagram\n  participant A\n  A->>B: hello", /Unknown participant B/],
    ["sequenceDiagram\n  participant A\n  A->>A: one; two", /Mermaid reads/],
    ["sequenceDiagram\n  participant A\n  A to A", /does not read/],
    ["stateDiagram-v2\n  [*] --> waiting", undefined],
    ["picture", /Unknown diagram type/],
  ] as const) {
    it(`the drawing “${drawing.replaceAll("\n", " ")}” ${problem ? "is wrong" : "is right"}`, () => {
      const [first = ""] = mermaidProblems(drawing);
      if (problem === undefined) assert.equal(first, "");
      else assert.match(first, problem);
    });
  }

  it("the compiler knows our packages, and a method that there is not", () => {
    const made = `import { createClient } from "@latchkey/client";\n`;
    const [right, wrong] = ["isInstanceAlive", "isInstanceAsleep"].map((method) =>
      typeCheck([block("ts checked", `${made}await createClient({}).${method}();\n`)]),
    );
    assert.equal(right, "");
    assert.match(wrong ?? "", /Property 'isInstanceAsleep' does not exist/);
  });
});
