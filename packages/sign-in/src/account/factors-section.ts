import { readState, signState } from "../http/signed-state.ts";
import type { PageResponse } from "../http/exchange.ts";
import { showPage } from "../http/responses.ts";
import { factorsView, recoveryCodesView, setUpAppView } from "../views/factors-view.ts";
import { type AccountAnswer, type AccountSection, type AccountVisit, dayOf } from "./section.ts";

/** Seconds in which the app has to be set up. */
const SET_UP_WITHIN = 15 * 60;

export const factorsSection: AccountSection = {
  id: "factors",
  async show(visit) {
    const { services, subject, messages, target } = visit;
    const app = (await services.factors.list(subject)).find(({ kind }) => kind === "totp");
    const codes_left =
      app === undefined ? undefined : await services.factors.countRecoveryCodes(subject);
    return factorsView(
      {
        target,
        app: app && { factor_id: app.factor_id, facts: factsOf(app, visit) },
        codes_left,
        set_up_url: `${target.action}?step=authenticator_app`,
      },
      messages,
    );
  },
  steps: { authenticator_app: async (visit) => showSetUp(visit) },
  actions: {
    add_app: { needs_fresh_login: true, submit: addApp },
    new_recovery_codes: {
      needs_fresh_login: true,
      async submit(visit) {
        const { services, subject } = visit;
        const factors = await services.factors.list(subject);
        if (!factors.some(({ kind }) => kind === "totp")) return { done: "" };
        return {
          page: await showNewCodes(visit),
          happened: { kind: "recovery_codes_created" },
        };
      },
    },
    remove_factor: {
      needs_fresh_login: true,
      async submit({ services, subject, frame, messages }, form) {
        const factor_id = form.get("factor_id") ?? "";
        const factors = await services.factors.list(subject);
        const factor = factors.find((one) => one.factor_id === factor_id);
        const outcome = factor && (await services.factors.remove(subject, factor_id));
        if (outcome === "last")
          return { problem: { field: "last_passkey", text: messages.account.last_passkey } };
        if (factor === undefined || outcome !== "removed") return { done: "" };
        await services.mail?.notify(subject, "factor_removed", frame.locale);
        const { kind, name } = factor;
        return { done: "factor_removed", happened: { kind: "factor_removed", factor: kind, name } };
      },
    },
  },
  outcomes: ({ account: { app_added, factor_removed } }) => ({ app_added, factor_removed }),
};

/** When a factor was added and used. */
export function factsOf(
  {
    created_at,
    last_used_at,
  }: { readonly created_at: number; readonly last_used_at: number | undefined },
  visit: AccountVisit,
): string[] {
  const { since, last_used, never_used } = visit.messages.account;
  return [
    since(dayOf(created_at, visit)),
    last_used_at === undefined ? never_used : last_used(dayOf(last_used_at, visit)),
  ];
}

/** The secret travels in the form, signed, until the user has shown that the app has it: nothing is stored before. */
function showSetUp(visit: AccountVisit, secret?: string, problem?: string): PageResponse {
  const { services, username, frame, messages, target, set_cookie, context } = visit;
  const proposal = services.factors.proposeTotp(username, frame.product_name, secret);
  const until = services.now() + SET_UP_WITHIN;
  const state = signState(purposeOf(visit), { secret: proposal.secret }, until, context);
  const body = setUpAppView({ target, proposal, state, problem }, messages);
  return showPage(
    frame,
    { title: messages.account.authenticator_app, body },
    { set_cookie, status: problem === undefined ? 200 : 422 },
  );
}

async function addApp(visit: AccountVisit, form: URLSearchParams): Promise<AccountAnswer> {
  const { services, subject, context, messages } = visit;
  const state = readState(purposeOf(visit), form.get("state"), services.now(), context);
  const secret = state?.["secret"];
  if (typeof secret !== "string") return { page: showSetUp(visit) };
  if (!(await services.factors.addTotp(subject, secret, form.get("code") ?? ""))) {
    return { page: showSetUp(visit, secret, messages.account.app_code_wrong) };
  }
  await services.mail?.notify(subject, "app_added", visit.frame.locale);
  const page = await showNewCodes(visit);
  return { page, happened: { kind: "factor_added", factor: "totp" } };
}

async function showNewCodes(visit: AccountVisit): Promise<PageResponse> {
  const { services, subject, frame, messages, target, set_cookie } = visit;
  const codes = await services.factors.newRecoveryCodes(subject);
  const body = recoveryCodesView({ codes, back: `${target.action}?done=app_added` }, messages);
  return showPage(
    frame,
    { title: messages.account.recovery_codes_shown.title, body },
    { set_cookie },
  );
}

function purposeOf({ subject, request }: AccountVisit): readonly string[] {
  return ["authenticator app", subject, request.session_id ?? ""];
}
