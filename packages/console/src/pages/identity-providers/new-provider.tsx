import {
  identityPages,
  identityProviderPresets,
  isIdentityProviderPreset,
  operations,
  presetOf,
} from "@latchkey/api";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { LinkButton } from "../../components/button.tsx";
import { Copyable } from "../../components/copy-button.tsx";
import { RadioChoice } from "../../components/forms/choices.tsx";
import { Form } from "../../components/forms/form.tsx";
import { missingText } from "../../components/forms/missing.ts";
import { TextField } from "../../components/forms/text-field.tsx";
import { Page } from "../../components/page.tsx";
import { useDiscovery } from "../../queries/use-discovery.ts";
import { navigate, to } from "../../router.tsx";
import { useSession } from "../../session/session.ts";
import { ProviderFields } from "./provider-fields.tsx";
import { type Draft, emptyDraft, toInput, withPreset } from "./provider-form.ts";
import { problemKey } from "./provider-problem.tsx";

const presets = [
  ...Object.entries(identityProviderPresets).map(([value, { name }]) => ({ value, label: name })),
  { value: "custom", label: "Other" },
];

/** Connects an identity provider: a preset, or any other one. */
export function NewProvider() {
  const { latchkey } = useSession();
  const queries = useQueryClient();
  const [draft, setDraft] = useState<Draft>(emptyDraft);
  const { preset } = draft;
  const create = async (): Promise<void> => {
    const { id, problem } = await latchkey.createIdentityProvider({ body: toInput(draft) });
    queries.setQueryData(problemKey(id), problem ?? null);
    navigate(to("identity-providers", id));
  };
  return (
    <Page
      title="New identity provider"
      lead="Lets users sign in with an account that they have elsewhere."
      back={{ href: to("identity-providers"), label: "Identity providers" }}
    >
      <Form
        onSubmit={create}
        submitLabel="Connect"
        missing={
          missingText(draft.id, "Enter an ID first.") ??
          missingText(draft.client_id, "Enter the client ID first.")
        }
        isRecord
        actions={<LinkButton href={to("identity-providers")}>Cancel</LinkButton>}
      >
        <RadioChoice
          label="Provider"
          options={presets}
          value={preset}
          onChange={(chosen) => setDraft(withPreset(draft, chosen))}
          variant="segments"
        />
        {isIdentityProviderPreset(preset) && (
          <p className="hint">
            Register this server at{" "}
            <a href={presetOf(preset).registration} target="_blank" rel="noreferrer">
              {new URL(presetOf(preset).registration).hostname}
            </a>
            , with the redirect URI below, and copy the credentials from there.
          </p>
        )}
        <TextField
          label="ID"
          name="id"
          value={draft.id}
          onChange={(id) => setDraft({ ...draft, id })}
          hint="A part of the redirect URI: lower-case letters, digits and dashes. It cannot be changed later."
          placeholder="example"
          mono
          isRequired
        />
        <RedirectUri id={draft.id.trim()} />
        <ProviderFields
          key={preset}
          draft={draft}
          onChange={(change) => setDraft((before) => ({ ...before, ...change }))}
          hasSecret={false}
        />
      </Form>
    </Page>
  );
}

/** What is registered at the provider, which names the client ID and the secret in return. */
function RedirectUri({ id }: { readonly id: string }) {
  const { data } = useDiscovery();
  const { path } = operations.revokeOAuth2Token;
  const base = data?.revocation_endpoint?.replace(new RegExp(`${path}$`), "");
  if (base === undefined || id === "") return null;
  const uri = base + identityPages.identityProviderCallbackPage.path.replace("{provider}", id);
  return (
    <div className="field">
      <strong>Redirect URI</strong>
      <Copyable text={uri} what="redirect URI" />
      <span className="hint">To be entered at the provider.</span>
    </div>
  );
}
