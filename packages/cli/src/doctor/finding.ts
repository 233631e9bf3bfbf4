/** What was found out about one thing, and what to do about it. */
export interface Finding {
  /** What was looked at: `tls`, `cookies`. */
  readonly check: string;
  readonly outcome: "good" | "warning" | "bad" | "skipped";
  /** A sentence. */
  readonly says: string;
  /** What to do. */
  readonly fix?: string;
}

/** A finding of one check, made shorter. */
export function finder(check: string) {
  return {
    good: (says: string): Finding => ({ check, outcome: "good", says }),
    warning: (says: string, fix: string): Finding => ({ check, outcome: "warning", says, fix }),
    bad: (says: string, fix: string): Finding => ({ check, outcome: "bad", says, fix }),
    skipped: (says: string, fix: string): Finding => ({ check, outcome: "skipped", says, fix }),
  };
}

/** Whether a host is this machine. */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.");
}
