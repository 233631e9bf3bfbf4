import type { AccountInput } from "@latchkey/api";
import { useState } from "react";
import { LinkButton } from "../../components/button.tsx";
import { Form } from "../../components/forms/form.tsx";
import { missingText } from "../../components/forms/missing.ts";
import { missingPassword, PasswordField } from "../../components/forms/password-field.tsx";
import { TextField } from "../../components/forms/text-field.tsx";
import { Page } from "../../components/page.tsx";
import { navigate, to } from "../../router.tsx";
import { useSession } from "../../session/session.ts";
import { ClaimGroupFields } from "./claim-inputs.tsx";
import { claimGroups, claimsToSave } from "./claim-fields.ts";
import { UnusedAccountsNotice } from "./unused-accounts-notice.tsx";

/** Creates an account: what the user signs in with, and the claims. */
export function NewAccount() {
  const { latchkey } = useSession();
  const [draft, setDraft] = useState<AccountInput>({});
  const { username = "", password = "", claims = {} } = draft;
  const create = async (): Promise<void> => {
    const created = await latchkey.createAccount({
      body: { username: username.trim(), password, claims: claimsToSave(claims) },
    });
    navigate(to("accounts", created.username));
  };
  return (
    <Page
      title="New account"
      lead="A user who signs in on the built-in pages."
      back={{ href: to("accounts"), label: "Accounts" }}
    >
      <UnusedAccountsNotice />
      <Form
        onSubmit={create}
        submitLabel="Create account"
        missing={missingText(username, "Enter a username first.") ?? missingPassword(password)}
        isRecord
        actions={<LinkButton href={to("accounts")}>Cancel</LinkButton>}
      >
        <TextField
          label="Username"
          name="username"
          value={username}
          onChange={(typed) => setDraft({ ...draft, username: typed })}
          hint="What the user types to sign in; case does not matter. It cannot be changed later."
          placeholder="alice"
          isRequired
        />
        <PasswordField
          value={password}
          onChange={(typed) => setDraft({ ...draft, password: typed })}
        />
        {claimGroups.map((group) => (
          <ClaimGroupFields
            key={group.title}
            group={group}
            claims={claims}
            onChange={(changed) => setDraft({ ...draft, claims: changed })}
          />
        ))}
      </Form>
    </Page>
  );
}
