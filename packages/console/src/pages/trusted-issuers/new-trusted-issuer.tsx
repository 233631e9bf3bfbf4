import type { TrustedIssuerInput } from "@latchkey/api";
import { useState } from "react";
import { LinkButton } from "../../components/button.tsx";
import { RadioChoice, SingleCheckbox } from "../../components/forms/choices.tsx";
import { Form } from "../../components/forms/form.tsx";
import { Page } from "../../components/page.tsx";
import { LinesField, TextField } from "../../components/forms/text-field.tsx";
import { navigate, to } from "../../router.tsx";
import { useSession } from "../../session/session.ts";
import { type Draft, emptyDraft, toInput } from "./trusted-issuer-form.ts";
import { missingText } from "../../components/forms/missing.ts";

const subjectKinds = [
  { value: "subject", label: "One subject", hint: "Exactly this sub." },
  { value: "subject_pattern", label: "A pattern", hint: "With * for a part of the sub." },
  { value: "any", label: "Any subject", hint: "For identity providers." },
] as const;

const keyKinds = [
  { value: "jwks_uri", label: "JWKS URI", hint: "The keys are fetched and cached." },
  { value: "jwks", label: "Pasted keys", hint: "For issuers that this server cannot reach." },
] as const;

/** Creates a trusted issuer. */
export function NewTrustedIssuer() {
  const { latchkey } = useSession();
  const [draft, setDraft] = useState<Draft>(emptyDraft);
  const set = (change: Partial<Draft>): void => setDraft((before) => ({ ...before, ...change }));
  const create = async (): Promise<void> => {
    const body: TrustedIssuerInput = toInput(draft, Date.now());
    const { id } = await latchkey.trustJwtGrantIssuer({ body });
    navigate(to("trusted-issuers", id));
  };
  return (
    <Page
      title="New trusted issuer"
      back={{ href: to("trusted-issuers"), label: "Trusted issuers" }}
    >
      <Form
        onSubmit={create}
        submitLabel="Create trusted issuer"
        missing={missingText(draft.issuer, "Enter the issuer first.")}
        isRecord
        actions={<LinkButton href={to("trusted-issuers")}>Cancel</LinkButton>}
      >
        <TextField
          label="Issuer"
          name="issuer"
          value={draft.issuer}
          onChange={(issuer) => set({ issuer })}
          hint="The iss of its JWTs, exactly as they have it."
          placeholder="https://token.actions.githubusercontent.com"
          mono
          isRequired
        />
        <RadioChoice
          label="Subjects"
          options={subjectKinds}
          value={draft.subject_kind}
          onChange={(subject_kind) => set({ subject_kind })}
        />
        {draft.subject_kind !== "any" && (
          <TextField
            label={draft.subject_kind === "subject" ? "Subject" : "Pattern of subjects"}
            name={draft.subject_kind}
            value={draft.subject}
            onChange={(subject) => set({ subject })}
            hint="A * stands for characters other than : and /, at the end for any characters."
            placeholder="repo:octo-org/octo-repo:ref:refs/heads/*"
            mono
          />
        )}
        <RadioChoice
          label="Keys"
          options={keyKinds}
          value={draft.key_kind}
          onChange={(key_kind) => set({ key_kind })}
        />
        <TextField
          label={draft.key_kind === "jwks_uri" ? "JWKS URI" : "JSON Web Key Set"}
          name={draft.key_kind}
          value={draft.keys}
          onChange={(keys) => set({ keys })}
          lines={draft.key_kind === "jwks_uri" ? 1 : 8}
          mono
        />
        <LinesField
          label="Scope"
          name="scope"
          value={draft.scope}
          onChange={(scope) => set({ scope })}
          hint="The most its JWTs can get, one per line. The client's scope limits it too."
        />
        <TextField
          label="Client ID"
          name="client_id"
          value={draft.client_id}
          onChange={(client_id) => set({ client_id })}
          hint="The client that its JWTs authenticate, so that it needs no secret. Empty: the client authenticates itself."
          mono
        />
        <TextField
          label="Claims"
          name="claims"
          value={draft.claims}
          onChange={(claims) => set({ claims })}
          hint="What its JWTs must claim, as a JSON object. Empty: nothing."
          placeholder={'{ "repository_owner": "octo-org" }'}
          lines={3}
          mono
        />
        <SingleCheckbox
          label="Allow a JWT to be presented more than once"
          hint="For workloads that keep one until it expires, such as Kubernetes pods."
          isSelected={draft.allow_assertion_reuse}
          onChange={(allow_assertion_reuse) => set({ allow_assertion_reuse })}
        />
        <TextField
          label="Trusted for (days)"
          name="expires_at"
          type="number"
          value={draft.days}
          onChange={(days) => set({ days })}
        />
      </Form>
    </Page>
  );
}
