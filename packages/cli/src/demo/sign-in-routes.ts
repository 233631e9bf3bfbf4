import {
  redirectAfterForm,
  seeOther,
  showPage,
  type PageResponse,
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
import { FRAME, type Route, type Routes } from "./route.ts";
import { beginSignIn, takeProblem, type DemoSession } from "./sessions.ts";

/** The home page, and everything about signing in. */
export function signInRoutes(party: RelyingParty): Routes {
  const ask =
    (question: typeof refreshTokens): Route =>
    async (_, session) =>
      session.signed_in === undefined
        ? seeOther("/")
        : saveOutcome(session, await question(session.signed_in, party));

  return new Map<string, Route>([
    ["GET /", (_, session) => showHome(session)],
    ["GET /sign-in", (_, session) => seeOther(authorizationUrl(beginSignIn(session), party))],
    ["GET /callback", (request, session) => comeBack(request, session, party)],
    ["POST /refresh", ask(refreshTokens)],
    ["POST /userinfo", ask(readUserinfo)],
    ["POST /sign-out", (_, session) => leave(session, party)],
  ]);
}

function showHome(session: DemoSession): PageResponse {
  const { signed_in, installed } = session;
  const last_response = { installed, problem: takeProblem(session) };
  return signed_in === undefined
    ? showPage(FRAME, { title: "Sign in", body: welcomeView(last_response) })
    : showPage(FRAME, {
        title: "Signed in",
        body: tokensView(signed_in, last_response),
        wide: true,
      });
}

async function comeBack(
  { query }: PageRequest,
  session: DemoSession,
  party: RelyingParty,
): Promise<PageResponse> {
  const state = query.get("state") ?? "";
  const pending = session.pending.get(state);
  session.pending.delete(state);
  return saveOutcome(session, await completeSignIn(query, pending, party));
}

function leave(session: DemoSession, party: RelyingParty): PageResponse {
  const address = logoutUrl(session.signed_in, party);
  session.signed_in = undefined;
  return redirectAfterForm(FRAME, address);
}

/** What failed changes nothing but the next page's first line. */
function saveOutcome(session: DemoSession, outcome: Outcome): PageResponse {
  if ("problem" in outcome) session.problem = outcome.problem;
  else session.signed_in = outcome.signed_in;
  return seeOther("/");
}
