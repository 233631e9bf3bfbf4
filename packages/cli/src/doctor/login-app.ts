import { type Finding, findingsFor, isLoopbackUrl } from "./finding.ts";

/** The response of a login or consent page. */
export interface AppEvidence {
  readonly url: string;
  /** Undefined if there was no response. */
  readonly status: number | undefined;
  readonly why?: string;
}

/** Checks that users can reach the login or consent app. */
export function checkApp(
  kind: "login" | "consent",
  issuer: string,
  evidence: AppEvidence,
): Finding {
  const { good, bad } = findingsFor(kind);
  const { origin, pathname } = new URL(evidence.url);
  const place = origin + pathname;
  const setting = `urls.${kind}`;
  if (evidence.status === undefined)
    return bad(
      `No response from ${place}: ${evidence.why ?? "unknown error"}.`,
      `Start the ${kind} app, or correct ${setting}.`,
    );
  if (evidence.status >= 400)
    return bad(
      `${place} returns ${evidence.status}.`,
      `Check the log of the ${kind} app. If the path is wrong, correct ${setting}.`,
    );
  if (issuer.startsWith("https:") && !evidence.url.startsWith("https:"))
    return bad(
      `${place} uses http although the issuer uses https.`,
      `Serve the ${kind} app with TLS, and set ${setting} to its https URL.`,
    );
  if (isLoopbackUrl(evidence.url) && !isLoopbackUrl(issuer))
    return bad(
      `${place} is a loopback address, which other machines cannot open.`,
      `Set ${setting} to a URL that browsers can reach.`,
    );
  return good(`${place} returns ${evidence.status}.`);
}
