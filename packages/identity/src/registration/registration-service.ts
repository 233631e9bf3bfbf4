import { type AccountClaims, identityPages, type JsonObject, readUsername } from "@latchkey/api";
import { hashSlowly, publicUrl, randomBytes, randomId } from "@latchkey/server/feature/endpoints";
import { joinUrl } from "@latchkey/server/feature/rules";
import type {
  LinkKind,
  NewUser,
  OpenRegistration,
  RegistrationOrigin,
  RegistrationProblem,
  RegistrationService,
} from "@latchkey/sign-in";
import type { IdentityContext } from "../context.ts";
import { createMailLimit } from "../mail/mail-limit.ts";
import { methodsOf, type PasskeyVerifier } from "../passkeys.ts";
import { judgePassword } from "../rules/password.ts";
import type { Account, PasskeyFactor } from "../store/port.ts";
import { linkOf } from "./link-urls.ts";
import { readChosenUsername, readName } from "./rules/new-user.ts";
import { decideRegistration, takesStrangers } from "./rules/registration-policy.ts";
import type { Admission } from "./store/port.ts";

const RATE = "limits.rate.user_registrations";
const WAITING = "limits.strangers.user_registrations";
const ID_BYTES = 16;

/** Registration and invitations, for the pages. */
export function createRegistrationService(
  context: IdentityContext,
  passkeys: PasskeyVerifier,
): RegistrationService {
  const { config, identity, now, now_ms, server_metrics } = context;
  const { mails, links } = identity;
  const { accounts, registrations } = identity.store;
  const mode = config["identity.registration"];
  const policy = { mode, domains: config["identity.registration_domains"] };
  const asks_username = config["identity.registration_usernames"];
  const lifetime = config["ttl.registration"];
  const maxWaiting = config[WAITING] || undefined;
  const rate = identity.registration_rate;
  const waitForMail = createMailLimit(context);
  const signInUrl = joinUrl(
    publicUrl(config),
    `${identityPages.workspaceSignIn.path}?page=${identityPages.accountPage.signed_in_page}`,
  );

  const waitOf = (address = ""): number | undefined => {
    const seconds = rate(address, now_ms());
    if (seconds !== undefined) server_metrics.limit_hits.with({ limit: RATE }).add();
    return seconds;
  };
  const find = (kind: LinkKind, token: string): Promise<FoundLink | undefined> =>
    findLink(kind, token, context);

  return {
    is_open: takesStrangers(mode),
    asks_username,

    async begin({ email, locale, address: network, origin }) {
      const seconds = waitOf(network);
      if (seconds !== undefined) return { kind: "wait", seconds };
      const decision = decideRegistration(email, policy);
      if (decision.kind !== "allowed") return decision;
      const { address } = decision;
      const pause = await waitForMail(`registration ${address}`, { address: network });
      if (pause > 0) return { kind: "mails_paused", seconds: pause };
      const registration_id = randomBytes(ID_BYTES).toString("base64url");
      const pending = { registration_id, expires_at: now() + lifetime };
      if (!(await registrations.begin(pending, now(), maxWaiting))) {
        server_metrics.limit_hits.with({ limit: WAITING }).add();
        return { kind: "full" };
      }
      // The same steps for everyone, so that neither the result nor the work says who has an account: the link of one who has is
      // stored too, and sent to no user.
      const account = await accounts.findByName(address);
      const token = await links.create({
        purpose: "registration",
        subject: randomId(),
        address,
        payload: { registration_id, ...origin },
        lifetime,
      });
      const url = linkOf("registration", token, config);
      if (account === undefined) {
        const values = { url, valid_for: lifetime };
        await mails.send({ to: address, locale, template: "register", values, within: lifetime });
      } else {
        const values = { url: signInUrl };
        await mails.send({
          to: address,
          locale,
          template: "account_exists",
          values,
          within: lifetime,
        });
      }
      return { kind: "mailed" };
    },

    find: async (kind, token) => (await find(kind, token))?.open,

    async complete(kind, token, user) {
      const seconds = waitOf(user.address);
      if (seconds !== undefined) return { kind: "wait", seconds };
      const found = await find(kind, token);
      if (found === undefined) return { kind: "gone" };
      const { open } = found;
      if (kind === "registration" && decideRegistration(open.email, policy).kind !== "allowed")
        return { kind: "gone" };
      const named = readUser(user, open.email, asks_username);
      if ("kind" in named) return named;
      if ((await accounts.find(named.username)) !== undefined) return takenBy(asks_username);
      const credential = await readCredential(user, named, open, passkeys);
      if ("kind" in credential) return credential;
      const account = accountOf(found, named, credential.password_hash, now());
      const { admission } = found;
      const outcome = await registrations.complete(account, admission, credential.passkey, now());
      switch (outcome) {
        case "created":
          return {
            kind: "created",
            subject: open.subject,
            amr: credential.amr,
            origin: open.origin,
          };
        case "gone":
          return { kind: "gone" };
        case "taken":
          return takenBy(asks_username);
        case "email_taken":
          return { kind: "address_taken" };
        case "passkey_taken":
          return { kind: "passkey_refused" };
      }
    },
  };
}

/** A link that can still be used. */
interface FoundLink {
  readonly open: OpenRegistration;
  readonly admission: Admission;
  /** Whether who has the link reads the mails of the address. */
  readonly verified: boolean;
  readonly groups: readonly string[];
  readonly attributes: JsonObject;
}

async function findLink(
  kind: LinkKind,
  token: string,
  { config, identity, now }: IdentityContext,
): Promise<FoundLink | undefined> {
  if (config["identity.registration"] === "off") return undefined;
  const link = await identity.links.read(token, kind);
  if (link?.subject === undefined || link.address === undefined) return undefined;
  const { subject, address: email, payload } = link;
  const { registrations, invitations } = identity.store;
  if (kind === "registration") {
    const registration_id = String(payload["registration_id"]);
    if (!(await registrations.isPending(registration_id, now()))) return undefined;
    return {
      open: { subject, email, name: undefined, origin: originIn(payload) },
      admission: { registration_id },
      verified: true,
      groups: [],
      attributes: {},
    };
  }
  const invitation = await invitations.find(String(payload["invitation_id"]), now());
  if (invitation === undefined) return undefined;
  const { invitation_id, name, mailed, groups, attributes } = invitation;
  const open = { subject, email, name, origin: undefined };
  return { open, admission: { invitation_id }, verified: mailed, groups, attributes };
}

function originIn({ login_challenge, browser }: JsonObject): RegistrationOrigin | undefined {
  return typeof login_challenge === "string" && typeof browser === "string"
    ? { login_challenge, browser }
    : undefined;
}

interface NamedUser {
  readonly name: string;
  readonly username: string;
}

function readUser(
  user: NewUser,
  email: string,
  asks_username: boolean,
): NamedUser | RegistrationProblem {
  const name = readName(user.name);
  if (!name.ok) return { kind: name.error };
  const username = asks_username ? readChosenUsername(user.username) : readUsername(email);
  return username === undefined ? { kind: "username_malformed" } : { name: name.value, username };
}

interface Credential {
  readonly password_hash: string;
  readonly passkey: PasskeyFactor | undefined;
  /** RFC 8176. */
  readonly amr: readonly string[];
}

async function readCredential(
  { credential }: NewUser,
  { name, username }: NamedUser,
  { subject, email }: OpenRegistration,
  passkeys: PasskeyVerifier,
): Promise<Credential | RegistrationProblem> {
  if (credential.kind === "password") {
    const { password } = credential;
    const refusal = judgePassword(password, { username, profile: { name, email } });
    if (refusal !== undefined) return { kind: "password_refused", refusal };
    return { password_hash: await hashSlowly(password), passkey: undefined, amr: ["pwd"] };
  }
  const { name: passkey_name, response, challenge } = credential;
  const passkey = await passkeys.verifyNew(subject, passkey_name, response, challenge);
  if (passkey === undefined) return { kind: "passkey_refused" };
  // A password that no user knows.
  const password_hash = await hashSlowly(randomId());
  return { password_hash, passkey, amr: methodsOf(passkey.public_key) };
}

/** Apps that may know the profile and not the address do not learn it as the username. */
function accountOf(
  { open, verified, groups, attributes }: FoundLink,
  { name, username }: NamedUser,
  password_hash: string,
  now: number,
): Account {
  const { subject, email } = open;
  const profile: AccountClaims = {
    updated_at: now,
    name,
    email,
    ...(username === email && { preferred_username: name }),
  };
  return {
    username,
    subject,
    password_hash,
    state: "active",
    profile,
    verified_email: verified ? email : undefined,
    groups,
    attributes,
    created_at: now,
  };
}

/** The owner of the address learns that it has an account; a chosen username may be that of anyone. */
function takenBy(asks_username: boolean): RegistrationProblem {
  return { kind: asks_username ? "username_taken" : "address_taken" };
}
