import { html, type SafeHtml } from "@latchkey/sign-in";

import { curlCommands } from "./curl-commands.ts";
import type { DemoIntegration } from "./integration.ts";
import type { Installed } from "./sessions.ts";
import { button, pretty, problemLine, section } from "./view-parts.ts";

/** Links to the installation, or to the installed integration. */
export function integrationSection(installed: Installed | undefined): SafeHtml {
  return html`<h2>Integrations</h2>
    <p class="quiet">
      Install the demo into a workspace as an integration, and see what it receives.
    </p>
    <p class="actions">
      ${
        installed === undefined
          ? html`<a class="button" href="/integration/install">Install the integration</a>`
          : html`<a class="button" href="/integration">See the integration</a>`
      }
    </p>`;
}

/** Shows the tokens of an installation. */
export function installedView(
  installed: Installed,
  integration: DemoIntegration,
  problem: string | undefined,
): SafeHtml {
  const { tokens, last_response } = installed;
  return html`<h1>See what an integration receives</h1>
    <p class="quiet">It is installed into ${tokens.workspaceName ?? "an unnamed workspace"}.</p>
    ${problemLine(problem)}
    <div class="actions">
      ${button("/integration/refresh", "Refresh")}
      ${button("/integration/introspect", "Introspect")} ${button("/integration/revoke", "Revoke")}
    </div>
    ${last_response && section(last_response.title, pretty(last_response.answer))}
    ${section("Response", pretty(tokens))}
    <p class="quiet small">
      The client redacts tokens when they are printed. They are shown here on purpose.
    </p>
    ${section("Access token", tokens.accessToken.reveal())}
    ${tokens.refreshToken && section("Refresh token", tokens.refreshToken.reveal())}
    ${section("The three calls, for a shell", curlCommands(installed, integration))}
    <p class="quiet small">
      Refreshing in the shell invalidates the tokens shown here: continue with the new ones, or
      install again.
    </p>
    <p class="links">
      <a href="/">Back</a>
      <a href="/integration/install">Install again</a>
      <a href="${integration.public_url}/workspace/installed">Connected apps</a>
      <a href="${integration.public_url}/workspace/directory">App directory</a>
    </p>`;
}
