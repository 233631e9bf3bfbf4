import type { Schema } from "@latchkey/openapi";

/** Says on the first lines of a page where it comes from. */
export function pageOf(title: string, ...parts: readonly string[]): string {
  const notice = "<!-- Written by `npm run docs` from the contract: change that, not this. -->";
  return `${[`# ${title}`, notice, ...parts].filter(Boolean).join("\n\n")}\n`;
}

/** A table, or nothing where it would have no rows. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** A name that links to its description. */
function linkTo(name: string, page = ""): string {
  return `[${name}](${page}#${name.toLowerCase()})`;
}

/** What a value looks like, in a few words. Types with a name are linked, on `page` where that is another. */
export function typeText(schema: Schema, page = ""): string {
  const inner = (one: Schema): string => typeText(one, page);
  if (schema.$ref !== undefined) return linkTo(lastOf(schema.$ref), page);
  if (schema.anyOf !== undefined) return schema.anyOf.map(inner).join(" or ");
  if (schema.enum !== undefined) return schema.enum.map(code).join(" or ");
  if (schema.const !== undefined) return code(schema.const);
  if (schema.items !== undefined) return `list of ${grouped(inner(schema.items))}`;
  const types = [schema.type ?? "anything"].flat();
  return types.map((type) => (type === "string" ? (schema.format ?? type) : type)).join(" or ");
}

/** The last step of a reference. */
export function lastOf(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}

/** The group's name as a heading. */
export function titleOf(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function grouped(text: string): string {
  return text.includes(" or ") ? `(${text})` : text;
}

function code(value: unknown): string {
  return `\`${JSON.stringify(value)}\``;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}
