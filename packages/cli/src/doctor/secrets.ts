import type { SystemSecrets, TakeoverStatus } from "@latchkey/api";

import { type Finding, findingsFor } from "./finding.ts";

const { good, warning, bad } = findingsFor("secrets");

/** Says where a rotation of `secrets.system` is, and whether the next step is safe. No findings where that is not known. */
export function checkSecrets(
  found: SystemSecrets | undefined,
  now_ms: number,
  taken?: TakeoverStatus,
): readonly Finding[] {
  if (found === undefined || found.servers === 0) return [];
  const { servers, secrets } = found;
  const isEverywhere = ({ known_by }: Secret): boolean => known_by === servers;
  const unknown = secrets.find((secret) => secret.signs_on > 0 && !isEverywhere(secret));
  if (unknown !== undefined)
    return [
      bad(
        `${count(unknown.signs_on, servers)} with the secret ${unknown.fingerprint}, which only ${unknown.known_by} of them have: sign-ins that reach the others fail.`,
        "Put it behind the old secret on every server and restart all of them; only then put it first. If it was removed too early, add it again.",
      ),
    ];
  const waiting = secrets.filter(({ signs_on }) => signs_on === 0);
  const findings = waiting.map((secret) =>
    secret.signed_at === undefined
      ? taken === undefined || taken.state === "none"
        ? checkNew(secret, servers)
        : checkTaken(secret, servers, taken)
      : checkOld(secret, secret.signed_at, { servers, now_ms }),
  );
  const signing = secrets.filter(({ signs_on }) => signs_on > 0);
  if (signing.length > 1)
    return [
      warning(
        "Servers sign with different secrets, which all of them have: a rotation of secrets.system is under way.",
        "Put the new secret first on the others too, and restart them.",
      ),
      ...findings,
    ];
  if (findings.length > 0) return findings;
  return [good("All servers have the same secrets.system.")];
}

type Secret = SystemSecrets["secrets"][number];

/** Step 1: it is behind the others, and has signed nothing yet. */
function checkNew({ fingerprint, known_by }: Secret, servers: number): Finding {
  return known_by === servers
    ? good(
        `All servers have the new secret ${fingerprint} behind the old one: put it first, and restart them one by one.`,
      )
    : warning(
        `${known_by} of ${servers} servers have the new secret ${fingerprint}.`,
        "Add it behind the old one on the others and restart them, before you put it first.",
      );
}

/** It never signed here, while something of another server is valid: it may be that server's. */
function checkTaken(
  { fingerprint, known_by }: Secret,
  servers: number,
  { needed_until }: TakeoverStatus,
): Finding {
  const until = needed_until === undefined ? "may need it" : `may need it until ${needed_until}`;
  const says = `The secret ${fingerprint} has signed nothing here; what the other server issued ${until}.`;
  return known_by === servers
    ? good(says)
    : warning(
        `${says} Only ${known_by} of ${servers} servers have it.`,
        "Add it behind the others on every server and restart them.",
      );
}

/** Step 2 is done: it only verifies, and opens what is not sealed again yet. */
function checkOld(
  secret: Secret,
  signed_at: string,
  { servers, now_ms }: { readonly servers: number; readonly now_ms: number },
): Finding {
  const { fingerprint, known_by, needed_until = "", values } = secret;
  const says = `The old secret ${nameOf(secret)} signed last at ${signed_at}`;
  const isOver = needed_until !== "" && Date.parse(needed_until) <= now_ms;
  if (isOver && values === 0)
    return good(
      `${says}, and is no longer needed: no stored value is sealed with it, and nothing that it signed is valid. Remove ${fingerprint} from secrets.system and restart the servers. Keep it for backups that were made with it.`,
    );
  const tokens = isOver
    ? "nothing that it signed is valid"
    : needed_until === ""
      ? "tokens without an end may need it"
      : `tokens may need it until ${needed_until}`;
  const needs = `${says}; ${sealedWith(values)}, and ${tokens}`;
  return known_by === servers
    ? good(`${needs}.`)
    : warning(
        `${needs}; only ${known_by} of ${servers} servers have it.`,
        "Add it behind the new one on the others, unless it was removed on purpose.",
      );
}

function sealedWith(values: number | undefined): string {
  if (values === undefined) return "the stored values that it sealed are not counted yet";
  if (values === 0) return "no stored value is sealed with it";
  return `${values === 1 ? "1 stored value is" : `${values} stored values are`} still sealed with it, which servers change in the background`;
}

function nameOf({ fingerprint, position }: Secret): string {
  return position === undefined ? fingerprint : `${fingerprint} (number ${position} of the list)`;
}

function count(some: number, servers: number): string {
  return `${some} of ${servers} ${some === 1 ? "servers signs" : "servers sign"}`;
}
