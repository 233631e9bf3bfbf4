import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";

const folder = join(import.meta.dirname, "../../docs/decisions");
const read = (file: string): string => readFileSync(join(folder, file), "utf8");
const index = read("README.md");
const decisions = globSync("0*.md", { cwd: folder })
  .toSorted()
  .map((file) => ({ file, number: Number(file.slice(0, 4)), text: read(file) }));

describe("decisions", () => {
  it("have a number, a title, and say context, decision and consequences", () => {
    assert.ok(decisions.length > 30, "no decisions were found");
    for (const { file, number, text } of decisions) {
      assert.ok(text.startsWith(`# ${number}. `), file);
      for (const part of ["Context", "Decision", "Consequences"]) {
        assert.ok(text.includes(`\n## ${part}\n`), `${file} has no ${part}`);
      }
    }
  });

  it("are all in the index, with their titles", () => {
    for (const { file, number, text } of decisions) {
      const title = /^# \d+\. (.+)$/m.exec(text)?.[1] ?? "";
      assert.ok(index.includes(`| [${number}](${file}) | ${title} |`), `${file}: ${title}`);
    }
  });

  it("that are superseded and those that supersede them link to each other", () => {
    for (const { file, number, text } of decisions) {
      const [, by] = /^Superseded by \[(?:decision )?(\d+)\]/m.exec(text) ?? [];
      const row = index.split("\n").find((line) => line.startsWith(`| [${number}](`)) ?? "";
      assert.equal(row.includes("| superseded by "), by !== undefined, file);
      if (by === undefined) continue;
      assert.ok(row.includes(`| superseded by ${by} |`), file);
      const successor = decisions.find((decision) => decision.number === Number(by));
      assert.match(
        successor?.text ?? "",
        new RegExp(`^Supersedes .*${file.replace(".", "\\.")}`, "m"),
      );
    }
  });
});
