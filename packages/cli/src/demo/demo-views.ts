import { html, type SafeHtml } from "@latchkey/sign-in";

import { decodeIdToken } from "./id-token.ts";
import { integrationSection } from "./integration-views.ts";
import type { Installed, SignedIn } from "./sessions.ts";
import { button, pretty, problemLine, section } from "./view-parts.ts";

/** Further state of the home page. */
export interface HomeFacts {
  readonly installed: Installed | undefined;
  readonly problem: string | undefined;
}

export function welcomeView({ installed, problem }: HomeFacts): SafeHtml {
  return html`<h1>See what an app receives</h1>
    <p class="quiet">
      A small app that signs users in with Latchkey: authorization code with PKCE, state and nonce.
    </p>
    ${problemLine(problem)}
    <p class="actions"><a class="button primary" href="/sign-in">Sign in</a></p>
    <p class="quiet small"><a href="/mails">Mails that the server has sent</a></p>
    ${integrationSection(installed)}`;
}

/** Shows the tokens, decoded. */
export function tokensView(signed_in: SignedIn, { installed, problem }: HomeFacts): SafeHtml {
  const { tokens, received_at, userinfo } = signed_in;
  const id_token = tokens.id_token === undefined ? undefined : decodeIdToken(tokens.id_token);
  return html`<h1>You are signed in</h1>
    <p class="quiet">These are the tokens that the app received, decoded.</p>
    ${problemLine(problem)}
    <div class="actions">
      ${tokens.refresh_token !== undefined && button("/refresh", "Refresh")}
      ${button("/userinfo", "Userinfo")} ${button("/sign-out", "Sign out")}
    </div>
    ${userinfo !== undefined && section("Userinfo", pretty(userinfo))}
    ${id_token && section("ID token: header", pretty(id_token.header))}
    ${id_token && section("ID token: claims", pretty(id_token.claims))}
    ${section("Access token", tokens.access_token)}
    <p class="quiet small">
      Expires ${timeOf(received_at + tokens.expires_in)}. Scope: ${tokens.scope || "none"}.
    </p>
    ${tokens.refresh_token !== undefined && section("Refresh token", tokens.refresh_token)}
    ${integrationSection(installed)}`;
}

function timeOf(unix_seconds: number): string {
  return new Date(unix_seconds * 1_000).toISOString().replace(".000Z", " UTC").replace("T", " at ");
}
