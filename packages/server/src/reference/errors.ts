import { errorCodes, statusOf, tokenErrorStatus } from "../oauth/oauth-error.ts";
import { registerGrantTypes } from "../grants/grant-types.ts";
import type { LoadedFeature } from "../feature/load-features.ts";
import { errorTableHeading as heading, errorTableRow as row } from "../feature/error-table.ts";
import type { GrantTypes } from "../grants/grant-type.ts";
import { errorMeaningsFor } from "./error-meanings.ts";

/** The reference page of the errors in Markdown: docs/errors.md, which a test compares with it. */
export function renderErrorReference(features: readonly LoadedFeature[]): string {
  const grant_types = registerGrantTypes(features.flatMap((one) => one.grant_types ?? []));
  const meanings = errorMeaningsFor(grant_types);
  const own = errorCodes.map((code) => row(code, String(statusOf(code)), meanings[code]));
  const ofFeatures = features.flatMap((one) => one.renderErrors?.() ?? []);
  return (
    `${introduction}\n${heading}${own.join("")}${grantTypeSections(grant_types)}` +
    ofFeatures.join("")
  );
}

/** What the token endpoint's errors mean for each grant type. */
function grantTypeSections(grant_types: GrantTypes): string {
  const sections = [...grant_types.values()].map(({ name, errors }) => {
    const rows = errorCodes.flatMap((code) => {
      const meaning = errors[code];
      return meaning === undefined ? [] : [row(code, String(tokenErrorStatus(code)), meaning)];
    });
    return `\n### \`${name}\`\n\n${heading}${rows.join("")}`;
  });
  return `\n## By grant type\n${sections.join("")}`;
}

const introduction = `# Errors

An error is a JSON object with \`error\`, \`error_description\` and, except where a backchannel authentication is refused
(OpenID CIBA Core §13), \`status_code\`. Branch on \`error\`; the description is for
humans, and may change. Some have \`redirect_to\`: a browser that is sent there can start again. With the setting
\`oauth2.expose_internal_errors\` there is also \`debug\`, which is for operators only.

The authorization endpoint returns most errors to the client, as parameters of its redirect URI; errors that must not be
redirected are shown to the user, with a request id to quote. The same id is in the header \`X-Request-Id\` and in the log.

A login, consent or logout app may reject a request with a code of its own, which is passed on unchanged.

Invalid HTTP requests get \`invalid_request\` with a status of HTTP: 408 when they take too long, 417 for an expectation
that is not supported, 431 when the head is too large, 400 otherwise.
`;
