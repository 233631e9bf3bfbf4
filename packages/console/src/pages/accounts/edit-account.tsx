import type { Account, AccountClaims } from "@latchkey/api";
import { useState } from "react";
import { Form } from "../../components/forms/form.tsx";
import { useSession } from "../../session/session.ts";
import { claimGroups, claimsToSave } from "./claim-fields.ts";
import { ClaimGroupFields } from "./claim-inputs.tsx";
import { draftFacts, type FactDraft, FactFields, readFacts } from "./fact-fields.tsx";

interface EditAccountProps {
  readonly account: Account;
  readonly onClose: () => void;
}

/** Edits the state, groups, attributes and claims of an account. */
export function EditAccount({ account, onClose }: EditAccountProps) {
  const { latchkey } = useSession();
  const { username } = account;
  const [claims, setClaims] = useState<AccountClaims>(account.claims);
  const [facts, setFacts] = useState<FactDraft>(() => draftFacts(account));
  const read = readFacts(facts);
  const save = async (): Promise<void> => {
    if (!read.ok) return;
    const body = { claims: claimsToSave(claims), ...read.value };
    await latchkey.updateAccount({ username, body });
    onClose();
  };
  return (
    <Form
      onSubmit={save}
      submitLabel="Save changes"
      isRecord
      onCancel={onClose}
      missing={read.ok ? undefined : read.error}
    >
      <FactFields draft={facts} mayDisable={account.state === "disabled"} onChange={setFacts} />
      {claimGroups.map((group) => (
        <ClaimGroupFields key={group.title} group={group} claims={claims} onChange={setClaims} />
      ))}
    </Form>
  );
}
