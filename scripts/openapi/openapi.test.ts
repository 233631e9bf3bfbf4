import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { test } from "node:test";
import { served } from "@latchkey/api";
import { openApiJson, type OpenApiDocument, type Schema } from "@latchkey/openapi";
import { Validator } from "@seriousme/openapi-schema-validator";
import { generate } from "./generated.ts";

const document: OpenApiDocument = JSON.parse(openApiJson);
const described = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
);

const { exported, files } = generate();
const all = Object.values(exported).flat();

for (const { path, text } of files) {
  test(`${relative(process.cwd(), path)} says what the contract says`, () => {
    assert.ok(readFileSync(path, "utf8") === text, "It is out of date: run npm run docs.");
  });
}

test("the document is OpenAPI 3.1, as its authors define it", async () => {
  const { valid, errors } = await new Validator().validate(JSON.parse(openApiJson));
  assert.ok(valid, JSON.stringify(errors, undefined, 2));
  assert.match(document.openapi, /^3\.1\./);
});

test("every operation is there once, under its path and with its statuses", () => {
  const posts = Object.keys(served).filter((id) => served[id]?.also_by_post);
  assert.deepEqual(
    described.map(({ operation }) => operation.operationId).toSorted(),
    [...Object.keys(served), ...posts.map((id) => `${id}ByPost`)].toSorted(),
  );
  for (const { path, method, operation } of described) {
    const [id = ""] = operation.operationId.split("ByPost");
    const row = served[id];
    assert.ok(row);
    const own = operation.operationId === id ? row.method : "POST";
    assert.deepEqual([path, method.toUpperCase()], [row.path, own]);
    for (const status of [row.success, ...row.errors, "default"]) {
      assert.ok(operation.responses[status], `${operation.operationId} ${status}`);
    }
  }
});

test("responses name the headers that say how to go on", () => {
  const responses = described.flatMap(({ operation }) => Object.entries(operation.responses));
  for (const [header, status] of [
    ["WWW-Authenticate", "401"],
    ["Retry-After", "429"],
    ["Retry-After", "503"],
  ] as const) {
    const found = responses.filter(([one]) => one === status).map(([, response]) => response);
    assert.ok(found.length > 0, status);
    for (const response of found) {
      const name = "$ref" in response ? response.$ref.split("/").at(-1) : undefined;
      const { headers } =
        "$ref" in response ? (document.components.responses[name ?? ""] ?? {}) : response;
      assert.ok(headers?.[header], `${status} ${name}`);
    }
  }
});

test("parameters that must not be empty say so", () => {
  const names = /_challenge$|^subject$/;
  const parameters = described
    .flatMap(({ operation }) => operation.parameters ?? [])
    .filter(({ name, required }) => required && names.test(name));
  assert.ok(parameters.length > 20);
  for (const { name, schema } of parameters) assert.equal(schema.minLength, 1, name);
});

test("the key to generate may be left to the server", () => {
  const { required = [] } = document.components.schemas["JsonWebKeySetGeneratorRequest"] ?? {};
  assert.deepEqual(required, []);
});

test("the rejection of a logout may be JSON or a form", () => {
  const reject = described.find(
    ({ operation: { operationId } }) => operationId === "rejectLogoutRequest",
  );
  assert.deepEqual(Object.keys(reject?.operation.requestBody?.content ?? {}), [
    "application/json",
    "application/x-www-form-urlencoded",
  ]);
});

test("every operation has a title of its own, except that a form has that of its page", () => {
  const titles = Object.values(served).map(({ title }) => title);
  for (const title of titles) assert.match(title, /^[A-Z][^.]*$/);
  assert.equal(new Set(titles).size, titles.length);
});

test("every method of an SDK that the document names exists", () => {
  const methods = described.map(({ operation }) => operation["x-sdk"] ?? "");
  const named = methods.filter((method) => method.startsWith("workspace."));
  const interfaces = all.find(({ name }) => name === "WorkspaceClient");
  assert.ok(named.length > 3);
  for (const method of named) {
    assert.ok(
      interfaces?.declaration.includes(` ${method.slice("workspace.".length, -1)}`),
      method,
    );
  }
});

test("every operation, parameter and field is described in a sentence", () => {
  const undescribed = [
    ...described.flatMap(({ operation }) => undescribedIn(operation)),
    ...Object.entries(document.components.schemas).flatMap(([name, schema]) => [
      ...(isSentence(schema.description) ? [] : [name]),
      ...fieldsWithoutWords(name, schema),
    ]),
  ];
  assert.deepEqual(undescribed, []);
});

test("everything the SDKs export has a description, and so do its fields and methods", () => {
  assert.ok(all.length > 50);
  const undescribed = all.flatMap(({ name, kind, description, declaration }) => [
    ...(isSentence(description) ? [] : [name]),
    ...(kind === "class" || kind === "interface" ? fieldsWithoutComment(declaration) : []).map(
      (field) => `${name}.${field}`,
    ),
  ]);
  assert.deepEqual(undescribed, []);
});

test("every function and method that the SDKs export has an example", () => {
  const callable = all.flatMap(({ name, kind, examples, members }) => [
    ...(kind === "function" ? [{ name, examples }] : []),
    ...members
      .filter((member) => member.isMethod && !NEVER_CALLED.test(`${name}.${member.name}`))
      .map((member) => ({ name: `${name}.${member.name}`, examples: member.examples })),
  ]);
  assert.ok(callable.length > 30);
  const without = callable.filter(({ examples }) => examples.length === 0);
  assert.deepEqual(
    without.map(({ name }) => name),
    [],
  );
});

/** What an app passes to the SDK, and what the runtime calls. */
const NEVER_CALLED = /Options\.|^ReplayStore\.|^ProtectedRequest\.|\.to(?:String|JSON)$/;

/** Lines of a declaration, one level deep, that begin a field or a method and have no comment above them. */
function fieldsWithoutComment(declaration: string): string[] {
  const lines = declaration.split("\n");
  return lines.flatMap((line, at) => {
    const [, field] = /^ {4}(?:readonly )?(\w+)\??[:(]/.exec(line) ?? [];
    const isOwn = field !== undefined && field !== "constructor" && field !== "name";
    return isOwn && !lines[at - 1]?.trimEnd().endsWith("*/") ? [field] : [];
  });
}

function undescribedIn({
  operationId,
  description,
  parameters = [],
  requestBody,
}: (typeof described)[number]["operation"]): string[] {
  const forms = Object.values(requestBody?.content ?? {});
  return [
    ...(isSentence(description) ? [] : [operationId]),
    ...parameters
      .filter((parameter) => !isSentence(parameter.description))
      .map(({ name }) => `${operationId}.${name}`),
    ...forms.flatMap(({ schema }) => fieldsWithoutWords(operationId, schema)),
  ];
}

function fieldsWithoutWords(name: string, schema: Schema): string[] {
  const inner = [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])];
  return [
    ...inner.flatMap((one) => fieldsWithoutWords(name, one)),
    ...Object.entries(schema.properties ?? {}).flatMap(([field, own]) => [
      ...(isSentence(own.description) ? [] : [`${name}.${field}`]),
      ...fieldsWithoutWords(`${name}.${field}`, own),
    ]),
  ];
}

function isSentence(text: string | undefined): boolean {
  return /^.+[.?]$/s.test(text ?? "");
}
