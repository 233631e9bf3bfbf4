import { editableClaims } from "@latchkey/api";
import {
  boolean,
  duration,
  integer,
  lifespan,
  list,
  map,
  oneOf,
  setting,
  text,
  reloadable,
} from "@latchkey/server/feature";
import { brandingSettings } from "./branding/settings.ts";
import { failedSignInSettings } from "./failed-sign-ins/settings.ts";
import { mailSettings } from "./mail/settings.ts";
import { registrationSettings } from "./registration/settings.ts";
import { vaultSettings } from "./vault/settings.ts";

const strengths = ["password", "second_factor", "passkey"] as const;

export const identitySettings = {
  ...brandingSettings,
  ...failedSignInSettings,
  ...mailSettings,
  ...registrationSettings,
  ...vaultSettings,
  "ttl.browser_session": setting(
    lifespan,
    "24h",
    "How long a sign-in on the built-in pages lasts without “keep me signed in”, if the browser is not closed before.",
    reloadable,
  ),
  "identity.acr.second_factor": setting(
    text,
    "mfa",
    "The authentication level (acr) of a sign-in on the built-in pages with a second factor. Clients request it with acr_values, or always with default_acr_values and acr_values_required.",
  ),
  "identity.acr.passkey": setting(
    text,
    "phr",
    "The same for a sign-in with a passkey, which meets the level of a second factor too.",
  ),
  "identity.policy": setting(
    oneOf(strengths),
    "password",
    "What every sign-in on the built-in pages needs at least: password, second_factor or passkey. A passkey is a second factor, too. Users without it set it up when they sign in, and sessions with less end when they are used.",
  ),
  "identity.group_policies": setting(
    map(oneOf(strengths)),
    "{}",
    "The same for users in a group, by the name of the group, such as {staff: second_factor, admins: passkey}. The strictest policy counts.",
  ),
  "identity.editable_claims": setting(
    list(oneOf(editableClaims)),
    ["name"],
    "The claims that users change themselves on the account page. Clients that were given a scope of them see the new values.",
  ),
  "identity.self_deletion": setting(
    boolean,
    false,
    "Whether users can delete their accounts on the account page, shortly after they signed in and with their username typed.",
  ),
  "identity.history_for": setting(
    lifespan,
    "2160h",
    "How long it is remembered what happened to an account: sign-ins, failed sign-ins and changes, which its user sees on the account page.",
    reloadable,
  ),
  "identity.email_codes.enabled": setting(
    boolean,
    false,
    "Whether users can sign in on the built-in pages with a code that is sent to their verified email address, in place of their password. A second factor is asked for all the same.",
  ),
  "limits.sign_in.failures_per_username": setting(
    integer(1, 1_000),
    5,
    "Failed sign-ins to one account from one address after which each further attempt from there has to wait.",
    reloadable,
  ),
  "limits.sign_in.failures_per_username_overall": setting(
    integer(1, 1_000_000),
    100,
    "The same for failed sign-ins to one account from all addresses, of which each counts at most failures_per_username times. Beyond that, attempts from everywhere have to wait.",
    reloadable,
  ),
  "limits.sign_in.failures_per_address": setting(
    integer(1, 1_000_000),
    20,
    "The same for failed sign-ins from one address, whatever the account.",
    reloadable,
  ),
  "limits.sign_in.failures_per_device": setting(
    integer(1, 1_000),
    5,
    "The same for failed sign-ins to one account on a device on which it signed in before. They are counted apart from all others, so that strangers cannot keep the user waiting there.",
    reloadable,
  ),
  "limits.sign_in.longest_wait": setting(
    duration,
    "1m",
    "The longest wait before a sign-in; the wait doubles with every failure.",
    reloadable,
  ),
  "limits.sign_in.forgiven_after": setting(
    duration,
    "15m",
    "How long after the last failure the count of failed sign-ins is reset.",
    reloadable,
  ),
};
