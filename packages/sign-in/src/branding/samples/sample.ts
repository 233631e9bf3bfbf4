import type { JsonObject } from "@latchkey/api";

import type { TotpProposal } from "../../account-services.ts";
import type { Messages } from "../../messages/messages-type.ts";
import type { ClientDetails } from "../../pages/client-details.ts";
import { describeScopes, readOperatorTexts } from "../../pages/scopes.ts";
import type { Content, Frame } from "../../views/layout.ts";

/** What a page would show of Alice, who signs in to Photos. */
export type Sample = (messages: Messages, frame: Frame) => Content;

export const USER = "Alice Liddell";
export const EMAIL = "alice@wonderland.example";
export const CODES = ["4F7K-29QX", "8MTC-5RJD", "B3WN-7HPL", "X6VZ-1KGS"];
const SAMPLE_TIME = Date.UTC(2027, 4, 3);

export const target = { action: "#", csrf: "" };

/** A button for passkeys is shown. */
export const passkeyOptions: JsonObject = {};

export const client: ClientDetails = {
  name: "Photos",
  logo_uri: undefined,
  site: "photos.example",
  policy_uri: "#",
  tos_uri: "#",
  destination: { host: "photos.example", on_this_device: false },
  may_be_impersonated: false,
};

/** A code that says nothing: no camera should read it. */
export const proposal: TotpProposal = {
  secret: "",
  typed: "JBSW Y3DP EHPK 3PXP",
  uri: "#",
  qr_code: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 7 7"><path fill="#fff" d="M0 0h7v7H0z"/><path d="M1 1h2v2H1zM4 1h2v2H4zM1 4h2v2H1zM4 4h1v1H4zM5 5h1v1H5z"/></svg>`,
};

export function of(title: string, body: Content["body"]): Content {
  return { title, body };
}

export function permissionsOf(messages: Messages, { locale, brand }: Frame) {
  const scope = ["openid", "profile", "email", "offline_access", "photos.read"];
  const texts = readOperatorTexts(undefined, locale, brand);
  const nothing = { remembered: [], ever: [] };
  return describeScopes(scope, nothing, messages.scope, texts);
}

/** A day in the language of the page. */
export function sampleDay({ locale }: Pick<Frame, "locale">): string {
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
  return day.format(SAMPLE_TIME);
}
