import {
  type ErrorMeaning,
  errorTableHeading,
  errorTableRow,
} from "@latchkey/server/feature/endpoints";

/** The section of kept tokens in the reference of errors. */
export function renderVaultErrors(): string {
  const rows = Object.entries(meanings).map(([code, { status, ...meaning }]) =>
    errorTableRow(code, String(status), meaning),
  );
  return `${introduction}\n${errorTableHeading}${rows.join("")}`;
}

const introduction = `
## Kept tokens of identity providers

A token exchange with the \`requested_token_type\` of the [token vault](token-vault.md) has these errors, beside those of the grant type.
`;

const meanings: Readonly<Record<string, ErrorMeaning & { readonly status: number }>> = {
  invalid_target: {
    status: 400,
    means:
      "The `audience` is not one identity provider that keeps tokens, or the client may not use those that it keeps. Or the ID token that came with a refresh is wrong; the description names the reason.",
    remedy:
      "Send the id of the provider as `audience`. An administrator sets `keep_tokens` of the provider, and adds it to the client's `vault_providers`.",
  },
  invalid_scope: {
    status: 400,
    means:
      "The user did not grant the scope `vault:` with the id of the provider, or the request has a `scope`.",
    remedy: "Request that scope in an authorization request. Leave `scope` out of the exchange.",
  },
  invalid_grant: {
    status: 400,
    means:
      "No token is kept for the user that the provider still accepts, its refresh got a token of another user, or the user has no active account.",
    remedy: "Ask the user to sign in with the provider again.",
  },
  temporarily_unavailable: {
    status: 503,
    means: "The token has expired, and the provider does not issue another one right now.",
    remedy: "Repeat the request after the seconds of `Retry-After`.",
  },
};
