import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { clientFieldGroups } from "./client-fields/groups.ts";
import { choicesOf, clientFieldList, clientFields, isClientFieldName } from "./client-fields.ts";
import { explain, read } from "./problem.ts";

for (const [name, field] of clientFieldList) {
  test(`${name} has a description, a valid default, and a form that fits its kind`, () => {
    assert.match(field.description, /^[A-Z].*\.$/);
    assert.match(field.since, /^\d+\.\d+\.\d+$/);
    if (field.default !== undefined) assert.ok(read(field.schema, field.default).ok);
    if (field.kind === "choice") assert.ok(choicesOf(field).length > 1);
    const { only_if, options = [] } = field.form ?? {};
    if (only_if !== undefined) assert.ok(isClientFieldName(only_if.field));
    for (const { value } of options) {
      const known = field.kind === "choice" ? choicesOf(field) : (field.flag?.values ?? []);
      assert.ok(known.includes(value), value);
    }
  });
}

test("every row of client-fields/ is in the table, and none is in two files", async () => {
  const folder = join(import.meta.dirname, "client-fields");
  const rows: string[] = [];
  for (const file of readdirSync(folder)) {
    const tables: object = await import(pathToFileURL(join(folder, file)).href);
    for (const [name, table] of Object.entries(tables))
      if (name.endsWith("Fields")) rows.push(...Object.keys(Object(table)));
  }
  const names = clientFieldList.map(([name]) => name);
  assert.deepEqual(rows.toSorted(), names.toSorted());
});

test("every field that a caller sets has a flag, except the id, which is an argument of its own", () => {
  const without = clientFieldList
    .filter(([, { set_by, flag }]) => set_by === "caller" && flag === undefined)
    .map(([name]) => name);
  assert.deepEqual(without, ["client_id"]);
  const flags = clientFieldList.flatMap(([, { flag }]) => flag?.name ?? []);
  assert.equal(new Set(flags).size, flags.length);
});

test("every field that a caller sets is in one group, except the id", () => {
  const grouped = clientFieldGroups.flatMap(({ fields }): readonly string[] => fields);
  const settable = clientFieldList
    .filter(([name, { set_by }]) => set_by === "caller" && name !== "client_id")
    .map(([name]) => name);
  assert.deepEqual(grouped.toSorted(), settable.toSorted());
});

test("the algorithms and request URIs of a client can be set by flag and in the form", () => {
  for (const name of [
    "request_uris",
    "request_object_signing_alg",
    "userinfo_signed_response_alg",
    "token_endpoint_auth_signing_alg",
  ] as const) {
    assert.equal(clientFields[name].flag.name, name.replaceAll("_", "-"));
    assert.ok(clientFields[name].form.label);
  }
});

test("only the secret is hidden from administrators", () => {
  const hidden = clientFieldList.filter(([, { visible_to }]) => visible_to === "setter");
  assert.deepEqual(
    hidden.map(([name]) => name),
    ["client_secret"],
  );
});

test("a problem names the field, what it must be and of which type it was, and never the value", () => {
  const secret = read(clientFields.client_secret.schema, 123_456, "client_secret");
  assert.ok(!secret.ok);
  assert.equal(
    explain(secret.error),
    "The field client_secret must be a string of at most 8 KiB, but was a number.",
  );
  const method = read(clientFields.token_endpoint_auth_method.schema, "tls", "auth");
  assert.ok(!method.ok);
  assert.equal(method.error.aspect, "choice");
  const uris = read(clientFields.redirect_uris.schema, ["https://a.example/", "/b"], "uris");
  assert.ok(!uris.ok);
  assert.deepEqual([uris.error.aspect, uris.error.field, uris.error.value], ["form", "uris", "/b"]);
});
