import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { FileError, positionOf } from "../../../files/located.ts";
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

  const malformed: {
    readonly text: string;
    readonly line: number;
    readonly column: number;
    readonly about: RegExp;
  }[] = [
    { text: "", line: 1, column: 1, about: /empty/ },
    { text: "\n\n", line: 1, column: 1, about: /empty/ },
    { text: "workspace_id,nick\n", line: 1, column: 14, about: /Unknown column nick/ },
    {
      text: "workspace_id,subject,subject",
      line: 1,
      column: 22,
      about: /subject is there already/,
    },
    { text: "subject\nalice", line: 1, column: 1, about: /workspace_id is missing/ },
    { text: `workspace_id,name\n${W},"Alice`, line: 2, column: 38, about: /quote is not closed/ },
    { text: `workspace_id,name\n${W},"Al"ice`, line: 2, column: 42, about: /Expected a comma/ },
    {
      text: `workspace_id,name\n${W},Al"ice`,
      line: 2,
      column: 40,
      about: /quote is not closed, or not doubled/,
    },
    { text: "workspace_id,constructor", line: 1, column: 14, about: /Unknown column/ },
  ];
  for (const { text, line, column, about } of malformed) {
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
