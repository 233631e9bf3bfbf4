import type { JsonObject } from "@latchkey/api";
import type { Context, NamedSubjects } from "../../context/context.ts";
import type { NamedSubject, Naming } from "../../context/named-subjects.ts";
import { decodeJwt } from "../../crypto/jwt.ts";
import { isActive, type AccessToken, type LoginSource } from "../../oauth/access-token.ts";
import type { AuthenticatedClient, Client } from "../../oauth/client.ts";
import { belongsTo, type GrantedToken, isGrantedTokenActive } from "../../oauth/grant.ts";
import { keyOf } from "../../oauth/grant-key.ts";
import type { OAuthError } from "../../oauth/oauth-error.ts";
import { err, ok, type Result } from "../../result.ts";
import type { PresentedToken, PresentedTokenRejection } from "./rules/presented-token.ts";
import { ACCESS_TOKEN_TYPE, ID_TOKEN_TYPE, type PresentedTokenType } from "./rules/token-types.ts";
import { clientIdOf, findToken, isLoginEnded } from "../../grants/find-token.ts";
import { readIdToken } from "../../grants/read-id-token.ts";
import { subjectIdentifierFor } from "../../grants/subject-identifier.ts";

type Opened = Result<PresentedToken, PresentedTokenRejection>;

/** RFC 8693 §2.1: verifies a subject token or an actor token of the type that was named. */
export async function openPresentedToken(
  token: string,
  type: PresentedTokenType,
  client: AuthenticatedClient,
  context: Context,
): Promise<Opened> {
  if (type === ACCESS_TOKEN_TYPE) return openAccessToken(token, context);
  const iss = decodeJwt(token)?.claims["iss"];
  if (iss !== context.config["urls.self.issuer"]) return openForeign(token, client, context);
  return type === ID_TOKEN_TYPE ? openIdToken(token, context) : openAccessToken(token, context);
}

/**
 * OpenID Connect Core §8.1: the `sub` by which a client may know the subject of a token that it presents. Only access tokens may
 * hide the subject from a client that holds them. A client that names a subject knows it; its APIs know users by the other one.
 */
export async function clientSubjectOf(
  { kind, subject, sources = [] }: PresentedToken,
  client: AuthenticatedClient,
  context: Context,
): Promise<Result<string, OAuthError>> {
  const { store } = context;
  const [source] = sources;
  const mayBeHidden = kind === "access_token" || kind === "named";
  if (client.subject_type !== "pairwise" || !mayBeHidden || source === undefined)
    return ok(subject);
  if ("signature" in source) {
    const first = await store.access_tokens.find(source.signature);
    // A client that acts for itself, or one that presented the assertion of a trusted issuer.
    if (first?.client_id === subject || first?.client_id === client.client_id) return ok(subject);
  } else if ("grant_id" in source) {
    const grant = await store.grants.find(source);
    const isOfSubject = grant?.subject === subject; // And not that of an actor.
    // The login app may have chosen it.
    if (isOfSubject && belongsTo(grant, client)) return ok(grant.session.id_token_subject);
  }
  return subjectIdentifierFor(client, subject, undefined, context);
}

/** A subject without a token, for whom the user of the actor token acts. */
export async function openNamedSubject(
  { names, ...naming }: Naming & { readonly names: NamedSubjects },
  client: AuthenticatedClient,
  context: Context,
): Promise<Result<OpenedName, OAuthError>> {
  const accepted = await names.accept(naming, client, context);
  if (!accepted.ok) return accepted;
  const { expires_at, source, recordOf } = accepted.value;
  const subject: PresentedToken = {
    kind: "named",
    issuer: context.config["urls.self.issuer"],
    subject: naming.subject,
    client_id: client.client_id,
    scope: client.scope,
    audience: [],
    expires_at,
    sources: [source],
  };
  return ok({ subject, recordOf });
}

interface OpenedName extends Pick<NamedSubject, "recordOf"> {
  readonly subject: PresentedToken;
}

async function openAccessToken(presented: string, context: Context): Promise<Opened> {
  const token = await findToken(presented, context);
  if (token === undefined) return err({ reason: "token_not_ours" });
  const client = await context.store.clients.find(clientIdOf(token));
  const now = context.now();
  return "grant" in token
    ? describeGranted(token, client, context)
    : client !== undefined && isActive(token, client, now)
      ? ok(describeRow(token, context))
      : err({ reason: "token_not_active" });
}

function describeGranted(
  token: GrantedToken,
  client: Client | undefined,
  { config, now }: Context,
): Opened {
  if (token.token_use !== "access_token") return err({ reason: "token_not_ours" });
  if (client === undefined || !isGrantedTokenActive(token, client, now()))
    return err({ reason: "token_not_active" });
  const { client_id, subject, scope, audience, session } = token.grant;
  return ok({
    kind: "access_token",
    issuer: config["urls.self.issuer"],
    subject,
    client_id,
    scope,
    audience,
    expires_at: token.token.expires_at,
    act: session.details?.act,
    may_act: session.details?.may_act,
    sources: [{ ...keyOf(token.grant), client_epoch: client.access_token_epoch }],
  });
}

function describeRow(token: AccessToken, { config }: Context): PresentedToken {
  const { signature, client_id, subject, scope, audience, expires_at, details } = token;
  return {
    kind: "access_token",
    issuer: config["urls.self.issuer"],
    subject,
    client_id,
    scope,
    audience,
    expires_at,
    act: details?.act,
    may_act: details?.may_act,
    sources: [...(token.sources ?? []), { signature }],
  };
}

/** OpenID Connect Core §2: an ID token of ours, for the client that it was issued to. */
async function openIdToken(token: string, context: Context): Promise<Opened> {
  const claims = await readIdToken(token, context);
  if (claims === undefined) return err({ reason: "token_not_ours" });
  const { sub, aud, exp } = claims;
  const [client_id, ...more]: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  if (typeof sub !== "string" || typeof client_id !== "string" || more.length > 0)
    return err({ reason: "token_not_ours" });
  if (typeof exp !== "number" || exp <= context.now()) return err({ reason: "token_not_active" });
  const client = await context.store.clients.find(client_id);
  if (client === undefined || client.enabled === false) return err({ reason: "token_not_active" });
  if (await context.store.tools.endings.isSuspended("subject", [sub]))
    return err({ reason: "token_not_active" });
  const login = readLogin(claims, client_id);
  if (login !== undefined && (await isLoginEnded(login, context)))
    return err({ reason: "token_not_active" });
  return ok({
    kind: "id_token",
    issuer: context.config["urls.self.issuer"],
    subject: sub,
    client_id,
    scope: [],
    audience: [],
    expires_at: exp,
    ...(login && { sources: [login] }),
    claims,
  });
}

/** The login session of an ID token, with which tokens that it is exchanged for are ended. */
function readLogin({ sid, iat }: JsonObject, client_id: string): LoginSource | undefined {
  if (typeof sid !== "string" || typeof iat !== "number") return undefined;
  return { sid, client_id, issued_at: iat };
}

/** A JWT of another issuer. It may be presented again until it expires: it stays the subject's token. */
async function openForeign(
  token: string,
  { client_id }: AuthenticatedClient,
  context: Context,
): Promise<Opened> {
  for (const foreign_tokens of context.foreign_tokens) {
    const accepted = await foreign_tokens.accept(token, client_id, context);
    if (accepted === undefined) continue;
    if (!accepted.ok) return accepted;
    if (accepted.value.expires_at <= context.now()) return err({ reason: "token_not_active" });
    return ok({ ...accepted.value, kind: "foreign", client_id: undefined, audience: [] });
  }
  return err({ reason: "token_not_ours" });
}
