import type { TlsEvidence } from "./certificate.ts";
import { type Finding, finder, isLoopback } from "./finding.ts";

const { good, warning, bad, skipped } = finder("tls");

const DAY_MS = 86_400_000;
const SOON_DAYS = 14;

/** Whether browsers and clients will shake hands, and for how long yet. */
export function judgeTls(url: string, evidence: TlsEvidence, now_ms: number): Finding {
  if (evidence.kind === "clear")
    return isLoopback(url)
      ? good("There is no TLS, and none is needed on this machine.")
      : bad(
          `${url} is in the clear.`,
          "End TLS in a proxy, or give the server a certificate: serve.tls.cert.path and serve.tls.key.path.",
        );
  if (evidence.kind === "failed")
    return bad(
      `No TLS connection comes about: ${evidence.why}.`,
      "Look at what ends TLS for this host.",
    );

  const { distrusted, valid_from_ms, valid_to_ms, protocol } = evidence;
  const days = Math.floor((valid_to_ms - now_ms) / DAY_MS);
  if (valid_to_ms <= now_ms)
    return bad(
      `The certificate expired ${-days} days ago.`,
      "Renew it, and restart what serves it.",
    );
  if (valid_from_ms > now_ms)
    return bad(
      "The certificate is not valid yet.",
      "Check the clock here and the certificate there.",
    );
  if (distrusted !== undefined)
    return isLoopback(url)
      ? skipped(
          `Nobody vouches for the certificate (${distrusted}), on this machine.`,
          "Nothing, in development.",
        )
      : bad(
          `Nobody vouches for the certificate: ${distrusted}.`,
          "Use one of a public authority, for this host, with its intermediate certificates.",
        );
  if (days < SOON_DAYS)
    return warning(
      `The certificate expires in ${days} days.`,
      "Renew it, and see why that did not happen by itself.",
    );
  return good(`The certificate is good for ${days} more days (${protocol}).`);
}
