import type { Api, ApiInput } from "@latchkey/api";

/** What the form holds. Empty texts stand for fields that are left out. */
export interface ApiDraft {
  readonly identifier: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly access_token_format: "" | "opaque" | "jwt";
  readonly access_token_lifespan: string;
  readonly access_token_signing_alg: string;
  readonly access_token_jwt_typ: "at+jwt" | "JWT";
  readonly allow_any_client: boolean;
  readonly consent_required: boolean;
  readonly introspection_clients: readonly string[];
}

/** The draft of a new API, or of one that exists. */
export function toDraft(api?: Api): ApiDraft {
  return {
    identifier: api?.identifier ?? "",
    name: api?.name ?? "",
    scopes: api?.scopes ?? [],
    access_token_format: api?.access_token_format ?? "",
    access_token_lifespan: api?.access_token_lifespan ?? "",
    access_token_signing_alg: api?.access_token_signing_alg ?? "",
    access_token_jwt_typ: api?.access_token_jwt_typ ?? "at+jwt",
    allow_any_client: api?.allow_any_client ?? false,
    consent_required: api?.consent_required ?? true,
    introspection_clients: api?.introspection_clients ?? [],
  };
}

/** The body of a request: what the draft leaves empty is left out. */
export function toInput(draft: ApiDraft): ApiInput {
  const { access_token_format: format, ...rest } = draft;
  const name = draft.name.trim();
  return {
    identifier: draft.identifier.trim(),
    scopes: rest.scopes,
    allow_any_client: rest.allow_any_client,
    consent_required: rest.consent_required,
    introspection_clients: rest.introspection_clients,
    access_token_jwt_typ: rest.access_token_jwt_typ,
    ...(name !== "" && { name }),
    ...(format !== "" && { access_token_format: format }),
    ...(rest.access_token_lifespan !== "" && {
      access_token_lifespan: rest.access_token_lifespan.trim(),
    }),
    ...(rest.access_token_signing_alg !== "" && {
      access_token_signing_alg: rest.access_token_signing_alg,
    }),
  };
}

/** The format of an API's access tokens, in words. */
export function formatLabel({ access_token_format }: Api): string {
  return access_token_format === undefined
    ? "by client"
    : access_token_format === "jwt"
      ? "JWT"
      : "opaque";
}
