import type { ClientFieldOption } from "./client-field.ts";

/** The grant types of the server: the values of `--grant-types`, the options of the console's form, and the documented ones. */
export const grantTypeOptions: readonly ClientFieldOption[] = [
  { value: "authorization_code", hint: "Users sign in." },
  { value: "refresh_token", hint: "Access continues while the user is away." },
  {
    value: "urn:ietf:params:oauth:grant-type:device_code", // RFC 8628 §3.4
    hint: "Televisions, consoles and command lines: users enter a code elsewhere.",
  },
  {
    value: "urn:openid:params:grant-type:ciba", // OpenID CIBA Core §4
    label: "ciba",
    hint: "Users answer on another device, where they are asked.",
  },
  { value: "client_credentials", hint: "It acts for itself." },
  { value: "implicit", hint: "Tokens in the URL; for legacy apps only." },
  {
    value: "urn:ietf:params:oauth:grant-type:jwt-bearer", // RFC 7523 §2.1
    label: "jwt-bearer",
    hint: "With a JWT of a trusted issuer.",
  },
  {
    value: "urn:ietf:params:oauth:grant-type:token-exchange", // RFC 8693 §2.1
    label: "token-exchange",
    hint: "It acts for others.",
  },
];
