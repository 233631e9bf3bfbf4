import { type Brand, PRODUCT_NAME } from "../branding/brand.ts";
import { messagesOf } from "../branding/page-messages.ts";
import { showPage } from "../http/responses.ts";
import type { PageResponse } from "../http/exchange.ts";
import type { Locale } from "../messages/locale.ts";
import { noticeView, type Detail } from "../views/notice-view.ts";

/** An error that cannot be reported to the client by redirect (RFC 6749 §4.1.2.1) and is shown to the user instead. */
export interface ErrorReport {
  readonly error: string;
  readonly error_description: string;
  /** What the developer of the client can do about it. */
  readonly fix?: string | undefined;
  readonly request_id?: string | undefined;
  readonly locale: Locale;
  readonly product_name?: string;
  readonly brand?: Brand | undefined;
  /** By default 400, or 500 for `server_error`. */
  readonly status?: number;
  /** What the page says happened: by default, what is known from the error code. */
  readonly notice?: ErrorNotice | undefined;
  /** Where administrators can continue. */
  readonly console_url?: string | undefined;
}

/** The text for users, in their language. The description is in English, for developers. */
export type ErrorNotice =
  | "error"
  | "app_unknown"
  | "app_disabled"
  | "too_many_requests"
  | "unavailable"
  | "expired"
  | "already_used"
  | "cookie_missing"
  | "page_not_found"
  | "wrong_method";

/** Renders the page self-contained, so that it needs no further request. */
export function renderErrorPage(report: ErrorReport): PageResponse {
  const messages = messagesOf(report);
  const frame = {
    locale: report.locale,
    base_path: "/",
    product_name: report.product_name ?? report.brand?.product_name ?? PRODUCT_NAME,
    brand: report.brand,
  };
  const rows: [string, string | undefined, Detail["kind"]][] = [
    [messages.reason, report.error_description, "sentence"],
    [messages.how_to_fix, report.fix, "sentence"],
    [messages.error_code, report.error, "mono"],
    [messages.request_id, report.request_id, "mono"],
  ];
  const details = rows.flatMap(([name, value, kind]) =>
    value ? [{ name, value: shorten(value), kind }] : [],
  );
  const kind = report.notice ?? noticeOfCode.get(report.error) ?? "error";
  const notice = messages[kind];
  const next = needsNewStart.has(kind) ? messages.start_in_app : undefined;
  const { console_url } = report;
  const links =
    console_url === undefined ? [] : [{ href: console_url, label: messages.open_console }];
  const details_title = messages.technical_details;
  const body = noticeView({
    notice,
    next,
    help: messages.own?.error_intro,
    details_title,
    details,
    links,
  });
  const status = report.status ?? (report.error === "server_error" ? 500 : 400);
  return showPage(frame, { title: notice.title, body, inline_style: true }, { status });
}

/** Codes that mean the same to users, whatever the description. All others are faults of the app's request. */
const noticeOfCode: ReadonlyMap<string, ErrorNotice> = new Map([
  ["invalid_client", "app_unknown"],
  ["too_many_requests", "too_many_requests"],
  ["server_error", "unavailable"],
  ["temporarily_unavailable", "unavailable"],
  ["not_found", "expired"],
]);

/** The request of the app is lost: to repeat it, the user returns to the app. */
const needsNewStart: ReadonlySet<ErrorNotice> = new Set([
  "expired",
  "already_used",
  "cookie_missing",
]);

/** Limits text that an attacker could choose by crafting a link. */
function shorten(text: string): string {
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;
}

const MAX_TEXT_LENGTH = 400;
