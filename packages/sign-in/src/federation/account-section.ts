import {
  type AccountAnswer,
  type AccountSection,
  type AccountVisit,
  dayOf,
} from "../account/section.ts";
import { redirectAfterForm } from "../http/responses.ts";
import { form } from "../views/form.ts";
import { html, type SafeHtml } from "../views/html.ts";
import { providerMark } from "./marks.ts";
import type { ProviderButton, ProviderLink } from "./service.ts";
import { findKeptAccess, type KeptAccess } from "./kept-access.ts";
import { noteFailedSignIn } from "../signing-in/failed-sign-in.ts";
import { describeFailure } from "./describe-failure.ts";
import { bindToBrowser } from "./start.ts";

/** The providers that the account is linked with, and those that it can be linked with. */
export const providersSection: AccountSection = {
  id: "providers",
  async show(visit) {
    const federation = visit.services.federation;
    if (federation === undefined) return undefined;
    const [links, providers, kept] = await Promise.all([
      federation.linksOf(visit.subject),
      federation.list(),
      findKeptAccess(visit),
    ]);
    const linked = new Set(links.map(({ provider_id }) => provider_id));
    const others = providers.filter(({ provider_id }) => !linked.has(provider_id));
    return links.length + others.length === 0
      ? undefined
      : providersView(visit, links, others, kept);
  },
  actions: {
    // An attacker at a browser that was left open must not add a way in.
    link_provider: { needs_fresh_login: true, submit: link },
    unlink_provider: { needs_fresh_login: true, submit: unlink },
    // It takes access away, and gives none.
    remove_kept_tokens: { needs_fresh_login: false, submit: removeKept },
  },
  outcomes: ({ federation: { provider_linked, provider_unlinked, kept_removed } }) => ({
    provider_linked,
    provider_unlinked,
    kept_removed,
  }),
};

async function link(visit: AccountVisit, sent: URLSearchParams): Promise<AccountAnswer> {
  const { services, subject, request, context, frame, messages } = visit;
  const purpose = { kind: "link", subject, session_id: request.session_id ?? "" } as const;
  const outcome = await services.federation?.start(sent.get("provider_id") ?? "", purpose, {
    bindTo: (state) => bindToBrowser(state, request, context),
    request_id: request.request_id,
  });
  if (outcome?.kind === "started") return { page: redirectAfterForm(frame, outcome.redirect_to) };
  const problem = (text: string) => ({ problem: { field: "provider", text } });
  if (outcome === undefined || outcome.kind === "unknown")
    return problem(messages.federation.response_unknown.title);
  const { reason, provider } = outcome;
  const failed = { who: { subject }, method: "provider", reason } as const;
  noteFailedSignIn({ ...failed, provider: provider.provider_id }, request, context);
  return problem(describeFailure(outcome, provider.name, messages));
}

async function unlink(
  { services, subject, messages, frame }: AccountVisit,
  sent: URLSearchParams,
): Promise<AccountAnswer> {
  const outcome = await services.federation?.unlink(subject, sent.get("provider_id") ?? "");
  if (outcome?.kind === "last")
    return { problem: { field: "provider", text: messages.federation.last_way } };
  if (outcome?.kind !== "unlinked") return { done: "" };
  const kind = "provider_unlinked";
  const { provider } = outcome;
  await services.mail?.notify(subject, { kind, provider }, frame.locale);
  return { done: kind, happened: { kind, name: provider } };
}

async function removeKept(
  { services, subject }: AccountVisit,
  sent: URLSearchParams,
): Promise<AccountAnswer> {
  const id = sent.get("provider_id") ?? "";
  const links = (await services.federation?.linksOf(subject)) ?? [];
  const provider = links.find(({ provider_id }) => provider_id === id)?.name ?? id;
  const isRemoved = await services.vault?.remove(subject, id);
  if (isRemoved !== true) return { done: "kept_removed" };
  return { done: "kept_removed", happened: { kind: "kept_tokens_removed", provider } };
}

function providersView(
  visit: AccountVisit,
  links: readonly ProviderLink[],
  others: readonly ProviderButton[],
  kept: KeptAccess,
): SafeHtml {
  const { messages, problem } = visit;
  const { federation, account } = messages;
  const linkedRows = links.map((one) =>
    row(
      one,
      [one.label, account.since(dayOf(one.linked_at, visit))],
      button(visit, "unlink_provider", one, account.remove),
      keptAccess(visit, one, kept.get(one.provider_id)),
    ),
  );
  const otherRows = others.map((one) =>
    row(one, [], button(visit, "link_provider", one, federation.link)),
  );
  return html`<h2 id="providers-title">${federation.title}</h2>
    <p class="quiet small">${federation.explained}</p>
    ${
      problem?.field === "provider" &&
      html`<p class="problem" id="provider-problem" role="alert">${problem.text}</p>`
    }
    <ul class="plain-list">
      ${linkedRows} ${otherRows}
    </ul>`;
}

function row(
  { provider_id, name, mark }: ProviderButton,
  facts: readonly string[],
  action: SafeHtml,
  more?: SafeHtml,
): SafeHtml {
  return html`<li class="connection">
    <div class="connection-head">
      <span>
        <strong id="provider-${provider_id}">${providerMark(mark)} <bdi>${name}</bdi></strong>
        ${facts.length > 0 && html`<span class="quiet small facts">${facts.join(" · ")}</span>`}
      </span>
      ${action}
    </div>
    ${more}
  </li>`;
}

/** Which apps can use the account there, and how the user ends that. */
function keptAccess(
  visit: AccountVisit,
  provider: ProviderButton,
  apps: readonly string[] | undefined,
): SafeHtml | undefined {
  if (apps === undefined) return undefined;
  const { frame, messages } = visit;
  const { kept_for, kept_for_none, remove_kept } = messages.federation;
  const names = new Intl.ListFormat(frame.locale, { type: "unit" }).format(apps);
  return html`<div class="connection-head">
    <span class="small">${apps.length === 0 ? kept_for_none : kept_for(names)}</span>
    ${button(visit, "remove_kept_tokens", provider, remove_kept)}
  </div>`;
}

function button(
  { target }: AccountVisit,
  action: string,
  { provider_id }: ProviderButton,
  label: string,
): SafeHtml {
  return form(
    target,
    html`<input type="hidden" name="action" value="${action}" />
      <input type="hidden" name="provider_id" value="${provider_id}" />
      <button class="button" aria-describedby="provider-${provider_id}">${label}</button>`,
  );
}
