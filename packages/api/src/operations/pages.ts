import * as v from "valibot";
import { optional, required } from "../objects.ts";
import { providerSteps, stepByChallenge } from "./inspect.ts";
import { browserPage } from "./kinds.ts";
import type { Operation } from "./operation.ts";

const shown = {
  ...browserPage,
  stores_before_authentication: false,
  discovery: null,
  inspect: null,
  method: "GET",
  success: 200,
  response: v.string(),
  response_types: ["text/html"],
} as const;

const publicPage = { ...shown, tag: "public", errors: [503] } as const;
/** A page with a form, which it sends to itself. */
const formPage = {
  ...publicPage,
  also_by_post: "own_form",
  may_redirect: true,
  errors: [400, 403, 422, 429, 503],
} as const;
const file = required(v.string(), "The name of a file, as the pages link to it.");
const provider = required(v.string(), "The id of an identity provider.");
const challenge = (kind: string) => optional(v.string(), `Identifies the ${kind} request.`);
const consolePage = { ...shown, tag: "admin", errors: [503] } as const;
const reference = { ...shown, tag: "admin", errors: [] } as const;
const page = required(v.string(), "A page of the console, such as `clients`.");
const id = required(v.string(), "What the page shows.");

/** The pages that users sign in with. A page with a setting is not served where that names another URL. */
export const identityPages = {
  loginPage: {
    ...formPage,
    path: "/login",
    replaced_by: "urls.login",
    inputs: { login_challenge: challenge("login") },
    title: "Login page",
    summary: "Signs a user in, unless `urls.login` names another page.",
    inspect: {
      ...stepByChallenge("authorization", "login_challenge", providerSteps.chosen),
      other_steps: [{ parameter: "returned", step: providerSteps.returned }],
    },
  },
  registrationPage: {
    ...formPage,
    path: "/register",
    replaced_by: "urls.registration",
    inputs: { login_challenge: challenge("login") },
    title: "Registration page",
    summary:
      "Mails a user a link to register with, where `identity.registration` allows that and `urls.registration` names no other page.",
  },
  registrationLinkPage: {
    ...formPage,
    path: "/register/account",
    replaced_by: "urls.registration",
    inputs: { token: optional(v.string(), "The token of the link that was mailed.") },
    title: "Registration page of a link",
    summary: "Creates an account for a user who followed the link of the registration page.",
  },
  invitationPage: {
    ...formPage,
    path: "/register/invitation",
    inputs: { token: optional(v.string(), "The token of the link of an invitation.") },
    title: "Invitation page",
    summary: "Creates an account for a user who was invited.",
  },
  consentPage: {
    ...formPage,
    path: "/consent",
    replaced_by: "urls.consent",
    inputs: { consent_challenge: challenge("consent") },
    title: "Consent page",
    summary: "Asks a user what a client may do, unless `urls.consent` names another page.",
  },
  logoutPage: {
    ...formPage,
    path: "/logout",
    replaced_by: "urls.logout",
    inputs: { logout_challenge: challenge("logout") },
    title: "Logout page",
    summary: "Asks a user to confirm a logout, unless `urls.logout` names another page.",
  },
  signedOutPage: {
    ...publicPage,
    path: "/signed-out",
    title: "Signed out page",
    summary:
      "Reports that the user is signed out, after a logout without a `post_logout_redirect_uri`; or who is signed in.",
  },
  accountPage: {
    ...formPage,
    path: "/account",
    signed_in_page: "account",
    inputs: { step: optional(v.string(), "A step of its own, such as `authenticator_app`.") },
    title: "Account page",
    summary:
      "Shows a signed-in user their profile, password, second factors, sessions and connected apps, and changes them.",
  },
  /** `also_by_post`: a provider returns the user with a form (`response_mode=form_post`). */
  identityProviderCallbackPage: {
    ...formPage,
    path: "/sign-in-with/{provider}/callback",
    inputs: { provider },
    title: "Return from an identity provider",
    summary:
      "Takes the response of an identity provider, and continues the sign-in or the linking.",
    inspect: stepByChallenge("authorization", "login_challenge", providerSteps.returned),
  },
  identityProviderSignedOutPage: {
    ...publicPage,
    path: "/sign-in-with/{provider}/signed-out",
    inputs: { provider },
    may_redirect: true,
    title: "Return from signing out at an identity provider",
    summary: "Continues a logout that was passed on to an identity provider.",
  },
  forgotPasswordPage: {
    ...formPage,
    path: "/forgot-password",
    replaced_by: "urls.login",
    errors: [400, 403, 404, 422, 429, 503],
    title: "Forgotten password page",
    summary: "Sends a link by mail with which a user chooses a new password.",
    description:
      "The answer is the same for accounts that do not exist. Not served where no mails are sent.",
  },
  resetPasswordPage: {
    ...formPage,
    path: "/reset-password",
    replaced_by: "urls.login",
    inputs: { token: optional(v.string(), "The token of a link, which works once.") },
    errors: [400, 403, 404, 422, 503],
    title: "New password page",
    summary: "Sets the password of the user who got a link by mail.",
  },
  verifyEmailPage: {
    ...formPage,
    path: "/verify-email",
    signed_in_page: "verify_email",
    inputs: { token: optional(v.string(), "The token of a link, which works once.") },
    errors: [400, 403, 404, 409, 503],
    title: "Email verification page",
    summary: "Verifies the address to which a link was sent, for the account that asked for it.",
  },
  errorPage: {
    ...publicPage,
    path: "/error",
    inputs: {
      error: optional(v.string(), "A known error code."),
      request_id: optional(v.string(), "The id of the request that failed."),
    },
    success: 200,
    errors: [400, 401, 403, 404, 500, 503],
    title: "Error page",
    summary: "Shows an error code and a request id, as a possible value of `urls.error`.",
  },
  signInAssets: {
    ...publicPage,
    path: "/assets/{file}",
    inputs: { file },
    response_types: ["text/css", "image/svg+xml", "text/javascript"],
    errors: [404],
    title: "Files of the sign-in pages",
    summary: "Returns the style sheet, the icon or the script for passkeys of the sign-in pages.",
  },
  /** Signs in to return to a built-in page. */
  workspaceSignIn: {
    ...browserPage,
    tag: "public",
    method: "GET",
    path: "/workspace/sign-in",
    success: 302,
    may_redirect: true,
    errors: [429, 500, 503],
    stores_before_authentication: false,
    discovery: null,
    inspect: null,
    title: "Sign in to the connected apps page",
    summary: "Signs a user in, and returns to the page of connected apps.",
  },
} as const satisfies Readonly<Record<string, Operation>>;

/** Where browsers look for an icon when a document names none. */
export const siteIcon = {
  favicon: {
    ...publicPage,
    path: "/favicon.ico",
    response_types: ["image/svg+xml"],
    errors: [],
    title: "Icon",
    summary: "Returns the icon that browsers show beside the title of a page.",
  },
} as const satisfies Readonly<Record<string, Operation>>;

/** The console: one document, which routes in the browser. */
export const consolePages = {
  consoleStart: {
    ...consolePage,
    path: "/console",
    title: "Console",
    summary: "Returns the console, which asks for an API key where the server needs one.",
  },
  consoleList: {
    ...consolePage,
    path: "/console/{page}",
    inputs: { page },
    title: "Console page",
    summary: "Returns a page of the console.",
  },
  consoleItem: {
    ...consolePage,
    path: "/console/{page}/{id}",
    inputs: { page, id },
    title: "Console page of one item",
    summary: "Returns a page of the console about one item.",
  },
  consolePart: {
    ...consolePage,
    path: "/console/{page}/{id}/{part}",
    inputs: { page, id, part: required(v.string(), "A part of the page.") },
    title: "Console page of a part",
    summary: "Returns a page of the console about a part of an item.",
  },
} as const satisfies Readonly<Record<string, Operation>>;

export const consoleFiles = {
  consoleAssets: {
    ...consolePage,
    path: "/console/assets/{file}",
    inputs: { file },
    response_types: ["text/javascript", "text/css", "image/svg+xml"],
    errors: [404],
    title: "Files of the console",
    summary: "Returns a script, a style sheet or an image of the console.",
  },
} as const satisfies Readonly<Record<string, Operation>>;

/** The documentation. It needs no API key: it has no secrets, and browsers send none when they load a page. */
export const referencePages = {
  openApiDocument: {
    ...reference,
    path: "/openapi.json",
    response: v.record(v.string(), v.unknown()),
    title: "OpenAPI document",
    summary: "Returns this reference as an OpenAPI document.",
  },
  llmsText: {
    ...reference,
    path: "/llms.txt",
    response_types: ["text/plain"],
    title: "Index for coding assistants",
    summary: "Returns an index of the documentation in Markdown, for coding assistants.",
  },
  documentationStart: {
    ...reference,
    path: "/docs",
    title: "Documentation",
    summary:
      "Returns the contents of the documentation as a page. This reference is at `/docs/reference`, where every operation can be tried.",
  },
  documentationPage: {
    ...reference,
    path: "/docs/{file}",
    inputs: {
      file: required(v.string(), "The name of a page, with `.md` for Markdown, or a file."),
    },
    response_types: [
      "text/html",
      "text/markdown",
      "text/css",
      "text/javascript",
      "application/json",
      "image/svg+xml",
    ],
    errors: [404],
    title: "Documentation page",
    summary: "Returns a page of the documentation, as HTML or as Markdown.",
  },
  documentationSubpage: {
    ...reference,
    path: "/docs/{folder}/{file}",
    inputs: {
      folder: required(v.string(), "A folder of the documentation, such as `decisions`."),
      file: required(v.string(), "The name of a page, with `.md` for Markdown."),
    },
    response_types: ["text/html", "text/markdown"],
    errors: [404],
    title: "Documentation page in a folder",
    summary: "Returns a page of a folder of the documentation, as HTML or as Markdown.",
  },
} as const satisfies Readonly<Record<string, Operation>>;

/** The pages on which users enter the code of a device. */
export const devicePages = {
  devicePage: {
    ...formPage,
    path: "/device",
    replaced_by: "urls.device.verification",
    inputs: {
      device_challenge: challenge("user code"),
      user_code: optional(v.string(), "The code of the device, if the link had it."),
    },
    title: "Device page",
    summary:
      "Takes the code that a device shows, unless `urls.device.verification` names another page.",
  },
  deviceDonePage: {
    ...publicPage,
    path: "/device/done",
    replaced_by: "urls.device.success",
    title: "Device connected page",
    summary:
      "Reports that a device was connected just now, unless `urls.device.success` names another page.",
  },
  deviceDeniedPage: {
    ...publicPage,
    path: "/device/denied",
    inputs: {
      device_denial: optional(v.string(), "Says that a device was denied, in that browser alone."),
    },
    title: "Device denied page",
    summary: "Reports that a device was not connected, in the browser in which it was denied.",
  },
} as const satisfies Readonly<Record<string, Operation>>;

/** The page on which users answer what clients asked over the back channel. */
export const backchannelPages = {
  approvePage: {
    ...formPage,
    path: "/approve",
    signed_in_page: "approve",
    replaced_by: "urls.backchannel_authentication",
    title: "Approval page",
    summary:
      "Asks a signed-in user what clients asked over the back channel, unless `urls.backchannel_authentication` names an app.",
  },
} as const satisfies Readonly<Record<string, Operation>>;

/** The pages on which users install integrations, and see those that they installed. */
export const workspacePages = {
  workspaceConsentPage: {
    ...formPage,
    path: "/workspace/consent",
    replaced_by: "urls.workspace_consent",
    inputs: { consent_challenge: challenge("consent") },
    title: "Workspace consent page",
    summary:
      "Asks a user where to install an integration, unless `urls.workspace_consent` names another page.",
  },
  connectedAppsPage: {
    ...formPage,
    path: "/workspace/installed",
    signed_in_page: "installed",
    first_signed_in_page: true,
    title: "Connected apps page",
    summary: "Lists the integrations that a user installed, to disconnect them.",
  },
  workspaceDirectoryPage: {
    ...publicPage,
    may_redirect: true,
    path: "/workspace/directory",
    signed_in_page: "directory",
    title: "Directory page",
    summary: "Lists the integrations that may be installed into a workspace, and what they may do.",
  },
} as const satisfies Readonly<Record<string, Operation>>;

/** What every server serves to browsers. */
export const corePages = {
  ...siteIcon,
  ...consolePages,
  ...consoleFiles,
  ...referencePages,
};

/** Everything that listeners serve to browsers. */
export const pageOperations = {
  ...identityPages,
  ...corePages,
  ...devicePages,
  ...backchannelPages,
  ...workspacePages,
};
