import type { AccountServices } from "../account-services.ts";
import type { Profile } from "../accounts.ts";
import type { PageRequest, PageResponse } from "../http/exchange.ts";
import { readDeviceName } from "./device-name.ts";
import type { Happening } from "./history.ts";
import type { Messages } from "../messages/messages-type.ts";
import type { PageContext } from "../page-context.ts";
import type { FormTarget } from "../views/form.ts";
import type { SafeHtml } from "../views/html.ts";
import type { Frame } from "../views/layout.ts";

/** A part of the account page. The page knows none of them by name. */
export interface AccountSection {
  readonly id: string;
  /** Its forms and steps ask for a sign-in of just now and for no factor: what they remove may be an attacker's. */
  readonly is_recovery?: boolean;
  /** Its content, heading included; undefined where it has nothing to show. */
  show(visit: AccountVisit): Promise<SafeHtml | undefined>;
  /** Pages of their own, by the name in `?step=`. */
  readonly steps?: Readonly<Record<string, (visit: AccountVisit) => Promise<PageResponse>>>;
  /** Its forms, by the value of their field `action`. */
  readonly actions?: Readonly<Record<string, AccountAction>>;
  /** The texts after its forms were accepted, by the name in `?done=`. */
  readonly outcomes?: (messages: Messages) => Readonly<Record<string, string>>;
}

interface AccountAction {
  /** Whether it is accepted only shortly after the user signed in. */
  readonly needs_fresh_login: boolean;
  submit(visit: AccountVisit, form: URLSearchParams): Promise<AccountAnswer>;
}

/** What happens next: the page is shown again with an outcome or a problem, or another page is shown. */
export type AccountAnswer = (
  | { readonly done: string }
  | { readonly problem: AccountProblem; readonly status?: number; readonly retry_after?: number }
  | { readonly page: PageResponse }
) & {
  /** What the user will find among the recent activity. */
  readonly happened?: Happening;
};

/** What the user must correct, and in which field. */
export interface AccountProblem {
  readonly field: string;
  readonly text: string;
  /** What the user typed, to be corrected. */
  readonly typed?: Readonly<Record<string, string>>;
}

/** A visit of a signed-in user. */
export interface AccountVisit {
  readonly request: PageRequest;
  readonly context: PageContext;
  readonly services: AccountServices;
  readonly frame: Frame;
  readonly messages: Messages;
  readonly subject: string;
  readonly username: string;
  readonly profile: Profile;
  /** The target of every form of the page. */
  readonly target: FormTarget;
  readonly set_cookie: string | undefined;
  readonly problem: AccountProblem | undefined;
}

/** A day in the language of the page, such as 3 May 2027. */
export function dayOf(time: number, { frame }: Pick<AccountVisit, "frame">): string {
  const format = new Intl.DateTimeFormat(frame.locale, { dateStyle: "long", timeZone: "UTC" });
  return format.format(time * 1000);
}

/** A browser and its system, as `writeDeviceName` wrote them. */
export function describeDevice(text: string, { messages: { account } }: AccountVisit): string {
  const { browser, system } = readDeviceName(text);
  if (browser !== undefined && system !== undefined) return account.device(browser, system);
  return browser ?? system ?? account.unknown_device;
}
