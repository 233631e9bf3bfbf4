import { isIPv4 } from "node:net";

/** The result of one check, and how to fix it. */
export interface Finding {
  /** The name of the check, such as `tls`. */
  readonly check: string;
  readonly outcome: "good" | "warning" | "bad" | "skipped";
  readonly says: string;
  readonly fix?: string;
}

/** Constructors of findings for one check. */
export function findingsFor(check: string) {
  return {
    good: (says: string): Finding => ({ check, outcome: "good", says }),
    warning: (says: string, fix: string): Finding => ({ check, outcome: "warning", says, fix }),
    bad: (says: string, fix: string): Finding => ({ check, outcome: "bad", says, fix }),
    skipped: (says: string, fix: string): Finding => ({ check, outcome: "skipped", says, fix }),
  };
}

/** Whether only this machine can reach a URL, as the server decides it. To import that would load the server. */
export function isLoopbackUrl(url: string): boolean {
  const { hostname } = new URL(url);
  if (isIPv4(hostname)) return hostname.startsWith("127.");
  return hostname === "[::1]" || hostname === "localhost" || hostname.endsWith(".localhost");
}
