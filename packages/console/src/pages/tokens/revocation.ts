import type { ActiveToken } from "@latchkey/api";
import { basic, type Client } from "@latchkey/client";

/** What is revoked: this token, the consent it came from, or all access tokens of its client. */
export type RevocationTarget = "token" | "consent" | "client";

interface RevocationOption {
  readonly value: RevocationTarget;
  readonly label: string;
  readonly hint: string;
}

/** The targets that are possible for a token and the authentication method of its client. */
export function revocationOptions(
  { client_id, sub }: Pick<ActiveToken, "client_id" | "sub">,
  method: string,
): RevocationOption[] {
  const consent: RevocationOption = {
    value: "consent",
    label: "All access this user gave to this client",
    hint: `${client_id} loses every token for ${sub} and has to ask for consent again.`,
  };
  const client: RevocationOption = {
    value: "client",
    label: "All access tokens of this client",
    hint: `${client_id} has to get new ones, for all users. Refresh tokens stay valid.`,
  };
  const token: RevocationOption = {
    value: "token",
    label: "This token and those issued with it",
    hint: "As the client itself would: needs its secret, if it has one.",
  };
  const isForUser = sub !== client_id;
  // The request would have to be signed with the private key of the client.
  const canAuthenticate = method !== "private_key_jwt";
  return [...(isForUser ? [consent] : []), client, ...(canAuthenticate ? [token] : [])];
}

interface Revocation {
  readonly token: string;
  readonly active: Pick<ActiveToken, "client_id" | "sub">;
  /** The authentication method of the client. */
  readonly method: string;
  readonly client_secret: string;
}

/** Revokes the target. */
export function revoke(
  latchkey: Client,
  target: RevocationTarget,
  { token, active, method, client_secret }: Revocation,
): Promise<unknown> {
  const { client_id, sub } = active;
  switch (target) {
    case "consent":
      return latchkey.revokeConsentSessions({ subject: sub, client: client_id });
    case "client":
      return latchkey.deleteOAuth2Token({ client_id });
    case "token":
      if (method === "client_secret_basic") {
        const authorization = basic(client_id, client_secret);
        return latchkey.revokeOAuth2Token({ token }, { authorization });
      }
      return latchkey.revokeOAuth2Token({
        token,
        client_id,
        ...(method === "client_secret_post" && { client_secret }),
      });
  }
}
