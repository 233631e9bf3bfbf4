import type { PersonalData } from "../../context/context.ts";
import type { OperatorsContext } from "./context.ts";
import { describeOperator } from "./rules/records.ts";

/** The role of a user. With it go their sessions, and the API keys that they created. */
export function operatorPersonalData({ operators, now }: OperatorsContext): PersonalData {
  return {
    async list(subject) {
      const found = await operators.operators.find(subject);
      if (found === undefined) return {};
      return { operator_roles: [describeOperator(found, found.api_keys)] };
    },

    async erase(subject) {
      const check = { one_must_remain: false, now: now() };
      const outcome = await operators.operators.remove(subject, false, check);
      return outcome === "removed" ? { operator_roles: 1 } : {};
    },
  };
}
