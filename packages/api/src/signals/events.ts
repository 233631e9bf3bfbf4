/** What the server notifies receivers of: webhooks by these kinds, streams of Shared Signals by the URIs of OpenID. */

/** Every kind of event, and what has happened then. */
export const eventMeanings = {
  "session.revoked": "A user signed out of a browser, or was signed out.",
  "sign_in.failed": "Sign-ins on the built-in pages failed.",
  "account.created": "An account was created.",
  "account.updated": "Claims, groups or attributes of an account changed.",
  "account.email_changed": "The verified email address of an account changed.",
  "account.password_changed": "An account has a new password.",
  "account.password_change_required": "A user must choose a new password.",
  "account.factor_added": "A user added a passkey or an authenticator app.",
  "account.factor_removed": "A passkey or an authenticator app was removed.",
  "account.recovery_started": "A user followed the link of a forgotten password.",
  "account.disabled": "An account was disabled.",
  "account.enabled": "A disabled account was enabled.",
  "account.deleted": "An account was deleted.",
  "client.created": "A client was registered, by an operator or by itself.",
  "client.updated": "The registration of a client changed.",
  "client.secret_rotated": "A client has a new secret.",
  "client.deleted": "A client was deleted.",
  "key.added": "Keys were added to a key set, as by a rotation.",
  "key.deleted": "Keys were deleted, or replaced.",
  "api.created": "An API was registered.",
  "api.updated": "The registration of an API changed.",
  "api.deleted": "An API was deleted.",
  "trusted_issuer.created": "An issuer of assertions is trusted.",
  "trusted_issuer.deleted": "An issuer of assertions is not trusted any more.",
  "operator.created": "An account became an operator.",
  "operator.updated": "The role, the workspaces or the name of an operator changed.",
  "operator.deleted": "An account is no operator any more.",
  "api_key.created": "An API key was created.",
  "api_key.updated": "An API key has a new name.",
  "api_key.revoked": "An API key was revoked.",
} as const;

export type EventKind = keyof typeof eventMeanings;

/** The kinds that a receiver may choose, in the order in which they are shown. */
export const eventKinds: readonly EventKind[] = Object.keys(eventMeanings).filter(isEventKind);

function isEventKind(name: string): name is EventKind {
  return Object.hasOwn(eventMeanings, name);
}

/** The kind of the event that `testEventReceiver` sends. */
export const TEST_EVENT = "event.test";

const CAEP = "https://schemas.openid.net/secevent/caep/event-type/";
const RISC = "https://schemas.openid.net/secevent/risc/event-type/";
const SSF = "https://schemas.openid.net/secevent/ssf/event-type/";

/** CAEP 1.0 §3, RISC 1.0 §2: the events that streams carry. */
export const signalEvents = {
  session_revoked: `${CAEP}session-revoked`,
  credential_change: `${CAEP}credential-change`,
  token_claims_change: `${CAEP}token-claims-change`,
  account_disabled: `${RISC}account-disabled`,
  account_enabled: `${RISC}account-enabled`,
  account_purged: `${RISC}account-purged`,
  identifier_changed: `${RISC}identifier-changed`,
  credential_change_required: `${RISC}account-credential-change-required`,
  recovery_activated: `${RISC}recovery-activated`,
  recovery_information_changed: `${RISC}recovery-information-changed`,
} as const;

/** SSF 1.0 §8.1.4 and §8.1.5: events about a stream itself. Every stream carries them. */
export const streamEvents = {
  verification: `${SSF}verification`,
  stream_updated: `${SSF}stream-updated`,
} as const;

/** RFC 8935, RFC 8936: how events are delivered. */
export const deliveryMethods = {
  push: "urn:ietf:rfc:8935",
  poll: "urn:ietf:rfc:8936",
} as const;

/** The scopes by which clients manage and read their streams: CAEP Interoperability Profile §2.7. */
export const streamScopes = { manage: "ssf.manage", read: "ssf.read" } as const;
