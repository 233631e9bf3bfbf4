import { showPage } from "./answers.ts";
import type { PageAnswer } from "./exchange.ts";
import type { Locale } from "./locale.ts";
import { messagesIn } from "./messages/messages.ts";
import { noticeView, type Detail } from "./views/notice-view.ts";

/** An error that no client can be told, so a person is. */
export interface ErrorReport {
  readonly error: string;
  readonly error_description: string;
  /** What whoever runs the client can do about it. */
  readonly fix?: string | undefined;
  readonly request_id?: string | undefined;
  readonly locale: Locale;
  readonly product_name?: string;
  /** 400 unless told, or 500 for a `server_error`. */
  readonly status?: number;
}

/** A page that needs nothing else from the server: its style travels with it. */
export function renderErrorPage(report: ErrorReport): PageAnswer {
  const messages = messagesIn(report.locale);
  const frame = {
    locale: report.locale,
    base_path: "/",
    product_name: report.product_name ?? "Latchkey",
  };
  const rows: [string, string | undefined, Detail["kind"]][] = [
    [messages.reason, report.error_description, "sentence"],
    [messages.what_helps, report.fix, "sentence"],
    [messages.error_code, report.error, "mono"],
    [messages.request_id, report.request_id, "mono"],
  ];
  const details = rows.flatMap(([name, value, kind]) =>
    value ? [{ name, value: shorten(value), kind }] : [],
  );
  const body = noticeView({ notice: messages.error, details });
  const status = report.status ?? (report.error === "server_error" ? 500 : 400);
  return showPage(frame, { title: messages.error.title, body, self_contained: true }, { status });
}

/** Anyone can make a link to an error page, so it is no place for somebody else's essay. */
function shorten(text: string): string {
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
}

const LONGEST_TEXT = 400;
