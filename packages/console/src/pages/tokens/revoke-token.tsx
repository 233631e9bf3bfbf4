import type { ActiveToken } from "@latchkey/api";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { RadioChoice } from "../../components/forms/choices.tsx";
import { ConfirmDialog } from "../../components/dialogs/confirm-dialog.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { TextField } from "../../components/forms/text-field.tsx";
import { useSession } from "../../session/session.ts";
import { revocationOptions, revoke, type RevocationTarget } from "./revocation.ts";

interface RevokeTokenProps {
  readonly token: string;
  readonly active: ActiveToken;
  readonly onRevoked: () => Promise<void>;
  readonly onClose: () => void;
}

/**
 * Revokes a token. RFC 7009 lets only the client of a token revoke that token alone, which takes its secret; an
 * administrator can revoke the consent it came from, or all access tokens of the client.
 */
export function RevokeToken({ token, active, onRevoked, onClose }: RevokeTokenProps) {
  const { latchkey } = useSession();
  const { client_id, sub } = active;
  const { data: client, error } = useQuery({
    queryKey: ["clients", client_id],
    queryFn: ({ signal }) => latchkey.getOAuth2Client({ id: client_id }, { signal }),
  });
  const [target, setTarget] = useState<RevocationTarget>(sub === client_id ? "client" : "consent");
  const [client_secret, setSecret] = useState("");
  const method = client?.token_endpoint_auth_method ?? "";
  return (
    <ConfirmDialog
      title="What should stop working?"
      submitLabel="Revoke"
      onConfirm={async () => {
        await revoke(latchkey, target, { token, active, method, client_secret });
        await onRevoked();
      }}
      onClose={onClose}
    >
      <ErrorNotice error={error} />
      <RadioChoice
        label="Revoke"
        options={revocationOptions(active, method)}
        value={target}
        onChange={setTarget}
      />
      {target === "token" && method.startsWith("client_secret") && (
        <TextField
          label="Client secret"
          name="client_secret"
          type="password"
          value={client_secret}
          onChange={setSecret}
          mono
        />
      )}
    </ConfirmDialog>
  );
}
