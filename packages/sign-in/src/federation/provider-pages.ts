import type { PageRequest, PageResponse } from "../http/exchange.ts";
import type { PageContext } from "../page-context.ts";
import { redirectToCallback, showCallback, showProviderSignedOut } from "./callback-page.ts";

type Handler = (request: PageRequest, context: PageContext) => PageResponse | Promise<PageResponse>;

/** The pages to which providers return users, by method; undefined for any other path. */
export function findProviderPage(path: string): ReadonlyMap<string, Handler> | undefined {
  const [, provider_id = "", step] = PATH.exec(path) ?? [];
  if (step === "callback")
    return new Map<string, Handler>([
      ["GET", (request, context) => showCallback(provider_id, request, context)],
      ["POST", redirectToCallback],
    ]);
  return step === "signed-out" ? new Map([["GET", showProviderSignedOut]]) : undefined;
}

const PATH = /^sign-in-with\/([a-z0-9-]{1,40})\/(callback|signed-out)$/;
