import type { PreviousConsentSession } from "@latchkey/api";

import type { AccountVisit } from "./section.ts";

const MAX_READ = 500;

/** The consents of the user by client: newest first, as an app has one for each time it asked. */
export async function listConsents({
  context,
  subject,
}: Pick<AccountVisit, "context" | "subject">): Promise<Map<string, PreviousConsentSession[]>> {
  const limit = MAX_READ;
  const consents = await context.latchkey.listSubjectConsentSessions({ subject, limit });
  return Map.groupBy(consents, ({ consent_request: { client } }) => client.client_id);
}
