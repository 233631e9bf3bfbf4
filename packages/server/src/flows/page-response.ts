import type { PageResponse } from "@latchkey/sign-in";
import type { Response } from "../http/response.ts";

/** The response of a page with header names capitalized like ours, so that none is sent twice. */
export function fromPage(page: PageResponse): Response {
  const { headers, note: _, ...rest } = page;
  const spelled = Object.entries(headers).map(([name, value]) => [spell(name), value]);
  return { ...rest, headers: Object.fromEntries(spelled) };
}

function spell(name: string): string {
  return name.replaceAll(/(^|-)[a-z]/g, (initial) => initial.toUpperCase());
}
