import { html, type SafeHtml } from "@latchkey/sign-in";

import { curlCommands } from "./curl-commands.ts";
import type { DemoIntegration } from "./integration.ts";
import type { Installed } from "./sessions.ts";
import { button, pretty, problemLine, section } from "./view-parts.ts";

/** Invites to install the integration, or to what came of it. */
export function integrationSection(installed: Installed | undefined): SafeHtml {
  return html`<h2>Integrations</h2>
    <p class="quiet">
      Let the demo into a workspace, as an integration, and see what it is given there.
    </p>
    <p class="actions">
      ${
        installed === undefined
          ? html`<a class="button" href="/integration/install">Install the integration</a>`
          : html`<a class="button" href="/integration">See the integration</a>`
      }
    </p>`;
}

/** Shows what an installation gave. */
export function installedView(
  installed: Installed,
  integration: DemoIntegration,
  problem: string | undefined,
): SafeHtml {
  const { tokens, last_response } = installed;
  return html`<h1>See what an integration is given</h1>
    <p class="quiet">It was let into ${tokens.workspaceName ?? "a workspace without a name"}.</p>
    ${problemLine(problem)}
    <div class="actions">
      ${button("/integration/refresh", "Refresh")}
      ${button("/integration/introspect", "Introspect")} ${button("/integration/revoke", "Revoke")}
    </div>
    ${last_response && section(last_response.title, pretty(last_response.answer))}
    ${section("Answer", pretty(tokens))}
    <p class="quiet small">
      The client hides tokens from whoever prints them. Here they are, on purpose.
    </p>
    ${section("Access token", tokens.accessToken.reveal())}
    ${tokens.refreshToken && section("Refresh token", tokens.refreshToken.reveal())}
    ${section("The three calls, for a shell", curlCommands(installed, integration))}
    <p class="quiet small">
      Refreshing there ends the tokens that are shown here: go on with those it answers, or install
      again.
    </p>
    <p class="links">
      <a href="/">Back</a>
      <a href="/integration/install">Install again</a>
      <a href="${integration.public_url}/workspace/installed">Connected apps</a>
    </p>`;
}
