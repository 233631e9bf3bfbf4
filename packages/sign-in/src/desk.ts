import type { WorkspaceMember } from "@latchkey/api";
import type { Client } from "@latchkey/client";

import type { Accounts } from "./accounts.ts";
import type { CsrfOptions } from "./csrf.ts";
import type { PageRequest } from "./exchange.ts";
import { chooseLocale } from "./locale.ts";
import type { Throttle } from "./throttle.ts";
import type { Frame } from "./views/layout.ts";

/** What the pages work with. */
export interface Desk extends CsrfOptions {
  readonly latchkey: Client;
  readonly accounts: Accounts;
  readonly base_path: string;
  readonly product_name: string;
  readonly throttle: Throttle;
  /** Seconds a sign-in lasts that is to outlast the browser. */
  readonly remember_login_for: number;
  /** Seconds any other sign-in lasts at most. */
  readonly browser_session_for: number;
  /** Everything a person is a member of. */
  readonly memberships: (subject: string) => Promise<readonly WorkspaceMember[]>;
  readonly sign_in_url: string | undefined;
}

/** The frame of a page for this visitor, in the language the client or the browser asked for. */
export function frameFor(
  request: PageRequest,
  { base_path, product_name }: Pick<Desk, "base_path" | "product_name">,
  ui_locales?: readonly string[],
): Frame {
  const locale = chooseLocale(ui_locales, request.headers["accept-language"]);
  return { locale, base_path, product_name };
}

/** The fields of a form that was sent. */
export function readForm(request: PageRequest): URLSearchParams {
  return new URLSearchParams(request.body);
}

/** The address of a page, with the challenge it is about. */
export function addressOf(
  page: "login" | "consent" | "logout",
  challenge: string,
  { base_path }: Pick<Desk, "base_path">,
): string {
  return `${base_path}${page}?${page}_challenge=${encodeURIComponent(challenge)}`;
}
