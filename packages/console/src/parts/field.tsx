import { Input } from "react-aria-components/Input";
import { Label } from "react-aria-components/Label";
import { Text } from "react-aria-components/Text";
import { TextArea } from "react-aria-components/TextArea";
import { TextField } from "react-aria-components/TextField";
import { FieldError } from "react-aria-components/FieldError";
import type { ReactNode } from "react";

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: ReactNode;
  readonly problem?: string | undefined;
  readonly type?: "text" | "password" | "url" | "number";
  readonly placeholder?: string;
  /** How many lines there are; one unless said. */
  readonly lines?: number;
  readonly mono?: boolean;
  readonly autoFocus?: boolean;
  readonly isRequired?: boolean;
}

/** A labelled field; what is wrong with it stands beside it. */
export function Field(props: FieldProps) {
  const {
    label,
    value,
    onChange,
    hint,
    problem,
    type = "text",
    placeholder = "",
    lines = 1,
  } = props;
  const { mono = false, autoFocus = false, isRequired = false } = props;
  const shared = { className: mono ? "input mono" : "input", placeholder, spellCheck: false };
  return (
    <TextField
      className="field"
      value={value}
      onChange={onChange}
      type={type}
      isInvalid={problem !== undefined}
      isRequired={isRequired}
      autoFocus={autoFocus}
      autoComplete="off"
      validationBehavior="aria"
    >
      <Label>{label}</Label>
      {lines > 1 ? <TextArea rows={lines} {...shared} /> : <Input {...shared} />}
      {hint !== undefined && (
        <Text slot="description" className="hint">
          {hint}
        </Text>
      )}
      <FieldError className="problem">{problem}</FieldError>
    </TextField>
  );
}
