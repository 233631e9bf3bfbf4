/** Token exchange (RFC 8693), and identity assertions for other servers. */

import * as v from "valibot";
import type { ClientField } from "../client-field.ts";
import { audiences, scopes, webUri } from "../formats.ts";
import { optional, required, requestObject } from "../objects.ts";
import { flag, oneOf, shortText, texts } from "../values.ts";

const ID_JAG_TARGETS =
  "a list of at most 100 objects with audience, and client_id, scope and resources where needed";

/** An authorization server that a client may get identity assertions (ID-JAG) for. */
const idJagTarget = requestObject({
  audience: required(webUri, "The issuer of that server."),
  client_id: optional(shortText, "The id of the client at that server, where it is another."),
  scope: optional(scopes, "The scopes of that server it may ask for."),
  resources: optional(audiences, "The URIs of the APIs it may ask for."),
});

export const exchangeFields = {
  token_exchange_subject_clients: {
    schema: texts,
    default: [],
    set_by: "caller",
    registrant: "none",
    visible_to: "admin",
    shown: "when_set",
    since: "0.2.0",
    description: "The clients whose tokens it may exchange, beside its own tokens.",
    kind: "list",
    flag: { name: "token-exchange-subject-clients" },
    form: {
      label: "Clients whose tokens it may exchange",
      hint: "Client IDs, one per line. Its own tokens need no entry.",
    },
  },
  token_exchange_subject_issuers: {
    schema: texts,
    default: [],
    set_by: "caller",
    registrant: "none",
    visible_to: "admin",
    shown: "when_set",
    since: "0.2.0",
    description: "The trusted issuers whose JWTs it may exchange.",
    kind: "list",
    flag: { name: "token-exchange-subject-issuers" },
    form: {
      label: "Trusted issuers whose tokens it may exchange",
      hint: "The iss of the tokens, one per line.",
    },
  },
  token_exchange_scope: {
    schema: scopes,
    default: [],
    set_by: "caller",
    registrant: "none",
    visible_to: "admin",
    shown: "when_set",
    since: "0.2.0",
    description: "The scopes it may get in an exchange although the subject token lacks them.",
    kind: "list",
    flag: { name: "token-exchange-scope", separator: /[\s,]+/ },
    form: {
      label: "Additional scopes",
      hint: "Scopes it may get although the subject token lacks them, one per line.",
    },
  },
  token_exchange_type: {
    schema: oneOf(["delegation", "impersonation"]),
    default: "delegation",
    set_by: "caller",
    registrant: "none",
    visible_to: "admin",
    shown: "when_set",
    since: "0.2.0",
    description:
      "Whether tokens that it gets for those of others name it as the actor, `delegation`, or need not, `impersonation`.",
    kind: "choice",
    flag: { name: "token-exchange-type", default: "delegation" },
    form: {
      label: "Type of exchange",
      options: [
        { value: "delegation", label: "Delegation", hint: "Its tokens say that it acts (act)." },
        {
          value: "impersonation",
          label: "Impersonation",
          hint: "Its tokens look like those of the subject.",
        },
      ],
    },
  },
  id_jag_targets: {
    schema: v.pipe(
      v.array(idJagTarget, ID_JAG_TARGETS),
      v.maxLength(100, ID_JAG_TARGETS),
      v.readonly(),
    ),
    default: [],
    set_by: "caller",
    registrant: "none",
    visible_to: "admin",
    shown: "when_set",
    since: "0.2.0",
    description:
      "The authorization servers it may get identity assertions (ID-JAG) for: `audience` is the issuer of each, `client_id` the client's id there, `scope` and `resources` what it may ask for.",
    kind: "json",
    flag: { name: "id-jag-targets" },
  },
  vault_providers: {
    schema: texts,
    default: [],
    set_by: "caller",
    registrant: "none",
    handed_out_by: "administrators",
    visible_to: "admin",
    shown: "when_set",
    since: "0.2.0",
    description:
      "The identity providers whose access tokens it may get for users who granted it the scope `vault:` with the id of the provider.",
    kind: "list",
    flag: { name: "vault-providers" },
    form: {
      label: "Providers whose kept tokens it may use",
      hint: "IDs of identity providers that keep tokens, one per line. It needs the scope vault:ID of each, too.",
    },
  },
  support_access: {
    schema: flag,
    default: false,
    set_by: "caller",
    registrant: "none",
    handed_out_by: "administrators",
    visible_to: "admin",
    shown: "when_set",
    since: "0.2.0",
    description:
      "Whether operators with the right to it may use the client to act for users whom they name. It then gets tokens with any of its scopes for users who granted it nothing.",
    kind: "boolean",
    flag: { name: "support-access" },
    form: {
      label: "Support access",
      hint: "Operators who may act for users do so with this client. It gets tokens with any of its scopes for users who granted it nothing.",
    },
  },
} as const satisfies Readonly<Record<string, ClientField>>;
