import { seeOther, showPage, type PageResponse } from "@latchkey/sign-in";

import {
  completeInstallation,
  installationUrl,
  introspectToken,
  refreshPair,
  revokePair,
  type DemoIntegration,
  type InstallationOutcome,
} from "./integration.ts";
import { installedView } from "./integration-views.ts";
import { FRAME, type Route, type Routes } from "./route.ts";
import { beginInstallation, takeProblem, type DemoSession } from "./sessions.ts";

const HOME = "/integration";

/** Routes to install the integration and use its tokens. */
export function integrationRoutes(integration: DemoIntegration): Routes {
  const action =
    (operation: typeof refreshPair): Route =>
    async (_, session) =>
      session.installed === undefined
        ? seeOther("/")
        : saveOutcome(session, await operation(session.installed, integration));

  return new Map<string, Route>([
    ["GET /integration", (_, session) => showInstalled(session, integration)],
    [
      "GET /integration/install",
      (_, session) => seeOther(installationUrl(beginInstallation(session), integration)),
    ],
    [
      "GET /integration/callback",
      async ({ query }, session) => {
        const isOurs = session.installing.delete(query.get("state") ?? "");
        return saveOutcome(session, await completeInstallation(query, isOurs, integration));
      },
    ],
    ["POST /integration/refresh", action(refreshPair)],
    ["POST /integration/introspect", action(introspectToken)],
    ["POST /integration/revoke", action(revokePair)],
  ]);
}

function showInstalled(session: DemoSession, integration: DemoIntegration): PageResponse {
  const { installed } = session;
  if (installed === undefined) return seeOther("/"); // Where it can be installed, and where a problem is shown.
  const body = installedView(installed, integration, takeProblem(session));
  return showPage(FRAME, { title: "Installed", body, wide: true });
}

/** Stores the result. A problem is shown on the next page.  */
function saveOutcome(session: DemoSession, outcome: InstallationOutcome): PageResponse {
  if ("problem" in outcome) session.problem = outcome.problem;
  else session.installed = outcome.installed;
  return seeOther(HOME);
}
