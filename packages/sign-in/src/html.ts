const markup: unique symbol = Symbol("markup");

/** Text that is HTML already. Only this file makes it, so nothing from outside can pretend to be it. */
export interface SafeHtml {
  readonly [markup]: string;
}

/** What may stand in a template: text is escaped, lists are joined, `undefined` and `false` leave no trace. */
export type HtmlValue = string | number | SafeHtml | undefined | false | readonly HtmlValue[];

/** Writes HTML. Attribute values must stand in quotes: escaping keeps text inside them, not out of bare ones. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): SafeHtml {
  let text = strings[0] ?? "";
  for (const [index, value] of values.entries()) {
    text += render(value) + (strings[index + 1] ?? "");
  }
  return { [markup]: text };
}

/** Takes text for HTML without escaping it: for our own constants, and for nothing that came from outside. */
export function trusted(text: string): SafeHtml {
  return { [markup]: text };
}

/** The text to send. */
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
