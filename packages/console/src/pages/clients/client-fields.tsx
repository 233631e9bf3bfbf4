import type { OAuth2ClientInput } from "@latchkey/api";
import { CheckboxChoice, RadioChoice } from "../../components/choices.tsx";
import { LinesField, TextField } from "../../components/text-field.tsx";

const grantTypes = [
  { value: "authorization_code", label: "authorization_code", hint: "Users sign in." },
  {
    value: "refresh_token",
    label: "refresh_token",
    hint: "Access continues while the user is away.",
  },
  { value: "client_credentials", label: "client_credentials", hint: "It acts for itself." },
  { value: "implicit", label: "implicit", hint: "Tokens in the URL; for legacy apps only." },
];

const strategies = [
  { value: "opaque", label: "Opaque", hint: "Verified by introspection; revoked immediately." },
  { value: "jwt", label: "JWT", hint: "Verified offline; valid until it expires." },
] as const;

const jwtTypes = [
  { value: "JWT", label: "JWT", hint: "What most libraries expect." },
  { value: "at+jwt", label: "at+jwt", hint: "RFC 9068; strict libraries require it." },
] as const;

interface ClientFieldsProps {
  readonly draft: OAuth2ClientInput;
  readonly onChange: (draft: OAuth2ClientInput) => void;
}

/** The fields of a client that are edited most. */
export function ClientFields({ draft, onChange }: ClientFieldsProps) {
  const set = (part: OAuth2ClientInput): void => onChange({ ...draft, ...part });
  return (
    <>
      <TextField
        label="Name"
        name="client_name"
        value={draft.client_name ?? ""}
        onChange={(client_name) => set({ client_name })}
      />
      <LinesField
        label="Redirect URIs"
        name="redirect_uris"
        hint="One per line. The redirect_uri of a request has to match one of them exactly."
        value={draft.redirect_uris}
        onChange={(redirect_uris) => set({ redirect_uris })}
      />
      <TextField
        label="Scope"
        name="scope"
        value={draft.scope ?? ""}
        onChange={(scope) => set({ scope })}
        hint="The scopes it may request, separated by spaces."
        mono
      />
      <CheckboxChoice
        label="Grant types"
        name="grant_types"
        options={grantTypes}
        value={draft.grant_types ?? []}
        onChange={(grant_types) => set({ grant_types })}
      />
      <RadioChoice
        label="Access token format"
        name="access_token_strategy"
        options={strategies}
        value={draft.access_token_strategy ?? "opaque"}
        onChange={(access_token_strategy) => set({ access_token_strategy })}
      />
      {draft.access_token_strategy === "jwt" && (
        <RadioChoice
          label="JWT type (typ)"
          name="access_token_jwt_typ"
          options={jwtTypes}
          value={draft.access_token_jwt_typ ?? "JWT"}
          onChange={(access_token_jwt_typ) => set({ access_token_jwt_typ })}
        />
      )}
      <LinesField
        label="Audience"
        name="audience"
        hint="The APIs its access tokens may be for, one per line."
        value={draft.audience}
        onChange={(audience) => set({ audience })}
      />
      <LinesField
        label="Post-logout redirect URIs"
        name="post_logout_redirect_uris"
        hint="Where users may be redirected after signing out, one per line."
        value={draft.post_logout_redirect_uris}
        onChange={(post_logout_redirect_uris) => set({ post_logout_redirect_uris })}
      />
      <LinesField
        label="CORS origins"
        name="allowed_cors_origins"
        hint="Origins whose scripts may call the token endpoint, one per line. Those of the redirect URIs need not be listed for a client without a secret."
        value={draft.allowed_cors_origins}
        onChange={(allowed_cors_origins) => set({ allowed_cors_origins })}
      />
    </>
  );
}
