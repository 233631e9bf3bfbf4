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

/** Home page and sign-in routes. */
export function signInRoutes(party: RelyingParty): Routes {
  const action =
    (operation: typeof refreshTokens): Route =>
    async (_, session) =>
      session.signed_in === undefined
        ? seeOther("/")
        : saveOutcome(session, await operation(session.signed_in, party));

  return new Map<string, Route>([
    ["GET /", (_, session) => showHome(session)],
    ["GET /sign-in", (_, session) => seeOther(authorizationUrl(beginSignIn(session), party))],
    ["GET /callback", (request, session) => handleCallback(request, session, party)],
    ["POST /refresh", action(refreshTokens)],
    ["POST /userinfo", action(readUserinfo)],
    ["POST /sign-out", (_, session) => signOut(session, party)],
  ]);
}

function showHome(session: DemoSession): PageResponse {
  const { signed_in, installed } = session;
  const facts = { installed, problem: takeProblem(session) };
  return signed_in === undefined
    ? showPage(FRAME, { title: "Sign in", body: welcomeView(facts) })
    : showPage(FRAME, {
        title: "Signed in",
        body: tokensView(signed_in, facts),
        wide: true,
      });
}

async function handleCallback(
  { query }: PageRequest,
  session: DemoSession,
  party: RelyingParty,
): Promise<PageResponse> {
  const state = query.get("state") ?? "";
  const pending = session.pending.get(state);
  session.pending.delete(state);
  return saveOutcome(session, await completeSignIn(query, pending, party));
}

function signOut(session: DemoSession, party: RelyingParty): PageResponse {
  const address = logoutUrl(session.signed_in, party);
  session.signed_in = undefined;
  return redirectAfterForm(FRAME, address);
}

/** Stores the result. A problem is shown on the next page. */
function saveOutcome(session: DemoSession, outcome: Outcome): PageResponse {
  if ("problem" in outcome) session.problem = outcome.problem;
  else session.signed_in = outcome.signed_in;
  return seeOther("/");
}
