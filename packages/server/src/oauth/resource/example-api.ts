import type { Api } from "./api.ts";

/** For tests: an API with defaults, but for what the test sets. */
export function exampleApi(remarks: Partial<Api> = {}): Api {
  return {
    id: "11111111-1111-4111-8111-111111111111",
    identifier: "https://api.example",
    name: "Example",
    scopes: [],
    access_token_jwt_typ: "at+jwt",
    allow_any_client: false,
    consent_required: true,
    introspection_clients: [],
    created_at: 1_000,
    updated_at: 1_000,
    ...remarks,
  };
}
