import { html, type SafeHtml } from "@latchkey/sign-in";
import type { Schema } from "../document.ts";
import { prose } from "./prose.ts";

/** What a value looks like, in a few words: `string`, `list of Workspace`, `"user" or "workspace"`. */
export function typeOf(schema: Schema): SafeHtml {
  if (schema.$ref !== undefined) return link(nameOf(schema.$ref));
  if (schema.anyOf !== undefined) return joined(schema.anyOf.map(typeOf));
  if (schema.enum !== undefined) return joined(schema.enum.map((value) => JSON.stringify(value)));
  if (schema.const !== undefined) return html`${JSON.stringify(schema.const)}`;
  if (schema.items !== undefined) return html`list of ${grouped(schema.items)}`;
  const types = [schema.type ?? "anything"].flat().join(" or ");
  return html`${schema.format ?? types}${schema.format !== undefined && nullable(schema)}`;
}

/**
 * The fields of an object, one under the other; those of objects within it are indented. A sender needs to know
 * what is required, a recipient what may be missing.
 */
export function fieldsOf(schema: Schema, noted: "required" | "optional"): SafeHtml {
  const required = new Set(schema.required);
  const fields = Object.entries(schema.properties ?? {}).map(([name, own]) => {
    const isNoted = required.has(name) === (noted === "required");
    return html`<div class="field">
      <dt>
        <code>${name}</code> <span class="type">${typeOf(own)}</span>
        ${isNoted && html`<span class="${noted}">${noted}</span>`}
      </dt>
      <dd>${prose(own.description ?? "")} ${innerFieldsOf(own, noted)}</dd>
    </div>`;
  });
  const others =
    schema.additionalProperties !== undefined &&
    html`<p class="quiet">Other fields may be there too.</p>`;
  return html`${fields.length > 0 && html`<dl class="fields">${fields}</dl>`} ${others}`;
}

/** The schema behind a reference, or the schema itself. */
export function resolve(schema: Schema, schemas: Readonly<Record<string, Schema>>): Schema {
  if (schema.$ref === undefined) return schema;
  return schemas[nameOf(schema.$ref)] ?? {};
}

function innerFieldsOf(schema: Schema, noted: "required" | "optional"): SafeHtml | undefined {
  const inner = [schema, schema.items ?? {}, ...(schema.anyOf ?? [])].find(
    ({ properties }) => properties !== undefined,
  );
  return inner && fieldsOf(inner, noted);
}

function grouped(items: Schema): SafeHtml {
  const isChoice = items.enum !== undefined || items.anyOf !== undefined;
  return isChoice ? html`(${typeOf(items)})` : typeOf(items);
}

function nullable({ type }: Schema): string {
  return Array.isArray(type) && type.includes("null") ? " or null" : "";
}

function joined(parts: readonly (string | SafeHtml)[]): SafeHtml {
  return html`${parts.map((part, index) => [index > 0 && " or ", part])}`;
}

function link(name: string): SafeHtml {
  return html`<a href="#${name}">${name}</a>`;
}

function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}
