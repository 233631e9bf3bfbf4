/** Where an SMTP server is, and how a connection to it begins. */
export interface SmtpPlace {
  readonly host: string;
  readonly port: number;
  /** Whether TLS begins at once (RFC 8314 §3.3). */
  readonly secure: boolean;
  /** Whether a connection without TLS has to change to it before anything is sent (RFC 3207). */
  readonly requireTLS: boolean;
  readonly auth?: { readonly user: string; readonly pass: string };
}

/** Of a URL that was checked as a setting. The ports are those of submission: RFC 8314 §3.3, RFC 6409 §3.1. */
export function smtpPlaceOf(url: string, starttls: "required" | "optional"): SmtpPlace {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === "smtps:";
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  return {
    host,
    port: port === "" ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: !secure && starttls === "required" && !isThisMachine(host),
    ...(username !== "" && { auth: { user: decode(username), pass: decode(password) } }),
  };
}

function isThisMachine(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** A percent sign that encodes nothing stands for itself. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
