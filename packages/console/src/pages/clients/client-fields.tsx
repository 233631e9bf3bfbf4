import type { OAuth2ClientInput } from "@latchkey/api";
import { useState } from "react";
import { Choice, Ticks } from "../../parts/choice.tsx";
import { Field } from "../../parts/field.tsx";
import { linesOf } from "./client-words.ts";

const grants = [
  { value: "authorization_code", label: "authorization_code", hint: "People sign in." },
  { value: "refresh_token", label: "refresh_token", hint: "Access goes on while they are away." },
  { value: "client_credentials", label: "client_credentials", hint: "It acts for itself." },
  { value: "implicit", label: "implicit", hint: "Tokens in the address bar; for old apps only." },
];

const strategies = [
  { value: "opaque", label: "Opaque", hint: "Looked up; revoked at once." },
  { value: "jwt", label: "JWT", hint: "Verified anywhere; good until it expires." },
] as const;

const jwtTypes = [
  { value: "JWT", label: "JWT", hint: "What most libraries expect." },
  { value: "at+jwt", label: "at+jwt", hint: "RFC 9068; strict libraries ask for it." },
] as const;

interface FieldsProps {
  readonly draft: OAuth2ClientInput;
  readonly onChange: (draft: OAuth2ClientInput) => void;
}

/** The members of a client that people change. */
export function ClientFields({ draft, onChange }: FieldsProps) {
  const set = (part: OAuth2ClientInput): void => onChange({ ...draft, ...part });
  return (
    <>
      <Field
        label="Name"
        value={draft.client_name ?? ""}
        onChange={(client_name) => set({ client_name })}
      />
      <Lines
        label="Redirect URIs"
        hint="One a line, compared letter for letter."
        value={draft.redirect_uris}
        onChange={(redirect_uris) => set({ redirect_uris })}
      />
      <Field
        label="Scope"
        value={draft.scope ?? ""}
        onChange={(scope) => set({ scope })}
        hint="What it may ask for, separated by spaces."
        mono
      />
      <Ticks
        label="Grants"
        options={grants}
        value={draft.grant_types ?? []}
        onChange={(grant_types) => set({ grant_types })}
      />
      <Choice
        label="Access tokens"
        options={strategies}
        value={draft.access_token_strategy ?? "opaque"}
        onChange={(access_token_strategy) => set({ access_token_strategy })}
      />
      {draft.access_token_strategy === "jwt" && (
        <Choice
          label="Type of the JWT (typ)"
          options={jwtTypes}
          value={draft.access_token_jwt_typ ?? "JWT"}
          onChange={(access_token_jwt_typ) => set({ access_token_jwt_typ })}
        />
      )}
      <Lines
        label="Audience"
        hint="The APIs its tokens may be for, one a line."
        value={draft.audience}
        onChange={(audience) => set({ audience })}
      />
      <Lines
        label="Post-logout redirect URIs"
        hint="Where people may be sent when they sign out, one a line."
        value={draft.post_logout_redirect_uris}
        onChange={(post_logout_redirect_uris) => set({ post_logout_redirect_uris })}
      />
      <Lines
        label="CORS origins"
        hint="Origins whose scripts may call the token endpoint, one a line. Those of the redirect URIs may already, if the client has no secret."
        value={draft.allowed_cors_origins}
        onChange={(allowed_cors_origins) => set({ allowed_cors_origins })}
      />
    </>
  );
}

interface LinesProps {
  readonly label: string;
  readonly hint: string;
  readonly value: readonly string[] | undefined;
  readonly onChange: (lines: string[]) => void;
}

/** A list, one item a line. The text is kept as it is typed, with its half-written last line. */
function Lines({ label, hint, value = [], onChange }: LinesProps) {
  const [text, setText] = useState(value.join("\n"));
  const change = (typed: string): void => {
    setText(typed);
    onChange(linesOf(typed));
  };
  return <Field label={label} hint={hint} value={text} onChange={change} lines={2} mono />;
}
