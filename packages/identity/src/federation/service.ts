import { createHash } from "node:crypto";
import type { ProviderRefusal } from "@latchkey/api";
import { hashSlowly, randomBytes, randomId } from "@latchkey/server/feature/endpoints";
import { err, ok, type Result } from "@latchkey/server/feature/rules";
import type {
  ArrivalStep,
  CompleteOutcome,
  FederationPurpose,
  FederationService,
  FinishOutcome,
  ProviderFailure,
  ProviderButton,
} from "@latchkey/sign-in";
import type { IdentityContext } from "../context.ts";
import { verifiedEmailOf } from "../rules/verified-email.ts";
import type { ProviderResponse } from "./client/provider-client.ts";
import { ProviderError } from "./client/provider-error.ts";
import { createProviderThrottle } from "./provider-throttle.ts";
import { redirectUriOf, signedOutUriOf } from "./redirect-uris.ts";
import { decideArrival, usernameFor } from "./rules/arrival.ts";
import { isFreshSignIn } from "./rules/fresh-sign-in.ts";
import { mergeGroups, type ProviderIdentity, readIdentity } from "./rules/identity-claims.ts";
import type { ProviderRecord } from "./rules/identity-provider.ts";
import { isPassing, refusalOfError } from "./rules/provider-refusal.ts";
import type { Arrival, LinkedIdentity } from "./store/port.ts";

/** Seconds in which a user returns from a provider, where they may first have to register. */
const ATTEMPT_FOR = 30 * 60;

/** Seconds in which the sign-in here is completed after that: with a second factor, or with the password of an account to link. */
const ARRIVAL_FOR = 15 * 60;

const STATE_BYTES = 32;

/** How often a username is tried with another suffix. */
const MAX_USERNAMES = 3;

/** Lets users sign in with other servers. */
export function createFederationService(context: IdentityContext): FederationService {
  const { identity, now, log } = context;
  const { accounts, store, vault, provider_client: client } = identity;
  const { identity_providers, linked_identities, federation_attempts, federated_sessions } = store;
  const throttle = createProviderThrottle(context);

  const findEnabled = async (id: string): Promise<ProviderRecord | undefined> => {
    const provider = await identity_providers.find(id);
    return provider?.enabled === true ? provider : undefined;
  };

  /** The outcome of a request to a provider, or the reason where that failed, which is logged. */
  const attempt = async <T>(
    id: string,
    request_id: string | undefined,
    work: () => Promise<T>,
  ): Promise<Result<T, ProviderError>> => {
    try {
      return ok(await work());
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      const { reason, detail } = error;
      log.warn("an identity provider cannot be used", { provider: id, reason, detail, request_id });
      return err(error);
    }
  };

  /** Decides what follows for an identity, and creates its account if that is to be. */
  const admit = async (user: ProviderIdentity, provider: ProviderRecord): Promise<ArrivalStep> => {
    const link = await linked_identities.find(provider.id, user.provider_subject);
    const verified_email = verifiedEmailOf(user.claims, undefined);
    const [profile, holder] = await Promise.all([
      link && accounts.profile(link.subject),
      verified_email === undefined ? undefined : accounts.findByName(verified_email),
    ]);
    const facts = {
      linked: link && { subject: link.subject, may_sign_in: profile !== undefined },
      is_email_taken: holder !== undefined,
    };
    const decision = decideArrival(user, provider, facts);
    if (decision.kind === "sign_in") return { ...decision, is_new: false };
    if (decision.kind === "refuse") return { ...decision, subject: link?.subject };
    if (decision.kind !== "create") return decision;
    const created = await createAccount(user, provider);
    // Another request was first: it has the same identity, or the same address.
    if (created === "linked") return admit(user, provider);
    return created === undefined
      ? { kind: "prove_account" }
      : { kind: "sign_in", subject: created.subject, is_new: true };
  };

  const createAccount = async (
    user: ProviderIdentity,
    provider: ProviderRecord,
  ): Promise<{ readonly subject: string } | "linked" | undefined> => {
    const subject = randomId();
    const password_hash = await hashSlowly(randomId());
    for (let count = 0; count < MAX_USERNAMES; count += 1) {
      const suffix = randomBytes(4).toString("hex");
      const account = {
        username: usernameFor(user, provider, suffix),
        subject,
        password_hash,
        state: "active" as const,
        profile: { updated_at: now(), ...user.claims },
        verified_email: verifiedEmailOf(user.claims, undefined),
        groups: [...user.groups],
        attributes: {},
        created_at: now(),
      };
      const outcome = await linked_identities.createAccount(
        account,
        linkOf(user, provider, subject),
      );
      if (outcome === "created") return { subject };
      if (outcome === "linked") return "linked";
      if (outcome === "email_taken") return undefined;
    }
    return undefined;
  };

  const linkOf = (
    { provider_subject, label }: ProviderIdentity,
    { id }: ProviderRecord,
    subject: string,
  ): LinkedIdentity => ({
    provider_id: id,
    provider_subject,
    subject,
    label,
    linked_at: now(),
    last_used_at: now(),
  });

  /** Links an identity with an account, or notes its use, and takes the groups over. */
  const takeOver = async (
    arrival: Arrival | undefined,
    subject: string,
  ): Promise<CompleteOutcome> => {
    const provider = arrival && (await findEnabled(arrival.provider_id));
    if (arrival === undefined || provider === undefined) return { kind: "gone" };
    const outcome = await linked_identities.link(linkOf(arrival.identity, provider, subject));
    if (outcome === "account_gone") return { kind: "gone" };
    if (outcome === "linked" || outcome === "used") {
      await takeGroups(arrival.identity, provider, subject);
      const { tokens, identity: user } = arrival;
      await vault.keep(subject, provider, { tokens, provider_subject: user.provider_subject });
    }
    return { kind: outcome, provider: provider.name };
  };

  const takeGroups = async (
    { groups }: ProviderIdentity,
    provider: ProviderRecord,
    subject: string,
  ): Promise<void> => {
    const account = await store.accounts.findSubject(subject);
    if (account === undefined || Object.keys(provider.groups).length === 0) return;
    const merged = mergeGroups(account.groups, groups, provider);
    if (merged.join("\n") === account.groups.join("\n")) return;
    await store.accounts.change(account.username, (present) => ({
      ...present,
      groups: mergeGroups(present.groups, groups, provider),
    }));
  };

  return {
    async list() {
      const providers = await identity_providers.all();
      return providers.filter(({ enabled }) => enabled).map(buttonOf);
    },

    async start(provider_id, purpose, { bindTo, request_id }) {
      const provider = await findEnabled(provider_id);
      if (provider === undefined) return { kind: "unknown" };
      const attempt_id = attemptIdOf(provider_id, purpose);
      const state = `${attempt_id}.${randomBytes(STATE_BYTES).toString("base64url")}`;
      const redirect_uri = redirectUriOf(provider_id, context);
      const started = await attempt(provider_id, request_id, () =>
        client.start(provider, { state, redirect_uri, max_age: maxAgeOf(purpose) }),
      );
      if (!started.ok) return { ...failure(started.error.reason), provider: buttonOf(provider) };
      const { url, nonce, code_verifier } = started.value;
      await federation_attempts.start({
        attempt_id,
        state,
        provider_id,
        binding: bindTo(state),
        nonce,
        code_verifier,
        purpose,
        expires_at: now() + ATTEMPT_FOR,
      });
      return { kind: "started", redirect_to: url };
    },

    async finish(provider_id, response, visit): Promise<FinishOutcome> {
      const provider = await findEnabled(provider_id);
      const button = provider && buttonOf(provider);
      const unknown = { kind: "unknown", provider: button } as const;
      const state = response.get("state") ?? "";
      const [attempt_id = ""] = state.split(".");
      if (!ATTEMPT_ID.test(attempt_id)) return unknown;
      const started = await federation_attempts.take(attempt_id, state, now());
      // RFC 9700 §4.4.2.2: the response of another provider than the one that the user was sent to.
      if (started?.provider_id !== provider_id || provider === undefined) return unknown;
      if (!visit.isBoundTo(state, started.binding)) return unknown;
      const { purpose } = started;
      const known = { provider: buttonOf(provider), purpose };
      if (response.has("error")) {
        const error = response.get("error");
        const reason = refusalOfError(error);
        if (reason !== "provider_cancelled")
          log.warn("an identity provider cannot be used", {
            provider: provider_id,
            reason,
            detail: writtenCode(error),
            request_id: visit.request_id,
          });
        return { ...failure(reason), ...known };
      }
      const url = new URL(redirectUriOf(provider_id, context));
      url.search = response.toString();
      const attempted = { provider_id, attempt_id, address: visit.address };
      const { seconds, limit } = await throttle.attempt(attempted);
      if (seconds > 0) return { kind: "wait", seconds, limit, ...known };
      const received = await attempt(provider_id, visit.request_id, () =>
        client.finish(provider, url, started),
      );
      if (!received.ok) {
        const { reason } = received.error;
        if (reason === "provider_unreachable") await throttle.withdraw(attempted);
        return { ...failure(reason), ...known };
      }
      await throttle.succeed(attempted);
      const { auth_time, id_token, tokens } = received.value;
      const asked = { max_age: maxAgeOf(purpose), asked_at: started.expires_at - ATTEMPT_FOR };
      if (!isFreshSignIn({ ...asked, auth_time }))
        return { ...failure("provider_sign_in_too_old"), ...known };
      const user = identityOf(received.value, provider);
      if (user === undefined) return { ...failure("provider_user_unnamed"), ...known };
      const arrival: Arrival = {
        arrival_id: randomBytes(STATE_BYTES).toString("base64url"),
        provider_id,
        identity: user,
        id_token: provider.sign_out ? id_token : undefined,
        tokens: provider.keep_tokens ? tokens : undefined,
        expires_at: now() + ARRIVAL_FOR,
      };
      await federation_attempts.arrive(arrival);
      return { kind: "arrived", ...known, arrival_id: arrival.arrival_id };
    },

    async resume(arrival_id) {
      const arrival = await federation_attempts.findArrival(arrival_id, now());
      const provider = arrival && (await findEnabled(arrival.provider_id));
      if (arrival === undefined || provider === undefined) return undefined;
      const { label, amr } = arrival.identity;
      const next = await admit(arrival.identity, provider);
      return { provider: buttonOf(provider), next, label, amr };
    },

    async complete(arrival_id, { subject, sid, lifetime }) {
      const arrival = await federation_attempts.takeArrival(arrival_id, now());
      const outcome = await takeOver(arrival, subject);
      const isLinked = outcome.kind === "linked" || outcome.kind === "used";
      if (!isLinked || arrival === undefined) return outcome;
      const { provider_id, id_token } = arrival;
      const expires_at = now() + lifetime;
      await federated_sessions.add({ sid, subject, provider_id, id_token, expires_at });
      return outcome;
    },

    async link(arrival_id, subject) {
      return takeOver(await federation_attempts.takeArrival(arrival_id, now()), subject);
    },

    async linksOf(subject) {
      const [links, providers] = await Promise.all([
        linked_identities.list(subject),
        identity_providers.all(),
      ]);
      return links.flatMap(({ provider_id, label, linked_at, last_used_at }) => {
        const provider = providers.find(({ id }) => id === provider_id);
        return provider === undefined
          ? []
          : [{ ...buttonOf(provider), label, linked_at, last_used_at }];
      });
    },

    async unlink(subject, provider_id) {
      const provider = await identity_providers.find(provider_id);
      const outcome = await linked_identities.unlink(subject, provider_id);
      if (outcome !== "unlinked") return { kind: outcome };
      return { kind: outcome, provider: provider?.name ?? provider_id };
    },

    async providerOf(subject, sid) {
      const session = await federated_sessions.find(sid, now());
      return session?.subject === subject ? session.provider_id : undefined;
    },

    async signOutUrl(subject, sid, state) {
      const session = await federated_sessions.find(sid, now());
      if (session?.subject !== subject) return undefined;
      const { provider_id, id_token } = session;
      const provider = await findEnabled(provider_id);
      if (provider?.sign_out !== true) return undefined;
      const post_logout_redirect_uri = signedOutUriOf(provider_id, context);
      const url = await attempt(provider_id, undefined, () =>
        client.signOutUrl(provider, { id_token, post_logout_redirect_uri, state }),
      );
      return url.ok ? url.value : undefined;
    },
  };
}

function identityOf(
  { claims, subject_claim }: ProviderResponse,
  provider: ProviderRecord,
): ProviderIdentity | undefined {
  return readIdentity(claims, subject_claim, provider);
}

/** What the page says of a refusal: by whether it may work a little later. */
function failure(reason: ProviderRefusal): ProviderFailure {
  if (reason === "provider_cancelled") return { kind: "cancelled", reason };
  if (AWAY.includes(reason)) return { kind: "unavailable", reason };
  return { kind: isPassing(reason) ? "failed" : "failed_for_good", reason };
}

const AWAY: readonly ProviderRefusal[] = [
  "provider_unreachable",
  "provider_failed",
  "provider_keys_unavailable",
];

/** The error code of a response, for the log: a stranger may have written it. */
function writtenCode(error: string | null): string {
  return error !== null && /^[\w.-]{1,60}$/.test(error) ? error : "an error code that is none";
}

function maxAgeOf(purpose: FederationPurpose): number | undefined {
  return purpose.kind === "login" ? purpose.max_age : undefined;
}

function buttonOf({ id, name, preset }: ProviderRecord): ProviderButton {
  return { provider_id: id, name, mark: preset };
}

/**
 * One attempt for each login, or for each session and provider: a new one takes the place of the last, so that pressing the button
 * again and again stores one row.
 */
function attemptIdOf(provider_id: string, purpose: FederationPurpose): string {
  const of =
    purpose.kind === "login"
      ? ["login", purpose.challenge]
      : ["link", purpose.subject, purpose.session_id, provider_id];
  return createHash("sha256").update(JSON.stringify(of)).digest("base64url");
}

const ATTEMPT_ID = /^[\w-]{43}$/;
