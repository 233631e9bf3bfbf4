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

/** Step 2 is done: it only verifies. */
function checkOld(
  { fingerprint, known_by, needed_until = "" }: Secret,
  signed_at: string,
  { servers, now_ms }: { readonly servers: number; readonly now_ms: number },
): Finding {
  const says = `The old secret ${fingerprint} signed last at ${signed_at}`;
  if (needed_until !== "" && Date.parse(needed_until) <= now_ms)
    return good(`${says}, and can be removed: nothing that it signed is valid.`);
  const until =
    needed_until === ""
      ? "tokens without an end may need it"
      : `tokens may need it until ${needed_until}`;
  return known_by === servers
    ? good(`${says}; ${until}.`)
    : warning(
        `${says}; ${until}, and only ${known_by} of ${servers} servers have it.`,
        "Add it behind the new one on the others, unless it was removed on purpose.",
      );
}

function count(some: number, servers: number): string {
  return `${some} of ${servers} ${some === 1 ? "servers signs" : "servers sign"}`;
}
