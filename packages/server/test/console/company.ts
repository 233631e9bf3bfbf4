import { basic } from "@latchkey/client";
import type { Page } from "playwright-core";
import { paymentType } from "../consent/payments.ts";
import { consent, type BrowserFixture, openTab, signIn } from "../browser/browser-fixture.ts";
import { authorizationUrl, exchangeCode, openWonderland } from "../workspace-interop/wonderland.ts";

/** Demo data: a few clients, and a workspace with an installed integration. */
export interface Company {
  /** An access token of the client `nightly-report`. */
  readonly access_token: string;
  readonly workspace_id: string;
  readonly integration_id: string;
  readonly api_id: string;
}

/** The client authentication of `nightly-report`. */
export const nightlyReport = basic("nightly-report", "only the night knows");

/** Creates it. Alice also gave photos a remembered consent, and photos redeemed its code with a wrong redirect URI. */
export async function createCompany(world: BrowserFixture): Promise<Company> {
  const { latchkey, subject, photos, issuer } = world;
  await createClients(world);
  await latchkey.createAuthorizationDetailsType({ body: paymentType });
  const { access_token } = await latchkey.oauth2Token(
    { grant_type: "client_credentials", scope: "reports.read" },
    { authorization: nightlyReport },
  );
  const wonderland = await openWonderland(latchkey, subject, {
    name: "Tea timer",
    redirect_uris: [photos.redirect_uri],
  });
  const { page } = await openTab(world.browser);
  await page.goto(world.authorizationUrl());
  await signIn(page, { remember: true });
  await page.getByLabel("Do not ask me again for this app").check();
  await consent(page);
  await page.getByRole("heading", { name: "Welcome to Photos" }).waitFor();
  await redeemWithWrongRedirectUri(world, codeOf(page));
  await page.goto(authorizationUrl(issuer, wonderland.photos, { state: "tea" }).href);
  await consent(page);
  await page.waitForURL(
    (url) => url.searchParams.get("state") === "tea" && url.searchParams.has("code"),
  );
  await exchangeCode(issuer, wonderland.photos, codeOf(page));
  await page.context().close();
  const { id: api_id } = await latchkey.createApi({
    body: {
      identifier: "https://reports.example/api",
      name: "Reports API",
      scopes: ["reports.read", "reports.write"],
      access_token_format: "jwt",
      access_token_lifespan: "10m",
      introspection_clients: ["nightly-report"],
    },
  });
  return {
    api_id,
    access_token,
    workspace_id: wonderland.workspace.id,
    integration_id: wonderland.photos.id,
  };
}

/** Makes a flow that failed, for the inspector to show. */
async function redeemWithWrongRedirectUri(
  { latchkey, photos }: BrowserFixture,
  code: string,
): Promise<void> {
  await latchkey.call(
    "oauth2Token",
    { grant_type: "authorization_code", code, redirect_uri: photos.app_uri },
    { authorization: basic("photos", "only photos knows this") },
  );
}

function codeOf(page: Page): string {
  return new URL(page.url()).searchParams.get("code") ?? "";
}

async function createClients({ latchkey }: BrowserFixture): Promise<void> {
  await latchkey.createOAuth2Client({
    body: {
      client_id: "nightly-report",
      client_name: "Nightly report",
      client_secret: "only the night knows",
      grant_types: ["client_credentials"],
      scope: "reports.read reports.write",
      owner: "finance",
    },
  });
  await latchkey.createOAuth2Client({
    body: {
      client_id: "albums",
      client_name: "Albums",
      token_endpoint_auth_method: "none",
      redirect_uris: ["https://albums.example/callback"],
      allowed_cors_origins: ["https://albums.example"],
      grant_types: ["authorization_code", "refresh_token"],
      scope: "openid offline_access profile",
    },
  });
}
