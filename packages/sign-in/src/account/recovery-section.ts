import { showPage, seeOther } from "../http/responses.ts";
import type { PageResponse } from "../http/exchange.ts";
import { describeClient } from "../pages/client-details.ts";
import { type RecoveredItem, recoveryNoticeView, recoveryView } from "../views/recovery-view.ts";
import { undefinedIfMissing } from "../workspace/undefined-if-missing.ts";
import { listConsents } from "./consents.ts";
import { type AccountAnswer, type AccountSection, type AccountVisit, dayOf } from "./section.ts";
import { originOf, type Happening } from "./history.ts";

/** After a reset of the password by mail: what could use the account before, each to keep or to remove. Sessions have ended. */
export const recoverySection: AccountSection = {
  id: "recovery",
  // A factor that an attacker added must not be what it takes to remove it. Who is here knows the password that was just chosen by
  // mail, and what the policy for the account asks of every sign-in.
  is_recovery: true,
  async show(visit) {
    const items = await listItems(visit);
    if (items.length === 0) return undefined;
    return recoveryNoticeView(`${visit.target.action}?step=recovery`, visit.messages);
  },
  steps: { recovery: (visit) => showItems(visit) },
  actions: { finish_recovery: { needs_fresh_login: true, submit: finish } },
  outcomes: ({ mail: { recovery } }) => ({ recovery_finished: recovery.done }),
};

interface Item extends RecoveredItem {
  /** What it takes to remove it; undefined where it has gone already. */
  remove(): Promise<Happening | undefined>;
}

async function showItems(visit: AccountVisit, problem?: string): Promise<PageResponse> {
  const { frame, messages, target, set_cookie } = visit;
  const items = await listItems(visit);
  if (items.length === 0) return seeOther(target.action);
  return showPage(
    frame,
    {
      title: messages.mail.recovery.title,
      body: recoveryView({ target, items, problem }, messages),
      wide: true,
    },
    { set_cookie, status: problem === undefined ? 200 : 422 },
  );
}

async function finish(visit: AccountVisit, form: URLSearchParams): Promise<AccountAnswer> {
  const { services, subject, messages, request } = visit;
  const items = await listItems(visit);
  const choices = items.map(({ key }) => form.get(key));
  if (!choices.every((choice) => choice === "keep" || choice === "remove"))
    return { page: await showItems(visit, messages.mail.recovery.choose) };
  for (const item of items.filter((_, index) => choices[index] === "remove")) {
    const happened = await item.remove();
    if (happened !== undefined) await services.history.add(subject, happened, originOf(request));
  }
  await services.mail?.finishRecovery(subject);
  return { done: "recovery_finished" };
}

/** Those that are as old as the reset or older; none where there was no reset, or the user has decided. */
async function listItems(visit: AccountVisit): Promise<readonly Item[]> {
  const resetAt = await visit.services.mail?.recoveryOf(visit.subject);
  if (resetAt === undefined) return [];
  const lists = await Promise.all([factors(visit), links(visit), apps(visit)]);
  return lists.flat().filter(({ added_at }) => !(added_at > resetAt));
}

type Dated = Item & { readonly added_at: number };

async function factors(visit: AccountVisit): Promise<Dated[]> {
  const { services, subject, messages, frame } = visit;
  const { account, mail } = messages;
  return (await services.factors.list(subject)).map(({ factor_id, kind, name, created_at }) => ({
    key: `factor ${factor_id}`,
    name: kind === "totp" ? account.authenticator_app : name || account.unnamed_passkey,
    facts: [
      ...(kind === "passkey" ? [mail.recovery.passkey] : []),
      account.since(dayOf(created_at, visit)),
    ],
    added_at: created_at,
    async remove() {
      if ((await services.factors.remove(subject, factor_id)) !== "removed") return undefined;
      await services.mail?.notify(subject, "factor_removed", frame.locale);
      return { kind: "factor_removed", factor: kind, name };
    },
  }));
}

async function links(visit: AccountVisit): Promise<Dated[]> {
  const { services, subject, messages, frame } = visit;
  const found = (await services.federation?.linksOf(subject)) ?? [];
  return found.map(({ provider_id, name, label, linked_at }) => ({
    key: `provider ${provider_id}`,
    name,
    facts: [label, messages.account.since(dayOf(linked_at, visit))],
    added_at: linked_at,
    async remove() {
      const outcome = await services.federation?.unlink(subject, provider_id);
      if (outcome?.kind !== "unlinked") return undefined;
      const kind = "provider_unlinked";
      await services.mail?.notify(subject, { kind, provider: name }, frame.locale);
      return { kind, name };
    },
  }));
}

async function apps(visit: AccountVisit): Promise<Dated[]> {
  const { context, subject, messages } = visit;
  return [...(await listConsents(visit))].flatMap(([client_id, given]): Dated[] => {
    const [newest] = given;
    if (newest === undefined) return [];
    const { name } = describeClient(newest.consent_request.client, "");
    const dates = given.flatMap(({ handled_at }) => (handled_at === null ? [] : [handled_at]));
    const first = Math.min(...dates.map((date) => Date.parse(date) / 1000));
    const since = Number.isFinite(first) ? [messages.account.since(dayOf(first, visit))] : [];
    return [
      {
        key: `app ${client_id}`,
        name,
        facts: [messages.mail.recovery.app, ...since],
        added_at: Number.isFinite(first) ? Math.floor(first) : 0,
        async remove() {
          const revoked = { subject, client: client_id };
          await undefinedIfMissing(context.latchkey.revokeConsentSessions(revoked));
          return { kind: "app_disconnected", client_id, name };
        },
      },
    ];
  });
}
