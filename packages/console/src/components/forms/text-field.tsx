import { FieldError } from "react-aria-components/FieldError";
import { Input } from "react-aria-components/Input";
import { Label } from "react-aria-components/Label";
import { Text } from "react-aria-components/Text";
import { TextArea } from "react-aria-components/TextArea";
import { TextField as AriaTextField } from "react-aria-components/TextField";
import { type ReactNode, useState } from "react";
import { useFieldError } from "./field-errors.ts";

interface TextFieldProps {
  readonly label: string;
  /** The name of the API field, by which validation errors of the server find this one. */
  readonly name?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: ReactNode;
  /** An error that does not come from the form around the field. */
  readonly error?: string | undefined;
  readonly type?: "text" | "password" | "url" | "number";
  readonly placeholder?: string;
  /** How many lines are visible; more than one makes it a text area. */
  readonly lines?: number;
  readonly mono?: boolean;
  readonly autoFocus?: boolean;
  readonly isRequired?: boolean;
  readonly autoComplete?: "off" | "new-password";
}

/** A labelled text input; its error appears below it. */
export function TextField(props: TextFieldProps) {
  const { label, name, value, onChange, hint, placeholder = "" } = props;
  const { type = "text", lines = 1, mono = false, autoFocus = false, isRequired = false } = props;
  const submitted = useFieldError(name);
  const error = props.error ?? submitted.error;
  const shared = { className: mono ? "input mono" : "input", placeholder, spellCheck: false };
  return (
    <AriaTextField
      className="field"
      value={value}
      onChange={(typed) => {
        submitted.clear();
        onChange(typed);
      }}
      type={type}
      isRequired={isRequired}
      autoFocus={autoFocus}
      autoComplete={props.autoComplete ?? "off"}
      validationBehavior="aria"
      {...(name !== undefined && { name })}
      isInvalid={error !== undefined}
    >
      <Label>{label}</Label>
      {lines > 1 ? <TextArea rows={lines} {...shared} /> : <Input {...shared} />}
      {hint !== undefined && (
        <Text slot="description" className="hint">
          {hint}
        </Text>
      )}
      <FieldError className="field-error">{error}</FieldError>
    </AriaTextField>
  );
}

interface LinesFieldProps extends Omit<TextFieldProps, "value" | "onChange" | "lines" | "type"> {
  readonly value: readonly string[] | undefined;
  readonly onChange: (lines: string[]) => void;
}

const MAX_LINES = 12;

/** A list of values, one per line, with room for one more. The text stays as typed, with an unfinished last line. */
export function LinesField({ value = [], onChange, ...rest }: LinesFieldProps) {
  const [text, setText] = useState(value.join("\n"));
  const change = (typed: string): void => {
    setText(typed);
    onChange(splitLines(typed));
  };
  const lines = Math.min(text.split("\n").length + 1, MAX_LINES);
  return <TextField {...rest} value={text} onChange={change} lines={lines} mono />;
}

/** The values of a text with one per line; spaces separate them too, as no URI holds one. */
function splitLines(text: string): string[] {
  return text.split(/\s+/).filter((line) => line !== "");
}
