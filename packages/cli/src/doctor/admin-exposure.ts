import { type Finding, findingsFor } from "./finding.ts";

const { good, warning, bad } = findingsFor("admin");

/** Responses to unauthenticated requests of the admin API. */
export interface ExposureEvidence {
  /** Status of `GET /clients` at the public URL, if it is the admin API. */
  readonly public_status: number | undefined;
  /** Another origin at which the admin API responded. */
  readonly admin_place?: string;
  readonly admin_status?: number | undefined;
}

/** The admin API must not be reachable at the public URL. */
export function checkExposure(evidence: ExposureEvidence): readonly Finding[] {
  const findings = [
    ...checkPlace("The public URL", evidence.public_status),
    ...checkPlace(evidence.admin_place ?? "", evidence.admin_status),
  ];
  return findings.length > 0
    ? findings
    : [good("The admin API is not reachable at the public URL.")];
}

function checkPlace(place: string, status: number | undefined): readonly Finding[] {
  if (status === 200)
    return [
      bad(
        `${place} exposes the admin API without authentication.`,
        "Stop routing it to the admin listener, bind serve.admin.host to an internal address, and set serve.admin.api_keys.",
      ),
    ];
  if (status === 401 || status === 403)
    return [
      warning(
        `${place} reaches the admin listener, which requires an API key.`,
        "Stop routing it there: the API key should not be the only protection.",
      ),
    ];
  return [];
}
