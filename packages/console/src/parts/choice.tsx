import { Checkbox } from "react-aria-components/Checkbox";
import { CheckboxGroup } from "react-aria-components/CheckboxGroup";
import { Label } from "react-aria-components/Label";
import { Radio, RadioGroup } from "react-aria-components/RadioGroup";
import type { ReactNode } from "react";
import { CheckIcon } from "./icons.tsx";

/** One of several things to choose from. */
export interface Option<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly hint?: string;
  readonly icon?: ReactNode;
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly options: readonly Option<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** `cards` explain themselves; `segments` are a word each. */
  readonly look?: "cards" | "segments";
}

/** Exactly one of several. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, options, value, onChange, look = "cards" } = props;
  const choose = (chosen: string): void => {
    const option = options.find((one) => one.value === chosen);
    if (option !== undefined) onChange(option.value);
  };
  return (
    <RadioGroup className={`choice ${look}`} value={value} onChange={choose}>
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
    </RadioGroup>
  );
}

/** Any of several. */
export function Ticks<Value extends string>(props: {
  readonly label: string;
  readonly options: readonly Option<Value>[];
  readonly value: readonly string[];
  readonly onChange: (value: string[]) => void;
}) {
  return (
    <CheckboxGroup className="ticks" value={[...props.value]} onChange={props.onChange}>
      <Label>{props.label}</Label>
      {props.options.map(({ value, label, hint }) => (
        <Checkbox key={value} value={value} className="tick">
          <span className="box">
            <CheckIcon />
          </span>
          <span>
            {label}
            {hint !== undefined && <span className="hint">{hint}</span>}
          </span>
        </Checkbox>
      ))}
    </CheckboxGroup>
  );
}

/** Yes or no. */
export function Tick(props: {
  readonly label: string;
  readonly hint?: string;
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
}) {
  return (
    <Checkbox className="tick" isSelected={props.isSelected} onChange={props.onChange}>
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
