import { findRequestTexts, publicUrl } from "@latchkey/server/feature/endpoints";
import type { AccountServices, PasskeyService, SessionService } from "@latchkey/sign-in";
import type { IdentityContext } from "./context.ts";
import { createFederationService } from "./federation/service.ts";
import { createDeviceService } from "./familiar-devices.ts";
import { createMailService } from "./mail/mail-service.ts";
import { describeEvent } from "./history/endpoints.ts";
import { endSession, listSessions } from "./history/sessions.ts";
import { createSelfService } from "./self-service/self-service.ts";
import { createFactorService } from "./one-time-codes.ts";
import { demandOnSubject } from "./sign-in-policy.ts";
import { createPasskeyService, type PasskeyVerifier } from "./passkeys.ts";
import { createVaultService } from "./vault/vault-service.ts";

/** What the account page and sign-in with more than a password need. */
export function createAccountServices(context: IdentityContext): AccountServices {
  const { config, identity, now } = context;
  const { accounts, store, history } = identity;
  return {
    now,
    usernameOf: async (subject) => (await store.accounts.findSubject(subject))?.username,
    setPassword: (subject, password) => accounts.choosePassword(subject, password),
    hasPassword: (subject) => store.linked_identities.hasPassword(subject),
    history: {
      add: (subject, happened, origin) => history.add(subject, happened, origin),
      signInFailed: (failed) => identity.failed_sign_ins.note(failed),
      async list(subject, limit) {
        const { items } = await history.list(subject, { limit, offset: 0 });
        return items.map(describeEvent);
      },
    },
    self_service: createSelfService(context),
    sessions: createSessionService(context),
    factors: createFactorService(store.factors, now),
    passkeys: openPasskeys(context),
    mail: createMailService(context),
    federation: createFederationService(context),
    vault: createVaultService(context),
    acr_names: {
      second_factor: config["identity.acr.second_factor"],
      passkey: config["identity.acr.passkey"],
    },
    devices: createDeviceService(context),
    textsOf: async (access, client) =>
      (await findRequestTexts(access, client, context)).display_texts,
    demandOn: (subject) => demandOnSubject(subject, context),
  };
}

/** Those of the host at which browsers find the pages. */
export function openPasskeys({
  config,
  identity,
  now,
}: IdentityContext): PasskeyService & PasskeyVerifier {
  const url = publicUrl(config);
  return createPasskeyService(identity.store.factors, { url, name: new URL(url).hostname }, now);
}

function createSessionService(context: IdentityContext): SessionService {
  const { identity, now, store } = context;
  const { account_sessions } = identity.store;
  return {
    async find(subject, sid) {
      const [stored, noted] = await Promise.all([
        store.login_sessions.find(sid, now()),
        account_sessions.find(subject, sid, now()),
      ]);
      if (stored?.subject !== subject || noted === undefined) return undefined;
      return { amr: noted.amr, authenticated_at: stored.authenticated_at };
    },

    async replace(subject, sid) {
      const stored = await store.login_sessions.find(sid, now());
      if (stored?.subject === subject) await store.login_sessions.forget(sid);
      await account_sessions.remove(subject, sid);
    },

    add({ subject, sid, origin, amr, lifetime }) {
      const { device } = origin;
      const event = identity.history.eventOf(subject, { kind: "signed_in", amr }, origin);
      const times = { signed_in_at: now(), expires_at: now() + lifetime };
      return account_sessions.add({ subject, sid, device, amr, ...times }, event);
    },

    methodsOf: async (subject, sid) => (await account_sessions.find(subject, sid, now()))?.amr,
    list: (subject) => listSessions(subject, context),
    end: (subject, sid) => endSession(subject, sid, context),
  };
}
