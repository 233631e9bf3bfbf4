import type { Context, NamedSubjects } from "../../context/context.ts";
import type { IssuedToken, Naming } from "../../context/named-subjects.ts";
import { causedBy } from "../../http/cause.ts";
import type { NamedSource } from "../../oauth/access-token.ts";
import type { AuthenticatedClient } from "../../oauth/client.ts";
import { describeRejection } from "../../oauth/rejection.ts";
import { timestamp } from "../../oauth/timestamp.ts";
import { err, ok } from "../../result.ts";
import type { SupportContext } from "./context.ts";
import { supportRejections } from "./rules/support-rejection.ts";
import {
  decideSupportRequest,
  SUBJECT_TYPE,
  type SupportFacts,
  verifySupport,
} from "./rules/support-request.ts";

/** Operators with the right to it get tokens for users whom they name. */
export const supportedSubjects: NamedSubjects<SupportContext> = {
  token_type: SUBJECT_TYPE,

  async accept(naming, client, context) {
    const { subject, form } = naming;
    const request = { ...naming, reasons: form.getAll("reason") };
    const decided = decideSupportRequest(request, client);
    if (!decided.ok) return err(describeRejection(supportRejections, decided.error));
    const { actor, reason } = decided.value;
    const verified = verifySupport(await findFacts({ subject, actor }, client, context));
    if (!verified.ok) return err(describeRejection(supportRejections, verified.error));
    const { client_id } = client;
    const { name } = verified.value;
    const support = { subject, actor: { subject: actor, name }, client, reason };
    return ok({
      expires_at: context.now() + context.config["ttl.support_access"],
      source: { named_by: SUBJECT_TYPE, subject, actor, client_id },
      recordOf: (token) => recordSupport(support, token, naming, context),
    });
  },

  async isValid(source, context) {
    const client = await context.store.clients.find(source.client_id);
    return verifySupport(await findFacts(source, client, context)).ok;
  },
};

async function findFacts(
  { subject, actor }: Pick<NamedSource, "subject" | "actor">,
  client: SupportFacts["client"],
  { users, role_holders }: Context,
): Promise<SupportFacts> {
  const isActive = async (one: string): Promise<boolean> =>
    !users.are_all || (await users.findSubject(one)) !== undefined;
  const [actor_role, subject_role, is_actor_active, is_subject_active] = await Promise.all([
    role_holders.find(actor),
    role_holders.find(subject),
    isActive(actor),
    isActive(subject),
  ]);
  return { subject, client, actor_role, subject_role, is_actor_active, is_subject_active };
}

/** Who acts for whom, with which client and why. */
interface Support {
  readonly subject: string;
  readonly actor: { readonly subject: string; readonly name: string };
  readonly client: Pick<AuthenticatedClient, "client_id" | "client_name">;
  readonly reason: string;
}

/** An event that the user sees, and an entry of the audit. The operator caused them, rather than the client. */
function recordSupport(
  support: Support,
  { scope, audience, expires_at }: IssuedToken,
  { request: { address, request_id } }: Pick<Naming, "request">,
  { store, users }: Context,
) {
  const { subject, actor, client, reason } = support;
  const caller = { kind: "account", id: actor.subject, name: actor.name } as const;
  const cause = { caller, operation: "oauth2Token", address, request_id };
  const record = causedBy(cause, () => store.tools.changes.recorder());
  return function* recordAll() {
    if (users.recordActing !== undefined) yield* users.recordActing(support);
    yield* record({
      action: "support_token_issued",
      object: { type: "account", id: subject },
      after: {
        actor: actor.subject,
        client_id: client.client_id,
        scope,
        audience,
        reason,
        expires_at: timestamp(expires_at),
      },
    });
  };
}
