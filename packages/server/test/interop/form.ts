/** A form as a user finds it in a page. */
export interface Form {
  readonly action: string;
  /** What would be sent if nothing was touched, without any button. */
  readonly fields: URLSearchParams;
  /** The values of the buttons named `decision`. */
  readonly decisions: readonly string[];
}

/** The first form of a page, if it has one. */
export function readForm(page: string): Form | undefined {
  const [, tag, inside = ""] = /<form\b([^>]*)>(.*?)<\/form>/s.exec(page) ?? [];
  if (tag === undefined) return undefined;
  const inputs = tagsOf(inside, "input").filter(isSent);
  return {
    action: attributesOf(tag).get("action") ?? "",
    fields: new URLSearchParams(
      inputs.map((input) => [input.get("name") ?? "", input.get("value") ?? ""]),
    ),
    decisions: tagsOf(inside, "button").flatMap((button) => button.get("value") ?? []),
  };
}

/** Where a page goes by itself. */
export function readRefresh(page: string): string | undefined {
  const [, url] = /<meta\s+http-equiv="refresh"\s+content="\d+;url=([^"]*)"/.exec(page) ?? [];
  return url === undefined ? undefined : unescape(url);
}

function isSent(input: ReadonlyMap<string, string>): boolean {
  if (input.has("disabled")) return false;
  return input.get("type") !== "checkbox" || input.has("checked");
}

function tagsOf(page: string, name: string): ReadonlyMap<string, string>[] {
  return Array.from(page.matchAll(new RegExp(`<${name}\\b([^>]*)>`, "g")), ([, text = ""]) =>
    attributesOf(text),
  );
}

function attributesOf(text: string): ReadonlyMap<string, string> {
  const pairs = text.matchAll(/([\w-]+)(?:="([^"]*)")?/g);
  return new Map(Array.from(pairs, ([, name = "", value = ""]) => [name, unescape(value)]));
}

function unescape(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => CHARACTERS[name] ?? "");
}

const CHARACTERS: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#39": "'",
};
