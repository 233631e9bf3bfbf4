import type { EditableClaim } from "@latchkey/api";

import { profileView } from "../views/account-activity-view.ts";
import type { ClaimTexts } from "./self-service.ts";
import type { AccountAnswer, AccountSection, AccountVisit } from "./section.ts";

export const profileSection: AccountSection = {
  id: "profile",
  async show({ services, username, profile, messages, target, problem }) {
    const { account, activity } = messages;
    const { editable_claims } = services.self_service;
    const others = editable_claims.filter((name) => name !== "name" && profile[name] !== undefined);
    const rows: [string, string | undefined][] = [
      [account.username, username],
      [account.name, profile.name],
      // Has a section of its own where mails are sent.
      [account.email, services.mail === undefined ? profile.email : undefined],
      ...others.map((name): [string, string | undefined] => [activity.claim[name], profile[name]]),
    ];
    const hints: Partial<Record<EditableClaim, string>> = activity.claim_hint;
    return profileView(
      {
        target,
        rows: rows.flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }])),
        fields: editable_claims.map((name) => ({
          name,
          label: activity.claim[name],
          value: profile[name] ?? "",
          hint: hints[name],
          autocomplete: AUTOCOMPLETE[name] ?? "off",
        })),
        problem,
      },
      messages,
    );
  },
  actions: { change_profile: { needs_fresh_login: false, submit: changeProfile } },
  outcomes: ({ activity: { profile_saved } }) => ({ profile_saved }),
};

/** HTML §4.10.18.7: what browsers fill in. */
const AUTOCOMPLETE: Partial<Record<EditableClaim, string>> = {
  name: "name",
  given_name: "given-name",
  family_name: "family-name",
  middle_name: "additional-name",
  nickname: "nickname",
  picture: "photo",
  website: "url",
  gender: "sex",
  birthdate: "bday",
  locale: "language",
};

async function changeProfile(visit: AccountVisit, form: URLSearchParams): Promise<AccountAnswer> {
  const { services, subject, messages } = visit;
  const { self_service } = services;
  const typed: ClaimTexts = Object.fromEntries(
    self_service.editable_claims.flatMap((name) => {
      const text = form.get(name);
      return text === null ? [] : [[name, text]];
    }),
  );
  const change = await self_service.changeClaims(subject, typed);
  if ("refused" in change) {
    const [field = ""] = change.refused;
    return { problem: { field, text: messages.activity.claim_invalid, typed } };
  }
  if (change.changed.length === 0) return { done: "" };
  const happened = { kind: "profile_changed", fields: change.changed } as const;
  return { done: "profile_saved", happened };
}
