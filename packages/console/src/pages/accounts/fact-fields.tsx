import type { Account, AccountInput } from "@latchkey/api";
import { type Option, RadioChoice } from "../../components/forms/choices.tsx";
import { TextField } from "../../components/forms/text-field.tsx";
import { stateLabels } from "./state-badge.tsx";

/** State, groups and attributes of an account, as they are typed. */
export interface FactDraft {
  readonly state: Account["state"];
  /** Separated by commas. */
  readonly groups: string;
  /** A JSON object. */
  readonly attributes: string;
}

const states: readonly Option<Account["state"]>[] = [
  { value: "active", label: stateLabels.active, hint: "The user can sign in." },
  {
    value: "must_change_password",
    label: stateLabels.must_change_password,
    hint: "The next sign-in asks for a new password.",
  },
  {
    value: "disabled",
    label: stateLabels.disabled,
    hint: "The user cannot sign in, and has no access.",
  },
];

/** What an account has, to be edited. */
export function draftFacts({ state, groups, attributes }: Account): FactDraft {
  const isEmpty = Object.keys(attributes).length === 0;
  const text = isEmpty ? "" : JSON.stringify(attributes, null, 2);
  return { state, groups: groups.join(", "), attributes: text };
}

/** What was typed, or what is wrong with it. The server checks the rest. */
export function readFacts(
  draft: FactDraft,
):
  | { readonly ok: true; readonly value: Pick<AccountInput, "state" | "groups" | "attributes"> }
  | { readonly ok: false; readonly error: string } {
  const attributes = parseObject(draft.attributes.trim() || "{}");
  if (attributes === undefined)
    return { ok: false, error: "Write the attributes as a JSON object first." };
  const groups = draft.groups.split(",").map((group) => group.trim());
  const named = groups.filter((group) => group !== "");
  return { ok: true, value: { state: draft.state, groups: named, attributes } };
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? Object.fromEntries(Object.entries(value)) : undefined;
  } catch {
    return undefined;
  }
}

interface FactFieldsProps {
  readonly draft: FactDraft;
  /** Whether it can be disabled here: what is there already asks first, on its page. */
  readonly mayDisable: boolean;
  readonly onChange: (draft: FactDraft) => void;
}

/** The inputs for them. */
export function FactFields({ draft, mayDisable, onChange }: FactFieldsProps) {
  const options = mayDisable ? states : states.filter(({ value }) => value !== "disabled");
  return (
    <>
      <RadioChoice
        label="State"
        name="state"
        options={options}
        value={draft.state}
        onChange={(state) => onChange({ ...draft, state })}
      />
      <TextField
        label="Groups"
        name="groups"
        value={draft.groups}
        onChange={(groups) => onChange({ ...draft, groups })}
        hint="Separated by commas."
        placeholder="staff, admins"
      />
      <TextField
        label="Attributes"
        name="attributes"
        value={draft.attributes}
        onChange={(attributes) => onChange({ ...draft, attributes })}
        hint="Facts of your own as a JSON object. Clients do not see them."
        placeholder='{ "employee_number": 4711 }'
        lines={4}
        mono
      />
    </>
  );
}
