import type { Client } from "pg";
import { TlsError } from "./tls.ts";

/** Whether the password exchange of a connection was bound to its TLS connection. */
export interface BindingCheck {
  /** Throws where it was not, or where the connection was ended because it would not have been. */
  assertBound(): void;
  /** Whether the connection was ended for that reason. */
  isRefused(): boolean;
}

/**
 * `channel_binding=require`: the password is only used in SCRAM-SHA-256-PLUS. The driver would use any method that the server
 * asks for, so this ends the connection before it does.
 */
export function requireChannelBinding(client: Client, end: () => void): BindingCheck {
  let isBound = false;
  let isRefused = false;
  const refuse = (): void => {
    isRefused = true;
    end();
  };
  const { connection } = client;
  // These listeners run before the driver's own, which it adds when it connects.
  connection.on("authenticationCleartextPassword", refuse);
  connection.on("authenticationMD5Password", refuse);
  connection.on("authenticationSASL", ({ mechanisms }: { mechanisms: readonly string[] }) => {
    isBound = mechanisms.includes("SCRAM-SHA-256-PLUS");
    if (!isBound) refuse();
  });
  return {
    isRefused: () => isRefused,
    assertBound() {
      if (isBound) return;
      throw new TlsError(
        "The database server offers no channel binding, which channel_binding=require in the dsn demands.",
      );
    },
  };
}
