import type { Account } from "@latchkey/api";
import { useState } from "react";
import { FormDialog } from "../../components/dialogs/form-dialog.tsx";
import { missingPassword, PasswordField } from "../../components/forms/password-field.tsx";
import { useSession } from "../../session/session.ts";
import { accountName } from "./account-name.ts";

interface SetPasswordDialogProps {
  readonly account: Account;
  readonly onClose: () => void;
}

/** Gives an account another password. */
export function SetPasswordDialog({ account, onClose }: SetPasswordDialogProps) {
  const { latchkey } = useSession();
  const [password, setPassword] = useState("");
  const { username } = account;
  return (
    <FormDialog
      title={`Set the password of ${accountName(account)}`}
      submitLabel="Set password"
      isRecord
      missing={missingPassword(password)}
      onSubmit={async () => {
        await latchkey.updateAccount({ username, body: { password } });
        onClose();
      }}
      onClose={onClose}
    >
      <p>
        The current password stops working now, and {accountName(account)} has to sign in again in
        every browser. Apps keep the tokens they have. Hand the new password over yourself: the
        server sends no message.
      </p>
      <PasswordField value={password} onChange={setPassword} autoFocus />
    </FormDialog>
  );
}
