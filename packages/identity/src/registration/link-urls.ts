import { identityPages } from "@latchkey/api";
import { publicUrl } from "@latchkey/server/feature/endpoints";
import { joinUrl } from "@latchkey/server/feature/rules";
import type { LinkKind } from "@latchkey/sign-in";
import type { IdentityContext } from "../context.ts";

/** The page of each kind of link. */
const pages: Readonly<Record<LinkKind, string>> = {
  registration: identityPages.registrationLinkPage.path,
  invitation: identityPages.invitationPage.path,
};

/** Where users register who were not invited. */
export function registrationUrl(config: IdentityContext["config"]): string {
  return joinUrl(publicUrl(config), identityPages.registrationPage.path);
}

/** The URL of a link. Its host is that of the settings, whatever the request said. */
export function linkOf(kind: LinkKind, token: string, config: IdentityContext["config"]): string {
  return `${joinUrl(publicUrl(config), pages[kind])}?token=${token}`;
}
