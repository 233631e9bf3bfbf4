import type { ActiveToken } from "@latchkey/api";
import { basic, type Client } from "@latchkey/client";
import { useState } from "react";
import { useLoaded } from "../../load.ts";
import { Choice } from "../../parts/choice.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { Field } from "../../parts/field.tsx";
import { Problem } from "../../parts/notice.tsx";
import { useSession } from "../../session/session.ts";

type Way = "this" | "consent" | "client";

interface RevokeProps {
  readonly token: string;
  readonly active: ActiveToken;
  readonly onRevoked: () => void;
  readonly onClose: () => void;
}

/**
 * Ends a token. RFC 7009 lets only its client give back one token, so that takes the client's secret; an administrator can
 * end what it came from instead.
 */
export function RevokeToken({ token, active, onRevoked, onClose }: RevokeProps) {
  const { latchkey } = useSession();
  const { client_id, sub } = active;
  const { value: client, error } = useLoaded(client_id, () =>
    latchkey.getOAuth2Client({ id: client_id }),
  );
  const [way, setWay] = useState<Way>(sub === client_id ? "client" : "consent");
  const [secret, setSecret] = useState("");
  const method = client?.token_endpoint_auth_method ?? "";
  const ways = [
    {
      value: "consent" as const,
      label: "All that this person gave this client",
      hint: `${client_id} loses every token for ${sub}, and has to ask again.`,
    },
    {
      value: "client" as const,
      label: "Every access token of this client",
      hint: `${client_id} has to get new ones, for everybody. Refresh tokens stay good.`,
    },
    {
      value: "this" as const,
      label: "This token and what was issued with it",
      hint: "As the client itself would: takes its secret, if it has one.",
    },
  ].filter(({ value }) => {
    if (value === "consent") return sub !== client_id;
    return value !== "this" || method !== "private_key_jwt";
  });
  return (
    <Confirm
      title="What should stop working?"
      verb="Revoke"
      onConfirm={async () => {
        await revoke(latchkey, way, { token, active, method, secret });
        onRevoked();
      }}
      onClose={onClose}
    >
      <Problem error={error} />
      <Choice label="Revoke" options={ways} value={way} onChange={setWay} />
      {way === "this" && method.startsWith("client_secret") && (
        <Field label="Client secret" type="password" value={secret} onChange={setSecret} mono />
      )}
    </Confirm>
  );
}

interface Revocation {
  readonly token: string;
  readonly active: ActiveToken;
  readonly method: string;
  readonly secret: string;
}

function revoke(latchkey: Client, way: Way, about: Revocation): Promise<unknown> {
  const { client_id, sub } = about.active;
  const { token, method, secret } = about;
  switch (way) {
    case "consent":
      return latchkey.revokeConsentSessions({ subject: sub, client: client_id });
    case "client":
      return latchkey.deleteOAuth2Token({ client_id });
    case "this":
      if (method === "client_secret_basic") {
        const authorization = basic(client_id, secret);
        return latchkey.revokeOAuth2Token({ token }, { authorization });
      }
      return latchkey.revokeOAuth2Token({
        token,
        client_id,
        ...(method === "client_secret_post" && { client_secret: secret }),
      });
  }
}
