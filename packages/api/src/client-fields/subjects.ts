/** Which subjects a client sees: OpenID Connect Core §8. */

import type { ClientField } from "../client-field.ts";
import { isHttpsUri } from "../uri.ts";
import { openOneOf, textWhere } from "../values.ts";

export const subjectFields = {
  subject_type: {
    schema: openOneOf(["public", "pairwise"]),
    default: "public",
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "always",
    since: "0.2.0",
    description:
      "Whether a user has the same `sub` at every client, `public`, or one per sector, `pairwise`, for which the `access_token_strategy` must be opaque.",
    kind: "choice",
    flag: { name: "subject-type", default: "public" },
    form: {
      label: "Subject type",
      options: [
        { value: "public", hint: "Users have the same subject at every client." },
        { value: "pairwise", hint: "Users have another subject in each sector." },
      ],
    },
  },
  sector_identifier_uri: {
    schema: textWhere(isHttpsUri, "an https URL"), // OpenID Registration §5
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "when_set",
    since: "0.2.0",
    description: "The URL of the list of redirect URIs that share a pairwise sector.",
    kind: "text",
    flag: { name: "sector-identifier-uri" },
    form: {
      label: "Sector identifier URI",
      only_if: { field: "subject_type", value: "pairwise" },
    },
  },
} as const satisfies Readonly<Record<string, ClientField>>;
