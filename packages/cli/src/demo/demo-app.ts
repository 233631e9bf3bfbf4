import {
  findAsset,
  moveOn,
  seeOther,
  showPage,
  type PageAnswer,
  type PageRequest,
} from "@latchkey/sign-in";

import { tokensView, welcomeView } from "./demo-views.ts";
import {
  authorizationUrl,
  completeSignIn,
  logoutUrl,
  readUserinfo,
  refreshTokens,
  type Outcome,
  type RelyingParty,
} from "./relying-party.ts";
import { beginSignIn, createSessions, type DemoSession } from "./sessions.ts";

/** The demo as a function from a request to an answer. */
export type DemoApp = (request: PageRequest) => Promise<PageAnswer>;

/** A relying party that shows what it was given. */
export function createDemoApp(party: RelyingParty): DemoApp {
  const sessions = createSessions();
  return async (request) => {
    const asset = findAsset(request.path.slice("/".length));
    if (asset !== undefined) return asset;

    const route = routes.get(`${request.method} ${request.path}`);
    if (route === undefined) return { status: 404, headers: {}, body: "" };
    const known = sessions.find(readCookie(request));
    if (known !== undefined) return route(request, known, party);

    const { id, session } = sessions.open();
    const answer = await route(request, session, party);
    // Lax keeps the cookie from forms on other sites, which is all the protection the three buttons need.
    const cookie = `${COOKIE}=${id}; Path=/; HttpOnly; SameSite=Lax`;
    return { ...answer, headers: { ...answer.headers, "set-cookie": [cookie] } };
  };
}

type Route = (
  request: PageRequest,
  session: DemoSession,
  party: RelyingParty,
) => PageAnswer | Promise<PageAnswer>;

const routes: ReadonlyMap<string, Route> = new Map<string, Route>([
  ["GET /", showHome],
  ["GET /sign-in", (_, session, party) => seeOther(authorizationUrl(beginSignIn(session), party))],
  ["GET /callback", comeBack],
  ["POST /refresh", (_, session, party) => ask(session, party, refreshTokens)],
  ["POST /userinfo", (_, session, party) => ask(session, party, readUserinfo)],
  ["POST /sign-out", leave],
]);

function showHome(_: PageRequest, session: DemoSession): PageAnswer {
  const { signed_in, problem } = session;
  session.problem = undefined;
  return signed_in === undefined
    ? showPage(FRAME, { title: "Sign in", body: welcomeView(problem) })
    : showPage(FRAME, { title: "Signed in", body: tokensView(signed_in, problem), wide: true });
}

async function comeBack(
  { query }: PageRequest,
  session: DemoSession,
  party: RelyingParty,
): Promise<PageAnswer> {
  const state = query.get("state") ?? "";
  const pending = session.pending.get(state);
  session.pending.delete(state);
  return keep(session, await completeSignIn(query, pending, party));
}

async function ask(
  session: DemoSession,
  party: RelyingParty,
  question: typeof refreshTokens,
): Promise<PageAnswer> {
  const { signed_in } = session;
  return signed_in === undefined ? seeOther("/") : keep(session, await question(signed_in, party));
}

function leave(_: PageRequest, session: DemoSession, party: RelyingParty): PageAnswer {
  const address = logoutUrl(session.signed_in, party);
  session.signed_in = undefined;
  return moveOn(FRAME, address);
}

/** What failed changes nothing but the next page's first line. */
function keep(session: DemoSession, outcome: Outcome): PageAnswer {
  if ("problem" in outcome) session.problem = outcome.problem;
  else session.signed_in = outcome.signed_in;
  return seeOther("/");
}

function readCookie({ headers }: PageRequest): string | undefined {
  const pairs = (headers["cookie"] ?? "").split(";").map((pair) => pair.trim().split("="));
  return pairs.find(([name]) => name === COOKIE)?.[1];
}

const COOKIE = "latchkey_demo";
const FRAME = { locale: "en", base_path: "/", product_name: "Demo app" } as const;
