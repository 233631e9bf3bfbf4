import { findAsset, readCookie, type PageResponse, type PageRequest } from "@latchkey/sign-in";

import type { DemoIntegration } from "./integration.ts";
import { integrationRoutes } from "./integration-routes.ts";
import { type DemoMails, mailRoutes } from "./mail-routes.ts";
import type { RelyingParty } from "./relying-party.ts";
import { createSessions } from "./sessions.ts";
import { signInRoutes } from "./sign-in-routes.ts";

/** The demo app as a request handler. */
export type DemoApp = (request: PageRequest) => Promise<PageResponse>;

/** A relying party and an integration that display the tokens they receive. */
export function createDemoApp(
  party: RelyingParty,
  integration: DemoIntegration,
  mails: DemoMails = () => undefined,
): DemoApp {
  const sessions = createSessions();
  const routes = new Map([
    ...signInRoutes(party),
    ...integrationRoutes(integration),
    ...mailRoutes(mails),
  ]);
  return async (request) => {
    const asset = findAsset(request.path.slice("/".length));
    if (asset !== undefined) return asset;

    const route = routes.get(`${request.method} ${request.path}`);
    if (route === undefined) return NOT_FOUND;
    const known = sessions.find(readCookie(request.headers["cookie"], COOKIE));
    if (known !== undefined) return route(request, known);

    const { id, session } = sessions.open();
    const response = await route(request, session);
    // SameSite=Lax is sufficient CSRF protection for the buttons of a demo.
    const cookie = `${COOKIE}=${id}; Path=/; HttpOnly; SameSite=Lax`;
    return { ...response, headers: { ...response.headers, "set-cookie": [cookie] } };
  };
}

/** A text, since browsers show an error of their own in place of an empty response. */
const NOT_FOUND: PageResponse = {
  status: 404,
  headers: { "content-type": "text/plain; charset=utf-8" },
  body: "The demo app has no page at this address.\n",
};

const COOKIE = "latchkey_demo";
