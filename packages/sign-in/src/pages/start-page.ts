import { type Brand, PRODUCT_NAME } from "../branding/brand.ts";
import type { PageResponse } from "../http/exchange.ts";
import { showPage } from "../http/responses.ts";
import type { Locale } from "../messages/locale.ts";
import { messagesIn } from "../messages/messages.ts";
import { noticeView } from "../views/notice-view.ts";

/** What runs here, as far as everyone may know it. */
export interface StartReport {
  readonly issuer: string;
  readonly discovery_url: string;
  /** Where users enter the code of a device. */
  readonly device_url?: string;
  readonly locale: Locale;
  readonly product_name?: string;
  readonly brand?: Brand | undefined;
}

/** Renders the page at the root of the public listener, self-contained as the error page. */
export function renderStartPage(report: StartReport): PageResponse {
  const { issuer, discovery_url, device_url, locale, brand } = report;
  const messages = messagesIn(locale);
  const body = noticeView({
    notice: messages.start,
    details: [{ name: messages.issuer, value: issuer, kind: "mono" }],
    links: [
      { href: discovery_url, label: messages.discovery_document },
      ...(device_url === undefined ? [] : [{ href: device_url, label: messages.device.connect }]),
    ],
  });
  const product_name = report.product_name ?? brand?.product_name ?? PRODUCT_NAME;
  const frame = { locale, base_path: "/", product_name, brand };
  return showPage(frame, { title: messages.start.title, body, inline_style: true });
}
