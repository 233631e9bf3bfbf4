import { useId } from "react";
import { useFieldError } from "./field-errors.ts";

interface SelectFieldProps {
  readonly label: string;
  readonly name: string;
  readonly hint?: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** One of many options, as the browser's own drop-down list. */
export function SelectField({ label, name, hint, options, value, onChange }: SelectFieldProps) {
  const id = useId();
  const { error, clear } = useFieldError(name);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        name={name}
        className="input"
        value={value}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-hint ${id}-error`}
        onChange={({ target }) => {
          clear();
          onChange(target.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <span id={`${id}-hint`} className="hint">
        {hint}
      </span>
      <span id={`${id}-error`} className="field-error">
        {error}
      </span>
    </div>
  );
}
