import type { PageResponse } from "@latchkey/sign-in";
import type { Response } from "../http/endpoint.ts";

/** A page's answer with its headers in the RFCs' spelling, as ours are, so that none is sent twice. */
export function fromPage({ status, headers, body }: PageResponse): Response {
  const spelled = Object.entries(headers).map(([name, value]) => [spell(name), value]);
  return { status, headers: Object.fromEntries(spelled), body };
}

function spell(name: string): string {
  return name.replaceAll(/(^|-)[a-z]/g, (initial) => initial.toUpperCase());
}
