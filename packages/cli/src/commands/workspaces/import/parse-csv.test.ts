import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { FileError, positionOf } from "./located.ts";
import { parseCsv } from "./parse-csv.ts";

const W = "a11ce000-0000-4000-8000-000000000001";

describe("CSV", () => {
  it("has a row for each member, and workspaces with and without", () => {
    const text = `workspace_id,workspace_name,subject,role,email_verified\r\n${W},Wonderland,alice,admin,TRUE\r\n\r\n${W},,bob,,\nother,"Say ""hi"", twice",,,\n`;
    const { located, problems } = parseCsv(text);
    assert.deepEqual(problems, []);
    assert.deepEqual(located.value, [
      {
        id: W,
        name: "Wonderland",
        members: [{ subject: "alice", role: "admin", email_verified: true }, { subject: "bob" }],
      },
      { id: "other", name: 'Say "hi", twice', members: [] },
    ]);
  });

  it("says where each value begins, also after a text of several lines", () => {
    const { located } = parseCsv(`subject,name,workspace_id\nalice,"Alice\nLiddell",${W}`);
    assert.deepEqual(positionOf(located, "[0].members[0].name"), { line: 2, column: 7 });
    assert.deepEqual(positionOf(located, "[0].id"), { line: 3, column: 10 });
  });

  it("reports rows of another length, and workspaces with two names", () => {
    const { problems } = parseCsv(
      `workspace_id,workspace_name\n${W},One\n${W},Two\n${W},One,x\n${W}\n`,
    );
    assert.deepEqual(problems, [
      { at: { line: 3, column: 38 }, message: "The workspace has another name in line 2." },
      { at: { line: 4, column: 1 }, message: "The row has 3 values, but there are 2 columns." },
      { at: { line: 5, column: 1 }, message: "The row has 1 values, but there are 2 columns." },
    ]);
  });

  const malformed: [text: string, line: number, column: number, about: RegExp][] = [
    ["", 1, 1, /empty/],
    ["\n\n", 1, 1, /empty/],
    ["workspace_id,nick\n", 1, 14, /Unknown column nick/],
    ["workspace_id,subject,subject", 1, 22, /subject is there already/],
    ["subject\nalice", 1, 1, /workspace_id is missing/],
    [`workspace_id,name\n${W},"Alice`, 2, 38, /quote is not closed/],
    [`workspace_id,name\n${W},"Al"ice`, 2, 42, /Expected a comma/],
    [`workspace_id,name\n${W},Al"ice`, 2, 40, /quote is not closed, or not doubled/],
    ["workspace_id,constructor", 1, 14, /Unknown column/],
  ];
  for (const [text, line, column, about] of malformed) {
    it(`that is malformed is refused with its place: ${JSON.stringify(text)}`, () =>
      assert.throws(
        () => parseCsv(text),
        (error) =>
          error instanceof FileError &&
          about.test(error.message) &&
          (assert.deepEqual(error.at, { line, column }), true),
      ));
  }

  it("with a long quote that is never closed is refused in time that grows with its length", () => {
    assert.throws(() => parseCsv(`workspace_id\n"${"x".repeat(100_000)}`), FileError);
  });
});
