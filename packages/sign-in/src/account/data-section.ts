import { normalizeUsername } from "@latchkey/api";
import { showPage } from "../http/responses.ts";
import { securityHeaders } from "../http/security-headers.ts";
import type { PageResponse } from "../http/exchange.ts";
import { showNotice } from "../pages/notices.ts";
import { dataView, deleteAccountView } from "../views/account-activity-view.ts";
import type { AccountAnswer, AccountSection, AccountVisit } from "./section.ts";

/** What is stored about the user, as a file; and the end of the account, where the operator permits it. */
export const dataSection: AccountSection = {
  id: "data",
  async show({ services, target, messages }) {
    const delete_url = `${target.action}?step=delete_account`;
    const { may_delete } = services.self_service;
    return dataView({ target, delete_url: may_delete ? delete_url : undefined }, messages);
  },
  steps: { delete_account: (visit) => showDeletion(visit) },
  actions: {
    download_data: { needs_fresh_login: true, submit: download },
    delete_account: { needs_fresh_login: true, submit: deleteAccount },
  },
};

async function download({ services, subject }: AccountVisit): Promise<AccountAnswer> {
  const data = await services.self_service.exportData(subject);
  if (data === undefined) return { done: "" };
  const headers = {
    ...securityHeaders,
    "content-type": "application/json; charset=utf-8",
    "content-disposition": 'attachment; filename="account.json"',
    "cache-control": "no-store",
  };
  const body = `${JSON.stringify(data, undefined, 2)}\n`;
  return { page: { status: 200, headers, body }, happened: { kind: "data_downloaded" } };
}

async function showDeletion(visit: AccountVisit, problem?: string): Promise<PageResponse> {
  const { services, subject, username, frame, messages, target, set_cookie } = visit;
  const { activity } = messages;
  if (!services.self_service.may_delete)
    return showNotice(frame, { notice: messages.page_not_found }, { status: 404 });
  const { sessions, apps, integrations } = await services.self_service.countAccess(subject);
  const counted = (count: number, sentence: (count: number) => string): string[] =>
    count === 0 ? [] : [sentence(count)];
  const { ends } = activity;
  const body = deleteAccountView(
    {
      target,
      username,
      ends: [
        ends.sign_in,
        ...counted(sessions, ends.sessions),
        ...counted(apps, ends.apps),
        ...counted(integrations, ends.integrations),
        ends.data,
      ],
      problem,
    },
    messages,
  );
  const status = problem === undefined ? 200 : 422;
  return showPage(frame, { title: activity.delete_account, body }, { set_cookie, status });
}

async function deleteAccount(visit: AccountVisit, form: URLSearchParams): Promise<AccountAnswer> {
  const { services, subject, username, frame, messages } = visit;
  if (!services.self_service.may_delete) return { done: "" };
  const typed = normalizeUsername(form.get("username") ?? "");
  if (typed !== username)
    return { page: await showDeletion(visit, messages.activity.username_differs) };
  await services.self_service.deleteAccount(subject);
  return { page: showNotice(frame, { notice: messages.activity.deleted }) };
}
