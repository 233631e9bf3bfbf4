import {
  boolean,
  type Config,
  type ConfigOf,
  integer,
  lifespan,
  list,
  oneOf,
  type Problem,
  setting,
  text,
  reloadable,
} from "@latchkey/server/feature";
import { type mailSettings, offersMail } from "../mail/settings.ts";
import { isMailAddress } from "../mail/rules/address.ts";
import { registrationModes, takesStrangers } from "./rules/registration-policy.ts";

const MODE = "identity.registration";
const DOMAINS = "identity.registration_domains";

export const registrationSettings = {
  [MODE]: setting(
    oneOf(registrationModes),
    "off",
    "Which users may register: none (off), those whom an administrator invites (invite), also those with an email address of identity.registration_domains (domain), or all (open). Users who were not invited verify their address by mail.",
  ),
  [DOMAINS]: setting(
    list(text),
    [],
    "The domains of the mode domain, such as example.com. Each subdomain is a domain of its own.",
  ),
  "identity.registration_usernames": setting(
    boolean,
    false,
    "Whether users who register choose a username. Otherwise their email address is their username.",
  ),
  "ttl.registration": setting(
    lifespan,
    "24h",
    "How long the link is valid that a user is mailed to register.",
    reloadable,
  ),
  "ttl.invitation": setting(
    lifespan,
    "168h",
    "How long an invitation is valid, unless it says otherwise.",
    reloadable,
  ),
  "limits.rate.user_registrations": setting(
    integer(0, 1_000_000),
    20,
    "How often users at one address may request a link to register, or submit the form behind it, in a minute, counted by all processes of a server together; 0 for no limit.",
    reloadable,
  ),
  "limits.strangers.user_registrations": setting(
    integer(0, 10_000_000),
    10_000,
    "How many registrations may wait for their user to follow the link, on all servers of a database together. Further ones get a 503 until some are completed or expire; 0 for no limit.",
    reloadable,
  ),
};

type RegistrationConfig = Config & ConfigOf<typeof registrationSettings & typeof mailSettings>;

/** Users who register need a mail, and the mode `domain` needs domains. */
export function checkRegistration(config: RegistrationConfig): readonly Problem[] {
  const mode = config[MODE];
  if (!takesStrangers(mode)) return [];
  const problems: Problem[] = [];
  if (!offersMail(config)) {
    const message = `needs mails, so that users verify their address, if it is ${mode}: set mail.smtp.url, or choose invite or off`;
    problems.push({ key: MODE, message });
  }
  const domains = config[DOMAINS];
  if (mode === "domain" && domains.length === 0)
    problems.push({ key: DOMAINS, message: `must not be empty if ${MODE} is domain` });
  const wrong = domains.find((domain) => !isMailAddress(`user@${domain}`));
  if (wrong !== undefined)
    problems.push({ key: DOMAINS, message: "must be domains such as example.com" });
  return problems;
}
