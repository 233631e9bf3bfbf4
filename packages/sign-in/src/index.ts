export type { Accounts, Busy, Profile } from "./accounts.ts";
export { scopeClaims } from "./pages/claims.ts";
export { acceptanceOf, chooseAll } from "./pages/consent-acceptance.ts";
export { redirectAfterForm, seeOther, showPage, type ResponseOptions } from "./http/responses.ts";
export { findAsset, favicon, designTokens } from "./assets/assets.ts";
export { brandMark, brandMarkFile } from "./assets/brand-mark.ts";
export { renderErrorPage, type ErrorNotice, type ErrorReport } from "./pages/error-page.ts";
export {
  clearCookie,
  type CookieOptions,
  readCookie,
  readCookies,
  writeCookie,
} from "./http/cookies.ts";
export type { PageRequest, PageResponse } from "./http/exchange.ts";
export { html, render, type HtmlValue, type SafeHtml } from "./views/html.ts";
export { chooseLocale, locales, type Locale } from "./messages/locale.ts";
export { openerIsolated, securityHeaders } from "./http/security-headers.ts";
export { formPostPage, frontchannelLogoutPage } from "./pages/automatic-redirects.ts";
export { createSignInPages, type SignInOptions, type SignInPages } from "./sign-in-pages.ts";
export { renderStartPage, type StartReport } from "./pages/start-page.ts";
export type { SignInThrottle } from "./throttle.ts";
export type { Content, Frame } from "./views/layout.ts";
