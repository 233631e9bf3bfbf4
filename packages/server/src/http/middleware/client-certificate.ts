import type { AddressPredicate } from "../../limits/networks.ts";
import type { PresentedCertificate } from "../request.ts";
import type { IncomingRequest } from "../incoming-request.ts";

/** The header in which a proxy passes on the TLS client certificate of its caller. */
export interface CertificateHeader {
  readonly name: string;
  readonly format: "rfc9440" | "url_encoded_pem" | "base64_der";
  /** Whether the proxy verified the authority. */
  readonly is_chain_verified: boolean;
  /** The peers whose header is believed. Any caller can send it. */
  readonly isTrustedProxy: AddressPredicate;
}

/** Reads the certificate from the header of a trusted proxy. From any other peer the header is ignored. */
export function certificateFromHeader({
  name,
  format,
  is_chain_verified,
  isTrustedProxy,
}: CertificateHeader): (incoming: IncomingRequest) => PresentedCertificate | undefined {
  const field = name.toLowerCase();
  return ({ headers, address }) => {
    const value = headers[field];
    if (value === undefined || value === "" || !isTrustedProxy(address)) return undefined;
    const base64 = base64In(value, format);
    if (base64 === undefined || !BASE64.test(base64)) return "malformed";
    return { der: Buffer.from(base64, "base64"), is_chain_verified };
  };
}

const BASE64 = /^[A-Za-z\d+/]+={0,2}$/;
const BEGIN = "-----BEGIN CERTIFICATE-----";
const END = "-----END CERTIFICATE-----";

/** The base64 of the DER. Two headers, which are joined with a comma, are none in any format. */
function base64In(value: string, format: CertificateHeader["format"]): string | undefined {
  switch (format) {
    case "base64_der":
      return value;
    case "rfc9440": // §2.1: a byte sequence of RFC 9651 §3.3.5
      return value.length > 2 && value.startsWith(":") && value.endsWith(":")
        ? value.slice(1, -1)
        : undefined;
    case "url_encoded_pem": {
      const pem = decodeUrl(value)?.trim();
      return pem?.startsWith(BEGIN) === true && pem.endsWith(END)
        ? pem.slice(BEGIN.length, -END.length).replaceAll(/\s/g, "")
        : undefined;
    }
  }
}

function decodeUrl(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
