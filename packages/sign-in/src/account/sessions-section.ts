import { readDeviceTokens } from "../signing-in/familiar-device.ts";
import { sessionsView } from "../views/access-view.ts";
import { type AccountSection, dayOf, describeDevice } from "./section.ts";

export const sessionsSection: AccountSection = {
  id: "sessions",
  async show(visit) {
    const { services, subject, request, messages, target } = visit;
    const listed = await services.sessions.list(subject);
    const sessions = listed.map(({ sid, device, signed_in_at }) => ({
      sid,
      device: describeDevice(device, visit),
      fact: messages.account.signed_in_at(dayOf(signed_in_at, visit)),
      is_this: sid === request.session_id,
    }));
    // The one the user looks at comes first.
    const ordered = sessions.toSorted((one, other) => Number(other.is_this) - Number(one.is_this));
    return sessionsView({ target, sessions: ordered }, messages);
  },
  actions: {
    sign_out: {
      needs_fresh_login: false,
      async submit({ services, subject }, form) {
        const ended = await services.sessions.end(subject, form.get("sid") ?? "");
        if (ended === undefined) return { done: "session_ended" };
        const happened = { kind: "session_ended", name: ended.device } as const;
        return { done: "session_ended", happened };
      },
    },
    sign_out_others: {
      needs_fresh_login: false,
      async submit({ services, subject, request, context }) {
        const others = (await services.sessions.list(subject)).filter(
          ({ sid }) => sid !== request.session_id,
        );
        for (const { sid } of others) await services.sessions.end(subject, sid);
        await services.devices.forgetOthers(subject, readDeviceTokens(request, context));
        if (others.length === 0) return { done: "sessions_ended" };
        return { done: "sessions_ended", happened: { kind: "sessions_ended" } };
      },
    },
  },
  outcomes: ({ account: { session_ended, sessions_ended } }) => ({ session_ended, sessions_ended }),
};
