import type { TrustedIssuer } from "@latchkey/api";

/** The subjects that an issuer may assert, in a few words. */
export function describeSubjects({ subject, subject_pattern }: TrustedIssuer): string {
  return subject === "" ? (subject_pattern ?? "any") : subject;
}
