import { operations } from "@latchkey/api";
import { useState } from "react";
import { CheckboxChoice } from "../../components/forms/choices.tsx";
import { TextField } from "../../components/forms/text-field.tsx";
import { isServed } from "../../served.ts";
import { useSession } from "../../session/session.ts";
import { findOperations } from "./find-operations.ts";

interface OperationChoiceProps {
  /** Ids of operations. */
  readonly value: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
}

/** The operations that an API key may call, of those that its creator may. What is chosen stays visible. */
export function OperationChoice({ value, onChange }: OperationChoiceProps) {
  const { may } = useSession();
  const [text, setText] = useState("");
  const found = new Set<string>(findOperations(text));
  const shown = findOperations("").filter(
    (id) => isServed(id) && may(id) && (value.includes(id) || found.has(id)),
  );
  return (
    <>
      <TextField
        label="Find operations"
        value={text}
        onChange={setText}
        placeholder="client"
        hint="By a word of their titles or ids."
      />
      <div className="long-choice">
        <CheckboxChoice
          label={`Operations (${value.length} chosen)`}
          name="operations"
          options={shown.map((id) => ({ value: id, label: operations[id].title, hint: id }))}
          value={value}
          onChange={onChange}
        />
      </div>
    </>
  );
}
