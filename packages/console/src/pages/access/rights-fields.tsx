import { type Role, roles } from "@latchkey/api";
import { SelectField } from "../../components/forms/select-field.tsx";
import { TextField } from "../../components/forms/text-field.tsx";

/** Rights as they are entered. */
export interface RightsDraft {
  readonly role: Role;
  /** Ids with spaces or lines between; all where it is empty. */
  readonly workspaces: string;
}

/** The rights that a form sends. */
export function rightsOf({ role, workspaces }: RightsDraft): {
  readonly role: Role;
  readonly workspaces?: readonly string[];
} {
  const ids = workspaces.split(/[\s,]+/).filter(Boolean);
  return { role, ...(ids.length > 0 && { workspaces: ids }) };
}

const hints: Readonly<Record<Role, string>> = {
  viewer: "Sees everything but keys and secrets, and changes nothing.",
  operator: "Also changes clients, APIs, workspaces and branding, and revokes tokens and sessions.",
  administrator: "May do everything: keys, accounts, and who has access.",
};

interface RightsFieldsProps {
  readonly draft: RightsDraft;
  readonly onChange: (draft: RightsDraft) => void;
}

/** What an operator or a key may do. */
export function RightsFields({ draft, onChange }: RightsFieldsProps) {
  return (
    <>
      <SelectField
        label="Role"
        name="role"
        value={draft.role}
        onChange={(text) => {
          const role = roles.find((one) => one === text);
          if (role !== undefined) onChange({ ...draft, role });
        }}
        options={roles.map((role) => ({ value: role, label: role }))}
        hint={hints[draft.role]}
      />
      {draft.role !== "administrator" && <WorkspacesField draft={draft} onChange={onChange} />}
    </>
  );
}

/** The workspaces that an operator or a key is limited to. */
export function WorkspacesField({ draft, onChange }: RightsFieldsProps) {
  return (
    <TextField
      label="Only these workspaces"
      name="workspaces"
      value={draft.workspaces}
      onChange={(workspaces) => onChange({ ...draft, workspaces })}
      hint="Their ids, separated by spaces: nothing else is seen then. Leave it empty for everything."
      mono
    />
  );
}
