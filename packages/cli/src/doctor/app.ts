import { type Finding, finder, isLoopback } from "./finding.ts";

/** What came of visiting a page that the server sends people to. */
export interface AppEvidence {
  readonly url: string;
  /** Undefined when nobody answered. */
  readonly status: number | undefined;
  readonly why?: string;
}

/** Whether people get anywhere when the server sends them to the login or consent app. */
export function judgeApp(
  kind: "login" | "consent",
  issuer: string,
  evidence: AppEvidence,
): Finding {
  const { good, bad } = finder(kind);
  const { origin, pathname } = new URL(evidence.url);
  const place = origin + pathname;
  const setting = `urls.${kind}`;
  if (evidence.status === undefined)
    return bad(
      `Nobody answers at ${place}: ${evidence.why ?? "no reason was given"}.`,
      `Start the ${kind} app, or correct ${setting}.`,
    );
  if (evidence.status >= 400)
    return bad(
      `${place} answers ${evidence.status}.`,
      `Look into the log of the ${kind} app; if the path is wrong, correct ${setting}.`,
    );
  if (issuer.startsWith("https:") && !evidence.url.startsWith("https:"))
    return bad(
      `${place} is in the clear, although the issuer is https.`,
      `Serve the ${kind} app with TLS, and set ${setting} to its https URL.`,
    );
  if (isLoopback(evidence.url) && !isLoopback(issuer))
    return bad(
      `${place} is this machine: nobody else can open it.`,
      `Set ${setting} to a URL that browsers can reach.`,
    );
  return good(`${place} answers ${evidence.status}.`);
}
