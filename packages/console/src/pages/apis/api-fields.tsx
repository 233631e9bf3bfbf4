import { type ApiInput, signingAlgorithms } from "@latchkey/api";
import { RadioChoice, SingleCheckbox } from "../../components/forms/choices.tsx";
import { SelectField } from "../../components/forms/select-field.tsx";
import { LinesField, TextField } from "../../components/forms/text-field.tsx";
import { ApiTextFields } from "./text-fields.tsx";

const formats = [
  { value: "", label: "As the client has it", hint: "Tokens look as without the API." },
  { value: "opaque", label: "Opaque", hint: "Verified by introspection; revoked immediately." },
  { value: "jwt", label: "JWT", hint: "Verified offline, as in RFC 9068; valid until it expires." },
] as const;

const algorithms = [
  { value: "", label: "The server's" },
  ...signingAlgorithms.map((value) => ({ value, label: value })),
];

interface ApiFieldsProps {
  readonly draft: ApiInput;
  readonly onChange: (draft: ApiInput) => void;
  /** The identifier of an API that exists cannot be changed. */
  readonly isNew: boolean;
}

/** The fields of an API. */
export function ApiFields({ draft, onChange, isNew }: ApiFieldsProps) {
  const change = (changes: ApiInput): void => onChange({ ...draft, ...changes });
  return (
    <>
      {isNew && (
        <TextField
          label="Identifier"
          name="identifier"
          type="url"
          value={draft.identifier ?? ""}
          onChange={(identifier) => change({ identifier })}
          placeholder="https://api.example.com"
          hint="The URI that clients send as resource, and the aud of the tokens. It cannot be changed."
          mono
          isRequired
        />
      )}
      <TextField
        label="Name"
        name="name"
        value={draft.name ?? ""}
        onChange={(name) => change({ name })}
        placeholder="Photos API"
      />
      <LinesField
        label="Scopes"
        name="scopes"
        value={draft.scopes}
        onChange={(scopes) => change({ scopes })}
        hint="One per line. Tokens for this API alone have no others; without any here they keep what was granted."
      />
      <ApiTextFields draft={draft} onChange={onChange} />
      <RadioChoice
        label="Access token format"
        name="access_token_format"
        options={formats}
        value={draft.access_token_format ?? ""}
        onChange={(chosen) => onChange(withFormat(draft, chosen))}
      />
      {draft.access_token_format === "jwt" && (
        <JwtFields draft={draft} onChange={onChange} isNew={isNew} />
      )}
      <TextField
        label="Longest lifespan of access tokens"
        name="access_token_lifespan"
        value={draft.access_token_lifespan ?? ""}
        onChange={(access_token_lifespan) => change({ access_token_lifespan })}
        placeholder="10m"
        hint="The client's own lifespan applies where it is shorter."
      />
      <LinesField
        label="Clients that may introspect its tokens"
        name="introspection_clients"
        value={draft.introspection_clients}
        onChange={(introspection_clients) => change({ introspection_clients })}
        hint="Client IDs, one per line: the API authenticates as one of them at the public listener."
      />
      <SingleCheckbox
        label="Every client may request it"
        hint="Otherwise only clients that have it in their audience."
        isSelected={draft.allow_any_client ?? false}
        onChange={(allow_any_client) => change({ allow_any_client })}
      />
      <SingleCheckbox
        label="Users are asked for consent"
        hint="Without, clients get tokens with its scopes without asking. For APIs of your own."
        isSelected={draft.consent_required ?? true}
        onChange={(consent_required) => change({ consent_required })}
      />
    </>
  );
}

/** An empty choice leaves the field out. */
function withFormat(draft: ApiInput, chosen: (typeof formats)[number]["value"]): ApiInput {
  const { access_token_format: _previous, ...others } = draft;
  return chosen === "" ? others : { ...others, access_token_format: chosen };
}

function JwtFields({ draft, onChange }: ApiFieldsProps) {
  return (
    <>
      <SelectField
        label="Signing algorithm"
        name="access_token_signing_alg"
        options={algorithms}
        value={draft.access_token_signing_alg ?? ""}
        onChange={(access_token_signing_alg) => onChange({ ...draft, access_token_signing_alg })}
      />
      <RadioChoice
        label="JWT type (typ)"
        name="access_token_jwt_typ"
        options={[
          { value: "at+jwt", label: "at+jwt", hint: "RFC 9068; with auth_time, acr and amr." },
          { value: "JWT", label: "JWT", hint: "For libraries that expect it." },
        ]}
        value={draft.access_token_jwt_typ ?? "at+jwt"}
        onChange={(access_token_jwt_typ) => onChange({ ...draft, access_token_jwt_typ })}
      />
    </>
  );
}
