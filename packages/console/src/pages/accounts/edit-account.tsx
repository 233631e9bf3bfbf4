import type { Account, AccountClaims } from "@latchkey/api";
import { useState } from "react";
import { Form } from "../../components/forms/form.tsx";
import { useSession } from "../../session/session.ts";
import { claimGroups, claimsToSave } from "./claim-fields.ts";
import { ClaimGroupFields } from "./claim-inputs.tsx";

interface EditAccountProps {
  readonly account: Account;
  readonly onClose: () => void;
}

/** Edits the claims of an account. */
export function EditAccount({ account, onClose }: EditAccountProps) {
  const { latchkey } = useSession();
  const { username } = account;
  const [claims, setClaims] = useState<AccountClaims>(account.claims);
  const save = async (): Promise<void> => {
    await latchkey.updateAccount({ username, body: { claims: claimsToSave(claims) } });
    onClose();
  };
  return (
    <Form onSubmit={save} submitLabel="Save changes" isRecord onCancel={onClose}>
      {claimGroups.map((group) => (
        <ClaimGroupFields key={group.title} group={group} claims={claims} onChange={setClaims} />
      ))}
    </Form>
  );
}
