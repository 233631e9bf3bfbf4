import { isIdentityProviderPreset, presetOf } from "@latchkey/api";
import { RadioChoice, SingleCheckbox } from "../../components/forms/choices.tsx";
import { LinesField, TextField } from "../../components/forms/text-field.tsx";
import type { Draft } from "./provider-form.ts";

const kinds = [
  { value: "openid", label: "OpenID provider", hint: "Its endpoints are discovered." },
  { value: "oauth", label: "OAuth 2.0 alone", hint: "With the endpoints that you enter." },
] as const;

const creationRules = [
  { value: "never", label: "Never", hint: "Users link an account that they have." },
  { value: "verified_email_domain", label: "For some domains", hint: "By a verified address." },
  { value: "always", label: "Always", hint: "Everyone who can sign in there." },
] as const;

interface ProviderFieldsProps {
  readonly draft: Draft;
  readonly onChange: (change: Partial<Draft>) => void;
  /** Whether a secret is stored already, which stays where none is entered. */
  readonly hasSecret: boolean;
}

/** The fields of a new identity provider, and of one that is edited. */
export function ProviderFields({ draft, onChange, hasSecret }: ProviderFieldsProps) {
  const preset = isIdentityProviderPreset(draft.preset) ? presetOf(draft.preset) : undefined;
  const text = (name: keyof Draft, label: string, hint?: string, placeholder?: string) => (
    <TextField
      label={label}
      name={name}
      value={String(draft[name])}
      onChange={(value) => onChange({ [name]: value })}
      {...(hint !== undefined && { hint })}
      {...(placeholder !== undefined && { placeholder })}
      mono={name !== "name"}
    />
  );
  const isApple = draft.preset === "apple";
  return (
    <>
      {text("name", "Name", "On the button: “Sign in with …”.", "Example")}
      {preset === undefined && (
        <RadioChoice
          label="Protocol"
          options={kinds}
          value={draft.kind}
          onChange={(kind) => onChange({ kind })}
        />
      )}
      {draft.kind === "openid"
        ? text(
            "issuer",
            "Issuer",
            preset?.issuer_placeholder === undefined && preset !== undefined
              ? `Empty: ${preset.fields.issuer ?? ""}.`
              : "The URL below which the provider publishes .well-known/openid-configuration.",
            preset?.issuer_placeholder ?? preset?.fields.issuer ?? "https://login.example.com",
          )
        : preset === undefined && (
            <>
              {text("authorization_endpoint", "Authorization endpoint")}
              {text("token_endpoint", "Token endpoint")}
              {text("userinfo_endpoint", "Userinfo endpoint", "Returns the user as JSON.")}
              {text(
                "subject_claim",
                "Field that identifies the user",
                "It must never change.",
                "sub",
              )}
            </>
          )}
      {text("client_id", "Client ID", "As the provider names this server.")}
      {isApple && text("apple_team_id", "Team ID")}
      {isApple && text("apple_key_id", "Key ID")}
      <TextField
        label={isApple ? "Private key (PEM)" : "Client secret"}
        name="client_secret"
        value={draft.client_secret}
        onChange={(client_secret) => onChange({ client_secret })}
        hint={
          hasSecret
            ? "Empty: the stored one stays. It is never shown."
            : "It is stored encrypted and never shown again."
        }
        type="password"
        autoComplete="new-password"
        lines={isApple ? 6 : 1}
        mono
      />
      <LinesField
        label="Scope"
        name="scope"
        value={draft.scope}
        onChange={(scope) => onChange({ scope })}
        hint="One per line. Empty: what the provider needs for name and email address."
      />
      <RadioChoice
        label="Create accounts"
        name="create_accounts"
        options={creationRules}
        value={draft.create_accounts}
        onChange={(create_accounts) => onChange({ create_accounts })}
      />
      {draft.create_accounts === "verified_email_domain" && (
        <LinesField
          label="Domains"
          name="email_domains"
          value={draft.email_domains}
          onChange={(email_domains) => onChange({ email_domains })}
          hint="One per line, such as example.com."
        />
      )}
      <TextField
        label="Claims"
        name="claims"
        value={draft.claims}
        onChange={(claims) => onChange({ claims })}
        hint="Our claim and theirs, as a JSON object. Empty: the standard claims."
        placeholder={'{ "name": "display_name" }'}
        lines={3}
        mono
      />
      {text("groups_claim", "Claim with groups", "Empty: groups are not taken over.", "groups")}
      <TextField
        label="Groups"
        name="groups"
        value={draft.groups}
        onChange={(groups) => onChange({ groups })}
        hint="Their group and ours, as a JSON object. Others are not taken over."
        placeholder={'{ "Engineering": "staff" }'}
        lines={3}
        mono
      />
      <SingleCheckbox
        label="Believe that email addresses are verified"
        hint="Off for providers whose administrators can enter any address."
        isSelected={draft.trust_email_verified}
        onChange={(trust_email_verified) => onChange({ trust_email_verified })}
      />
      <SingleCheckbox
        label="Believe how the user signed in"
        hint="A second factor there is then one here."
        isSelected={draft.trust_amr}
        onChange={(trust_amr) => onChange({ trust_amr })}
      />
      <SingleCheckbox
        label="Sign out there, too"
        hint="For users who signed in with it."
        isSelected={draft.sign_out}
        onChange={(sign_out) => onChange({ sign_out })}
      />
      <SingleCheckbox
        label="Keep its tokens for apps"
        hint="Encrypted, for clients with the right to them. Off removes those that are kept."
        isSelected={draft.keep_tokens}
        onChange={(keep_tokens) => onChange({ keep_tokens })}
      />
      <SingleCheckbox
        label="Enabled"
        hint="Users see the button."
        isSelected={draft.enabled}
        onChange={(enabled) => onChange({ enabled })}
      />
    </>
  );
}
