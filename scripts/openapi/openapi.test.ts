import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { test } from "node:test";
import { operationIds, operations } from "@latchkey/api";
import { openApiJson, type OpenApiDocument, type Schema } from "@latchkey/openapi";
import { Validator } from "@seriousme/openapi-schema-validator";
import { generate } from "./generated.ts";

const document: OpenApiDocument = JSON.parse(openApiJson);
const described = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
);

const { contract, sdks, files } = generate();

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
  assert.deepEqual(
    described.map(({ operation }) => operation.operationId).toSorted(),
    operationIds.toSorted(),
  );
  for (const { path, method, operation } of described) {
    const row = Object.entries(operations).find(([id]) => id === operation.operationId)?.[1];
    assert.ok(row);
    assert.deepEqual([path, method.toUpperCase()], [row.path, row.method]);
    for (const status of [row.success, ...row.errors, "default"]) {
      assert.ok(operation.responses[status], `${operation.operationId} ${status}`);
    }
  }
});

test("every operation, parameter and field is told in a sentence", () => {
  const untold = [
    ...described.flatMap(({ operation }) => untoldIn(operation)),
    ...Object.entries(document.components.schemas).flatMap(([name, schema]) => [
      ...(isSentence(schema.description) ? [] : [name]),
      ...fieldsWithoutWords(name, schema),
    ]),
  ];
  assert.deepEqual(untold, []);
});

test("an editor tells of a method what the table tells of its operation", () => {
  for (const id of operationIds) {
    const { description } = contract.operations[id];
    assert.ok(description.startsWith(operations[id].summary), `${id}: ${description}`);
  }
});

test("everything the SDKs export is told in a sentence, and so are its members", () => {
  const exported = Object.values(sdks).flat();
  assert.ok(exported.length > 25);
  const untold = exported.flatMap(({ name, description, members }) => [
    ...(isSentence(description) ? [] : [name]),
    ...members
      .filter((member) => !isSentence(member.description))
      .map((member) => `${name}.${member.name}`),
  ]);
  assert.deepEqual(untold, []);
});

function untoldIn({
  operationId,
  summary,
  parameters = [],
  requestBody,
}: (typeof described)[number]["operation"]): string[] {
  const forms = Object.values(requestBody?.content ?? {});
  return [
    ...(isSentence(summary) ? [] : [operationId]),
    ...parameters
      .filter(({ description }) => !isSentence(description))
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
