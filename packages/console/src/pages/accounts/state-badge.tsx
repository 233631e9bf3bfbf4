import type { Account } from "@latchkey/api";
import { Badge } from "../../components/details.tsx";

/** What the states of an account are called. */
export const stateLabels: Readonly<Record<Account["state"], string>> = {
  active: "Active",
  disabled: "Disabled",
  must_change_password: "Must change password",
};

/** Marks an account that is not simply active. */
export function StateBadge({ state }: { readonly state: Account["state"] }) {
  if (state === "active") return null;
  return (
    <Badge tone={state === "disabled" ? "bad" : "brass"}>{stateLabels[state].toLowerCase()}</Badge>
  );
}
