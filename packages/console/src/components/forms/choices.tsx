import { Checkbox } from "react-aria-components/Checkbox";
import { CheckboxGroup } from "react-aria-components/CheckboxGroup";
import { FieldError } from "react-aria-components/FieldError";
import { Label } from "react-aria-components/Label";
import { Radio, RadioGroup } from "react-aria-components/RadioGroup";
import type { ReactNode } from "react";
import { useFieldError } from "./field-errors.ts";
import { CheckIcon } from "../icons.tsx";

/** One option of a choice. */
export interface Option<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly hint?: string;
  readonly icon?: ReactNode;
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  /** The name of the API field, by which validation errors of the server find this one. */
  readonly name?: string;
  readonly options: readonly Option<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** `cards` have room for a hint; `segments` are a word each. */
  readonly variant?: "cards" | "segments";
}

/** Radio buttons: exactly one of several options. */
export function RadioChoice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, name, options, value, onChange, variant = "cards" } = props;
  const { error, clear } = useFieldError(name);
  const choose = (chosen: string): void => {
    const option = options.find((candidate) => candidate.value === chosen);
    if (option === undefined) return;
    clear();
    onChange(option.value);
  };
  return (
    <RadioGroup
      className={`choice ${variant}`}
      value={value}
      onChange={choose}
      isInvalid={error !== undefined}
      {...(name !== undefined && { name })}
    >
      <Label>{label}</Label>
      <div className="options">
        {options.map((option) => (
          <Radio key={option.value} value={option.value} className="option">
            {option.icon}
            <span>
              <strong>{option.label}</strong>
              {option.hint !== undefined && <span className="hint">{option.hint}</span>}
            </span>
          </Radio>
        ))}
      </div>
      <FieldError className="field-error">{error}</FieldError>
    </RadioGroup>
  );
}

/** Checkboxes: any of several options. */
export function CheckboxChoice<Value extends string>(props: {
  readonly label: string;
  readonly name?: string;
  readonly options: readonly Option<Value>[];
  readonly value: readonly string[];
  readonly onChange: (value: string[]) => void;
}) {
  const { error, clear } = useFieldError(props.name);
  return (
    <CheckboxGroup
      className="checkboxes"
      value={[...props.value]}
      onChange={(values) => {
        clear();
        props.onChange(values);
      }}
      isInvalid={error !== undefined}
      {...(props.name !== undefined && { name: props.name })}
    >
      <Label>{props.label}</Label>
      {props.options.map(({ value, label, hint }) => (
        <Checkbox key={value} value={value} className="checkbox">
          <span className="box">
            <CheckIcon />
          </span>
          <span>
            {label}
            {hint !== undefined && <span className="hint">{hint}</span>}
          </span>
        </Checkbox>
      ))}
      <FieldError className="field-error">{error}</FieldError>
    </CheckboxGroup>
  );
}

/** One checkbox. */
export function SingleCheckbox(props: {
  readonly label: string;
  readonly hint?: string;
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
}) {
  return (
    <Checkbox className="checkbox" isSelected={props.isSelected} onChange={props.onChange}>
      <span className="box">
        <CheckIcon />
      </span>
      <span>
        {props.label}
        {props.hint !== undefined && <span className="hint">{props.hint}</span>}
      </span>
    </Checkbox>
  );
}
