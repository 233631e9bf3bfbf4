import type { TlsEvidence } from "./certificate.ts";
import { type Finding, findingsFor, isLoopbackUrl } from "./finding.ts";

const { good, warning, bad, skipped } = findingsFor("tls");

const DAY_MS = 86_400_000;
const WARNING_DAYS = 14;

/** Checks the certificate: trust and validity period. */
export function checkTls(url: string, evidence: TlsEvidence, now_ms: number): Finding {
  if (evidence.kind === "no_tls")
    return isLoopbackUrl(url)
      ? good("No TLS, which is fine on a loopback address.")
      : bad(
          `${url} does not use TLS.`,
          "Terminate TLS in a proxy, or configure a certificate: serve.tls.cert.path and serve.tls.key.path.",
        );
  if (evidence.kind === "failed")
    return bad(
      `The TLS handshake failed: ${evidence.why}.`,
      "Check what terminates TLS for this host.",
    );

  const { distrusted, valid_from_ms, valid_to_ms, protocol } = evidence;
  const days = Math.floor((valid_to_ms - now_ms) / DAY_MS);
  if (valid_to_ms <= now_ms)
    return bad(
      `The certificate expired ${-days} days ago.`,
      "Renew it and restart the server that uses it.",
    );
  if (valid_from_ms > now_ms)
    return bad(
      "The certificate is not valid yet.",
      "Check the clock of this machine and the certificate.",
    );
  if (distrusted !== undefined)
    return isLoopbackUrl(url)
      ? skipped(
          `The certificate is not trusted (${distrusted}), on a loopback address.`,
          "No action is needed in development.",
        )
      : bad(
          `The certificate is not trusted: ${distrusted}.`,
          "Use a certificate of a public authority for this host, with its intermediate certificates.",
        );
  if (days < WARNING_DAYS)
    return warning(
      `The certificate expires in ${days} days.`,
      "Renew it, and check why it was not renewed automatically.",
    );
  return good(`The certificate is valid for ${days} more days (${protocol}).`);
}
