const markup: unique symbol = Symbol("markup");

/** HTML that is already escaped. Only this file can create it, so untrusted input cannot be mistaken for it. */
export interface SafeHtml {
  readonly [markup]: string;
}

/** Values of a template: strings are escaped, arrays are joined, `undefined` and `false` render as nothing. */
export type HtmlValue = string | number | SafeHtml | undefined | false | readonly HtmlValue[];

/** Template tag that escapes its values. Attribute values must be quoted: escaping does not protect unquoted ones. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): SafeHtml {
  let text = strings[0] ?? "";
  for (const [index, value] of values.entries()) {
    text += render(value) + (strings[index + 1] ?? "");
  }
  return { [markup]: text };
}

/** Marks a string as HTML without escaping it. Only for constants, never for input. */
export function trusted(text: string): SafeHtml {
  return { [markup]: text };
}

/** Renders to a string. */
export function render(value: HtmlValue): string {
  if (value === undefined || value === false) return "";
  if (typeof value === "string") return escape(value);
  if (typeof value === "number") return String(value);
  return isMarkup(value) ? value[markup] : value.map(render).join("");
}

function isMarkup(value: SafeHtml | readonly HtmlValue[]): value is SafeHtml {
  return markup in value;
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
