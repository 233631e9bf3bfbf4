import { type Finding, finder } from "./finding.ts";

const { good, warning, bad } = finder("admin");

/** What a stranger gets who asks for administration. */
export interface ExposureEvidence {
  /** The answer to `GET /clients` where the public listener is. */
  readonly public_status: number | undefined;
  /** Another place where administration answered. */
  readonly admin_place?: string;
  readonly admin_status?: number | undefined;
}

/** Administration must not be where the public is. */
export function judgeExposure(evidence: ExposureEvidence): readonly Finding[] {
  const findings = [
    ...judgePlace("The public URL", evidence.public_status),
    ...judgePlace(evidence.admin_place ?? "", evidence.admin_status),
  ];
  return findings.length > 0
    ? findings
    : [good("Where the public is, nobody can administer the server.")];
}

function judgePlace(place: string, status: number | undefined): readonly Finding[] {
  if (status === 200)
    return [
      bad(
        `${place} lets anybody administer the server.`,
        "Stop routing it to the admin listener, bind serve.admin.host to an inner address, and set serve.admin.api_keys.",
      ),
    ];
  if (status === 401 || status === 403)
    return [
      warning(
        `${place} reaches the admin listener, which asks for a key.`,
        "Stop routing it there: a key is a good second wall and a poor first one.",
      ),
    ];
  return [];
}
