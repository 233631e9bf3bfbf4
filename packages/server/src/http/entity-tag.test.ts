import assert from "node:assert/strict";
import { it } from "node:test";
import { changedSince, entityTagOf } from "./entity-tag.ts";

const photos = { name: "Photos", scopes: ["read"], tags: { b: 1, a: 2 } };
const tag = entityTagOf(photos);

it("one resource has one tag, in whichever order its fields are", () => {
  assert.match(tag, /^"[\w-]{22}\.[\w-]{9}"$/);
  const { tags, ...rest } = photos;
  const same = { left_out: undefined, tags: { a: tags.a, b: tags.b }, ...rest };
  assert.equal(changedSince(tag, same), undefined);
});

it("a tag shows which fields are others now", () => {
  const cases: readonly (readonly [string, object, readonly string[] | undefined])[] = [
    [tag, { ...photos, name: "Albums" }, ["name"]],
    [tag, { ...photos, name: "Albums", scopes: [], added: 1 }, ["added", "name", "scopes"]],
    [tag, { name: "Photos", scopes: ["read"] }, []],
    [`"other", ${tag}`, photos, undefined],
    [`W/${tag}`, photos, undefined],
    ["*", photos, undefined],
    ['"other"', photos, ["name", "scopes", "tags"]],
    ["", photos, ["name", "scopes", "tags"]],
  ];
  for (const [if_match, resource, changed] of cases)
    assert.deepEqual(changedSince(if_match, resource), changed, if_match);
});
