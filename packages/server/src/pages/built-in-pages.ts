import { type Operation, siteIcon } from "@latchkey/api";
import type { Client } from "@latchkey/client";
import { favicon } from "@latchkey/sign-in";
import type { Context } from "../context/context.ts";
import type { BuiltInPages } from "../feature/feature.ts";
import type { LoadedFeature } from "../feature/load-features.ts";
import { createPageErrorRenderer } from "../flows/page-error-renderer.ts";
import { fromPage } from "../flows/page-response.ts";
import { causedBy } from "../http/cause.ts";
import type { Route } from "../http/router.ts";

/** The routes of the built-in pages, if a feature serves them, and of the icon that browsers ask every server for. */
export function pageRoutes(
  context: Context,
  features: readonly LoadedFeature[],
  latchkey: Client,
): readonly Route[] {
  const serving = features.find((feature) => feature.pageRoutes !== undefined);
  const builtIn: BuiltInPages = {
    pages: features.flatMap(({ pages = {} }) => Object.values<Operation>(pages)),
    options: Object.assign({}, ...features.map((one) => one.pageOptions?.(context))),
    describeVisit: (request) =>
      Object.assign({}, ...features.map((one) => one.describeVisit?.(request, context))),
    latchkey,
    during: ({ address, request_id, page, subject }, makePage) => {
      const caller = { kind: "user", id: subject ?? "" } as const;
      return causedBy({ caller, operation: page, address, request_id }, makePage);
    },
  };
  const icon = fromPage(favicon);
  const iconRoute: Route = {
    ...siteIcon.favicon,
    name: siteIcon.favicon.path,
    error_renderer: createPageErrorRenderer(context),
    answer: () => icon,
  };
  return [...(serving?.pageRoutes?.(builtIn, context) ?? []), iconRoute];
}
