import assert from "node:assert/strict";
import { test } from "node:test";
import { openApiJson, type OpenApiDocument } from "./document.ts";
import { findReference } from "./reference.ts";

const document: OpenApiDocument = JSON.parse(openApiJson);
const everything = new Set(
  Object.values(document.paths).flatMap((item) =>
    Object.values(item).map((one) => one.operationId),
  ),
);
const page = findReference("/docs/reference", everything)?.body ?? "";
const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id);

test("the document is served as it is written, without the white space", () => {
  const described = findReference("/openapi.json", everything);
  assert.equal(described?.headers["content-type"], "application/json; charset=utf-8");
  assert.deepEqual(JSON.parse(described.body), document);
  assert.ok(described.body.length < openApiJson.length);
});

test("a server without an operation has neither it, nor its group, nor its schemas in the document", () => {
  const without = [...everything].filter((id) => !/device|usercode/i.test(id));
  const described = findReference("/openapi.json", new Set(without));
  const { paths, tags, components }: OpenApiDocument = JSON.parse(described?.body ?? "");
  assert.ok(Object.keys(paths).length > 60);
  const named = [...Object.keys(paths), ...tags.map(({ name }) => name)];
  assert.deepEqual(
    [...named, ...Object.keys(components.schemas)].filter((name) => /device|usercode/i.test(name)),
    [],
  );
});

test("the page shows every operation and every type, under its name", () => {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  const names = [
    ...operations.map(({ operationId }) => operationId),
    ...Object.keys(document.components.schemas),
  ];
  assert.ok(names.length > 90);
  assert.deepEqual(
    names.filter((name) => !ids.includes(name)),
    [],
  );
});

test("no two things on the page have the same name, and every link on it leads somewhere", () => {
  assert.equal(new Set(ids).size, ids.length);
  const links = [...page.matchAll(/ href="#([^"]+)"/g)].map(([, id = ""]) => id);
  assert.ok(links.length > 200);
  assert.deepEqual(
    links.filter((id) => !ids.includes(id)),
    [],
  );
});

test("the page loads only files of its own, which may be kept because their names change", () => {
  const loaded = page.matchAll(/ (?:src|href|data-index)="(?:docs\/)?(reference\.[^"]+)"/g);
  const files = [...loaded].map(([, path = ""]) => path);
  assert.equal(files.length, 4);
  for (const file of files) {
    const found = findReference(`/docs/${file}`, everything);
    assert.match(String(found?.headers["cache-control"]), /immutable/, file);
    assert.match(file, /\.[0-9a-f]{12}\./);
  }
  assert.doesNotMatch(page, /(?:src|href)="https?:/);
  assert.match(
    String(findReference("/docs/reference", everything)?.headers["content-security-policy"]),
    /^default-src 'none'; style-src 'self'; script-src 'self';/,
  );
});

test("what is not part of the reference is not found", () => {
  for (const path of ["/", "/docs/", "/docs/reference.css", "/docs/../openapi.json"]) {
    assert.equal(findReference(path, everything), undefined, path);
  }
});
