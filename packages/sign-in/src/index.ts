export type { Accounts, Busy, Profile } from "./accounts.ts";
export { scopeClaims } from "./claims.ts";
export { moveOn, seeOther, showPage, type AnswerOptions } from "./answers.ts";
export { findAsset, houseStyles } from "./assets/assets.ts";
export { mark, markFile } from "./assets/mark.ts";
export { renderErrorPage, type ErrorReport } from "./error-page.ts";
export type { PageAnswer, PageRequest } from "./exchange.ts";
export { html, render, type HtmlValue, type SafeHtml } from "./html.ts";
export { chooseLocale, locales, type Locale } from "./locale.ts";
export { openedByUsers, pageProtection } from "./protection.ts";
export { relayForm, relayFrames } from "./relay.ts";
export { createSignInPages, type SignInOptions, type SignInPages } from "./sign-in-pages.ts";
export {
  countAfterSuccess,
  countAfterWithdrawal,
  countOf,
  createThrottle,
  type Failures,
  networkOf,
  type Throttle,
  type ThrottleKey,
  throttleKeys,
  type ThrottlePolicy,
  waitAfter,
} from "./throttle.ts";
export type { Content, Frame } from "./views/layout.ts";
