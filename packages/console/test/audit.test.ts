import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Difference, differencesOf } from "../src/pages/audit/differences.ts";
import { readFilter } from "../src/pages/audit/filter.ts";
import { actionLabel, toneOf } from "../src/pages/audit/labels.ts";

describe("what changed, field by field:", () => {
  type Fields = Readonly<Record<string, unknown>>;
  const rows: Readonly<
    Record<
      string,
      readonly [before: Fields | undefined, after: Fields | undefined, Record<string, unknown>]
    >
  > = {
    "nothing where both are the same": [{ a: 1, b: ["x"] }, { b: ["x"], a: 1 }, {}],
    "a text": [{ name: "one" }, { name: "two" }, { name: ["one", "two"] }],
    "all that is new, without what is empty": [
      undefined,
      { a: "x", b: "", c: [], d: null, e: {}, f: false, g: 0 },
      { a: [undefined, "x"], f: [undefined, "false"], g: [undefined, "0"] },
    ],
    "all that is gone": [{ a: "x" }, undefined, { a: ["x", undefined] }],
    "a field of an object in an object": [
      { texts: { en: { title: "One", text: "same" } } },
      { texts: { en: { title: "Two", text: "same" } } },
      { "texts.en.title": ["One", "Two"] },
    ],
    "an object that is new, by its fields": [
      { a: 1 },
      { a: 1, metadata: { team: "camera" } },
      { "metadata.team": [undefined, "camera"] },
    ],
    "a text that an object replaces": [
      { scope: "any" },
      { scope: { a: 1 } },
      { scope: ["any", '{"a":1}'] },
    ],
    "a list, with an entry on each line": [
      { uris: ["one"] },
      { uris: ["one", { two: 2 }] },
      { uris: ["one", 'one\n{\n  "two": 2\n}'] },
    ],
  };
  for (const [title, [before, after, expected]] of Object.entries(rows))
    it(title, () => {
      const found = differencesOf({ ...(before && { before }), ...(after && { after }) });
      const shown = found.map((one: Difference) => [one.field, [one.before, one.after]]);
      assert.deepEqual(Object.fromEntries(shown), expected);
    });
});

it("a query that names no known option stands for no filter", () => {
  const read = (query: string) => readFilter(new URLSearchParams(query), 1_800_000_030_000);
  assert.deepEqual(read("object_type=king&caller_kind=queen&days=3&search=+&other=x"), {});
  assert.deepEqual(read("object_type=client&caller_kind=user&search=%20x&days=1"), {
    object_type: "client",
    caller_kind: "user",
    search: "x",
    since: "2027-01-14T08:00:00.000Z",
  });
});

it("an action has words and a tone, also one that this version does not know", () => {
  const rows: Readonly<Record<string, readonly [label: string, tone: string]>> = {
    created: ["Created", "good"],
    member_added: ["Member added", "good"],
    secret_rotated: ["Secret rotated", "brass"],
    identity_unlinked: ["Identity unlinked", "bad"],
    sessions_ended: ["Sessions ended", "bad"],
    turned_inside_out: ["Turned inside out", "brass"],
  };
  for (const [action, [label, tone]] of Object.entries(rows))
    assert.deepEqual([actionLabel(action), toneOf(action)], [label, tone]);
});
