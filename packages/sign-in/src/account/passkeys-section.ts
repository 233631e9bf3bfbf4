import { passkeyChallenge } from "../factors/passkey-challenge.ts";
import { displayName } from "../pages/display-name.ts";
import { sanitizeName } from "../pages/client-details.ts";
import { passkeysView } from "../views/factors-view.ts";
import { factsOf } from "./factors-section.ts";
import { deviceNameOf } from "./device-name.ts";
import type { AccountSection } from "./section.ts";

export const passkeysSection: AccountSection = {
  id: "passkeys",
  async show(visit) {
    const { services, subject, username, profile, messages, target, problem, request } = visit;
    if (!services.passkeys.available) return undefined;
    const [factors, options] = await Promise.all([
      services.factors.list(subject),
      services.passkeys.creationOptions(
        { subject, username, display_name: displayName(profile, subject) },
        passkeyChallenge("add", target.csrf),
      ),
    ]);
    const passkeys = factors
      .filter(({ kind }) => kind === "passkey")
      .map((factor) => ({
        factor_id: factor.factor_id,
        name: factor.name || messages.account.unnamed_passkey,
        facts: factsOf(factor, visit),
      }));
    const { system = "" } = deviceNameOf(request.headers["user-agent"]);
    return passkeysView(
      {
        target,
        passkeys,
        options,
        problem: problem?.field === "passkey" ? problem.text : undefined,
        not_removed: problem?.field === "last_passkey" ? problem.text : undefined,
        suggested_name: system,
      },
      messages,
    );
  },
  actions: {
    add_passkey: {
      needs_fresh_login: true,
      async submit({ services, subject, target, messages, frame }, form) {
        const name = sanitizeName(form.get("name") ?? "");
        const response = form.get("passkey") ?? "";
        const challenge = passkeyChallenge("add", target.csrf);
        if (await services.passkeys.add(subject, name, response, challenge)) {
          await services.mail?.notify(subject, "passkey_added", frame.locale);
          return {
            done: "passkey_added",
            happened: { kind: "factor_added", factor: "passkey", name },
          };
        }
        return { problem: { field: "passkey", text: messages.account.passkey_failed } };
      },
    },
  },
  outcomes: ({ account: { passkey_added } }) => ({ passkey_added }),
};
