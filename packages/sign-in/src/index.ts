export type { Accounts, Busy, MustChangePassword, PasswordRefusal, Profile } from "./accounts.ts";
export type {
  AccountServices,
  DeviceService,
  FactorService,
  PasskeyService,
  SessionService,
  TotpProposal,
} from "./account-services.ts";
export type {
  ArrivalStep,
  CompleteOutcome,
  FederationPurpose,
  FederationService,
  FinishOutcome,
  ProviderButton,
  ProviderFailure,
  VaultService,
} from "./federation/service.ts";
export type { Strength } from "./factors/policy.ts";
export { strengthOfMethods } from "./factors/policy.ts";
export type {
  LinkKind,
  NewUser,
  OpenRegistration,
  RegistrationOrigin,
  RegistrationProblem,
  RegistrationService,
} from "./registration/registration-service.ts";
export type {
  EmailCodeService,
  MailService,
  ProviderChange,
  SecurityChange,
} from "./mail/mail-service.ts";
export type { FailedSignIn, Happening, HistoryService, Origin } from "./account/history.ts";
export type { ClaimChange, ClaimTexts, SelfService } from "./account/self-service.ts";
export { scopeClaims } from "./pages/claims.ts";
export { acceptanceOf, chooseAll } from "./pages/consent-acceptance.ts";
export { redirectAfterForm, seeOther, showPage, type ResponseOptions } from "./http/responses.ts";
export { findAsset, favicon, designTokens } from "./assets/assets.ts";
export { type Brand, createBrand, noBrand, PRODUCT_NAME } from "./branding/brand.ts";
export { problemOfCss } from "./branding/own-css.ts";
export { type Logo, LOGO_FORM, readLogo, readLogoUrl } from "./branding/logo-file.ts";
export { faintColours, type Scheme, type Theme } from "./branding/theme.ts";
export { type LegalLink, legalLinksOf } from "./branding/brand-view.ts";
export { renderPreview } from "./branding/preview.ts";
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
export { html, render, trusted, type HtmlValue, type SafeHtml } from "./views/html.ts";
export { chooseLocale, locales, type Locale } from "./messages/locale.ts";
export { openerIsolated, securityHeaders } from "./http/security-headers.ts";
export { formPostPage, frontchannelLogoutPage } from "./pages/automatic-redirects.ts";
export { createSignInPages, type SignInOptions, type SignInPages } from "./sign-in-pages.ts";
export { renderStartPage, type StartReport } from "./pages/start-page.ts";
export type { PageNote } from "./http/exchange.ts";
export type { SignInThrottle, ThrottleDecision } from "./throttle.ts";
export type { Content, Frame } from "./views/layout.ts";
