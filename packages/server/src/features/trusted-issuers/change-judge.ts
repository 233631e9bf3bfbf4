import { isUuid } from "@latchkey/api";
import type { ChangeJudge } from "../../context/context.ts";
import type { GrantedRequest, Verdict } from "../../oauth/request/granted-request.ts";
import type { Cursor } from "../../store/port/page.ts";
import { err, ok } from "../../result.ts";
import type { TrustedIssuersContext } from "./context.ts";
import { judgeTrust } from "./rules/trust-change.ts";
import type { TrustedIssuer } from "./rules/trusted-issuer.ts";
import { readTrustedIssuer } from "./trusted-issuer-input.ts";

/** Removals and replacements of trusted issuers. A record that is not found is a new one. */
export const trustedIssuerChanges: ChangeJudge<TrustedIssuersContext> = {
  kind: "trusted_issuer",
  async prepare(changes, context) {
    const { config, now, outbound } = context;
    const our_issuer = config["urls.self.issuer"];
    const replaced: TrustedIssuer[] = [];
    const added: TrustedIssuer[] = [];
    for (const { id, after } of changes) {
      const found = isUuid(id) ? await context["trusted-issuers"].find(id) : undefined;
      if (found !== undefined) replaced.push(found);
      if (after === undefined) continue;
      const read = readTrustedIssuer(after, { now: now(), our_issuer, outbound });
      if (!read.ok) return err({ id, error: read.error });
      added.push(read.value);
    }
    const present = await listTrusted([...replaced, ...added], context);
    const gone = new Set(replaced.map(({ id }) => id));
    const changed = [...present.filter(({ id }) => !gone.has(id)), ...added];
    const judge =
      (records: readonly TrustedIssuer[]) =>
      (request: GrantedRequest): Verdict =>
        judgeTrust(request, present, records, config["strategies.scope"]);
    return ok({ before: judge(present), after: judge(changed) });
  },
};

const PAGE = 500;

/** All enabled records of the issuers of these that are trusted now, the oldest first. */
async function listTrusted(
  records: readonly TrustedIssuer[],
  { now, ...context }: TrustedIssuersContext,
): Promise<readonly TrustedIssuer[]> {
  const trusted: TrustedIssuer[] = [];
  for (const issuer of new Set(records.map((record) => record.issuer))) {
    let after: Cursor | undefined;
    do {
      const page = { limit: PAGE, offset: 0, after };
      const { items, next } = await context["trusted-issuers"].list(issuer, page);
      trusted.push(
        ...items.filter(({ enabled, expires_at }) => enabled !== false && expires_at > now()),
      );
      after = next;
    } while (after !== undefined);
  }
  return trusted;
}
