import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  anyOr,
  documents,
  optional,
  optionalAny,
  or,
  readEach,
  required,
  requiredObject,
  UnreadableDocumentError,
} from "./documents.ts";

interface Album {
  readonly title: string;
  readonly pages: readonly string[];
  readonly cover: { readonly colour: string; readonly size: number };
  readonly note?: string;
  readonly extra: unknown;
  readonly more?: unknown;
}

const fields = {
  title: required("text"),
  pages: or([]),
  cover: requiredObject<Album["cover"]>({ colour: or("white"), size: required("number") }),
  note: optional("text"),
  extra: anyOr(null),
  more: optionalAny(),
};
const albums = documents<Album>({ table: "album", fields });
const whole: Album = {
  title: "Tea party",
  pages: ["one"],
  cover: { colour: "red", size: 3 },
  note: "to be continued",
  extra: [1],
};

describe("documents", () => {
  it("carry their version, which is no part of what is read", () => {
    const text = albums.write(whole);
    assert.equal(JSON.parse(text).document_version, 1);
    assert.deepEqual(albums.read("a", text), whole);
  });

  it("without a version are none of ours", () => {
    assert.throws(() => albums.read("a", JSON.stringify(whole)), UnreadableDocumentError);
  });

  it("are read wherever another server wrote the version", () => {
    const text = JSON.stringify({ ...whole, document_version: 1 });
    assert.deepEqual(albums.read("a", text), whole);
  });

  it("get what is missing from their defaults, inside too", () => {
    const text = JSON.stringify({ document_version: 1, title: "Tea party", cover: { size: 3 } });
    const cover = { colour: "white", size: 3 };
    const { title } = whole;
    assert.deepEqual(albums.read("a", text), { title, pages: [], cover, extra: null });
  });

  it("hold any JSON in a field without a kind, which may be missing", () => {
    for (const more of ["text", 7, false, null, [1], { a: 1 }])
      assert.deepEqual(albums.read("a", albums.write({ ...whole, more })), { ...whole, more });
    assert.ok(!("more" in albums.read("a", albums.write(whole))));
  });

  it("keep fields that a newer server added", () => {
    const text = JSON.stringify({ document_version: 1, ...whole, added: true });
    assert.deepEqual(albums.read("a", text), { ...whole, added: true });
  });

  it("keep such fields when they are replaced, but none that this version knows", () => {
    const text = JSON.stringify({ document_version: 1, ...whole, more: "known", added: { by: 2 } });
    const replaced = albums.replace(text, { ...whole, title: "Another" });
    assert.match(replaced, /^\{"document_version":1,/);
    assert.deepEqual(albums.read("a", replaced), {
      ...whole,
      title: "Another",
      added: { by: 2 },
    });
    assert.equal(albums.replace("no JSON", whole), albums.write(whole));
    assert.equal(albums.replace(undefined, whole), albums.write(whole));
  });

  it("of a foreign format are replaced as a whole", () => {
    const claims = documents<object>({ table: "account", fields: {}, foreign: true });
    assert.equal(claims.replace('{"old":1}', { name: "Alice" }), '{"name":"Alice"}');
  });

  it("of an empty object carry their version too", () => {
    const empty = documents<object>({ table: "album", fields: {} });
    assert.equal(empty.write({}), '{"document_version":1}');
    assert.deepEqual(empty.read("a", empty.write({})), {});
  });

  it("of a foreign format are left as they are", () => {
    const claims = documents<Readonly<Record<string, unknown>>>({
      table: "account",
      fields: {},
      foreign: true,
    });
    const theirs = { document_version: "theirs" };
    assert.equal(claims.write(theirs), JSON.stringify(theirs));
    assert.deepEqual(claims.read("a", claims.write(theirs)), theirs);
    assert.throws(() => claims.read("a", "[]"), UnreadableDocumentError);
  });

  it("are upgraded step by step, from whichever version they are", () => {
    const upgraded = documents<Album>({
      table: "album",
      fields,
      upgrades: [
        ({ name, ...rest }) => ({ ...rest, title: name }),
        ({ title, ...rest }) => ({ ...rest, title: `${String(title)}!` }),
      ],
    });
    const { title: _title, ...rest } = whole;
    const first = JSON.stringify({ document_version: 1, ...rest, name: "Tea party" });
    const second = JSON.stringify({ document_version: 2, ...rest, title: "Tea party" });
    const third = upgraded.write({ ...whole, title: "Tea party!" });
    for (const text of [first, second, third])
      assert.deepEqual(upgraded.read("a", text), { ...whole, title: "Tea party!" });
    assert.match(third, /^\{"document_version":3,/);
  });
});

describe("a document that cannot be read", () => {
  const { title: _title, ...rest } = whole;
  const untitled = { document_version: 1, ...rest };
  const rows: readonly [string, string, RegExp][] = [
    ["no JSON", '{"title": secret', /"a" \(unknown version\).*no JSON object/],
    ["no JSON behind the version", '{"document_version":1,secret', /\(version 1\).*no JSON object/],
    ["no object", '["secret"]', /no JSON object/],
    ["a required field missing", JSON.stringify(untitled), /\(version 1\).*title is missing/],
    [
      "another kind",
      JSON.stringify({ document_version: 1, ...whole, pages: "secret" }),
      /pages is of the kind text instead of list/,
    ],
    [
      "another kind inside",
      JSON.stringify({ document_version: 1, ...whole, cover: { size: "secret" } }),
      /in cover, size is of the kind text instead of number/,
    ],
    [
      "a newer version",
      JSON.stringify({ document_version: 2, ...whole }),
      /\(version 2\).*a newer server wrote it, and this one knows version 1/,
    ],
    [
      "no version",
      JSON.stringify({ document_version: "secret", ...whole }),
      /its document_version is no version/,
    ],
  ];

  for (const [what, text, message] of rows) {
    it(`for ${what} is named, and not quoted`, () => {
      assert.throws(
        () => albums.read("a", text),
        (error) => {
          assert.ok(error instanceof UnreadableDocumentError);
          assert.match(error.message, /^The document of album "a" \(/);
          assert.match(error.message, message);
          assert.doesNotMatch(`${error.message}${error.stack}`, /secret|Tea party/);
          assert.equal(error.cause, undefined);
          return true;
        },
      );
    });
  }

  it("is reported and left out of a list; other errors are not", () => {
    const reported: string[] = [];
    const texts = [albums.write(whole), "{", albums.write({ ...whole, title: "Croquet" })];
    const read = readEach(
      texts,
      (text) => albums.read("a", text),
      ({ message }) => reported.push(message),
    );
    assert.deepEqual(
      read.map(({ title }) => title),
      ["Tea party", "Croquet"],
    );
    assert.equal(reported.length, 1);
    const bug = (): never => {
      throw new TypeError("a bug");
    };
    assert.throws(() => readEach(texts, bug, assert.fail), TypeError);
  });
});
