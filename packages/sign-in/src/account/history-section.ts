import type { AccountEvent } from "@latchkey/api";

import { sanitizeName, sanitizeText } from "../pages/client-details.ts";
import { historyView, type ShownEvent } from "../views/account-activity-view.ts";
import { type AccountSection, type AccountVisit, describeDevice } from "./section.ts";

/** How many events are shown at first, and in all. */
const AT_FIRST = 5;
const IN_ALL = 50;

export const historySection: AccountSection = {
  id: "history",
  async show(visit) {
    const { services, subject, messages } = visit;
    const listed = await services.history.list(subject, IN_ALL);
    const events = listed.map((event) => describeEvent(event, visit));
    return historyView({ events, at_first: AT_FIRST }, messages);
  },
};

function describeEvent(event: AccountEvent, visit: AccountVisit): ShownEvent {
  const { at, by_administrator, device, address, kind, name, count } = event;
  const { activity } = visit.messages;
  const ended = kind === "session_ended" && name !== null ? describeDevice(name, visit) : undefined;
  const methods = new Set(event.amr.flatMap((method) => methodOf(method, visit)));
  if (kind === "kept_token_used" || kind === "support_access") {
    const times = count > 1 ? [activity.times(count)] : [];
    return {
      sentence: sentenceOf(event, visit),
      name: event.reason === null ? undefined : sanitizeText(event.reason),
      facts: [timeOf(at, visit), ...times],
    };
  }
  const facts = [
    timeOf(at, visit),
    by_administrator ? activity.by_administrator : describeDevice(device, visit),
    address ?? "",
    [...methods].join(" + "),
  ];
  return {
    sentence: sentenceOf(event, visit),
    name: ended ?? nameIn(name ?? event.provider),
    facts: facts.filter((fact) => fact !== ""),
  };
}

function sentenceOf(event: AccountEvent, visit: AccountVisit): string {
  const { kind, count, factor } = event;
  const { activity } = visit.messages;
  if (kind === "kept_token_used") {
    const app = nameIn(event.name) ?? event.client_id ?? "";
    return activity.kept_token_used(app, nameIn(event.provider) ?? "");
  }
  if (kind === "support_access") {
    const app = nameIn(event.name) ?? event.client_id ?? "";
    return activity.support_access(nameIn(event.actor) ?? "", app);
  }
  if (kind === "sign_in_failed") return activity.sign_in_failed(count);
  if (kind === "factor_added" || kind === "factor_removed") return activity[kind][factor ?? "totp"];
  return activity.event[kind];
}

/** The text of a stranger, as far as it can be shown. */
function nameIn(text: string | null): string | undefined {
  return text === null ? undefined : sanitizeName(text) || undefined;
}

/** RFC 8176 §2, as far as these pages use it. */
function methodOf(method: string, { messages: { activity } }: AccountVisit): string[] {
  if (method === "pwd") return [activity.method.password];
  if (method === "otp") return [activity.method.code];
  return method === "hwk" || method === "swk" ? [activity.method.passkey] : [];
}

/** Day and time in the user's time zone, where the profile has one. */
function timeOf(at: string, { frame, profile }: AccountVisit): string {
  const options = {
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  } as const;
  const inZone = (timeZone: string): string =>
    new Intl.DateTimeFormat(frame.locale, { ...options, timeZone }).format(new Date(at));
  try {
    return inZone(profile.zoneinfo ?? "UTC");
  } catch {
    return inZone("UTC"); // A claim need not name a zone that exists.
  }
}
