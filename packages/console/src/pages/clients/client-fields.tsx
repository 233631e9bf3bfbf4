import type { OAuth2ClientInput } from "@latchkey/api";
import { CheckboxChoice, RadioChoice, SingleCheckbox } from "../../components/forms/choices.tsx";
import { SelectField } from "../../components/forms/select-field.tsx";
import { LinesField, TextField } from "../../components/forms/text-field.tsx";
import {
  choiceOptions,
  type FormField,
  formGroups,
  isShown,
  valueOf,
  withValue,
} from "./client-form.ts";

interface DraftProps {
  readonly draft: OAuth2ClientInput;
  readonly onChange: (draft: OAuth2ClientInput) => void;
}

/** All fields of a client that have a place in the form, in their groups. */
export function ClientFields({ draft, onChange }: DraftProps) {
  return formGroups.map(({ label, fields }) => (
    <fieldset key={label} className="group">
      <legend>{label}</legend>
      {fields
        .filter((formed) => isShown(draft, formed))
        .map((formed) => (
          <ClientFieldInput key={formed.name} formed={formed} draft={draft} onChange={onChange} />
        ))}
    </fieldset>
  ));
}

interface ClientFieldInputProps extends DraftProps {
  readonly formed: FormField;
  readonly placeholder?: string;
  readonly isRequired?: boolean;
}

/** The input of one field, by its kind. */
export function ClientFieldInput(props: ClientFieldInputProps) {
  const { formed, draft, onChange, placeholder = "", isRequired = false } = props;
  const { name, field, form } = formed;
  const value = valueOf(draft, formed);
  const change = (next: unknown): void => onChange(withValue(draft, formed, next));
  const { label } = form;
  const hint = form.hint ?? field.description.replaceAll("`", "");
  switch (field.kind) {
    case "boolean":
      return (
        <SingleCheckbox label={label} hint={hint} isSelected={value === true} onChange={change} />
      );
    case "choice": {
      const options = choiceOptions(formed);
      const chosen = typeof value === "string" ? value : "";
      return form.options === undefined ? (
        <SelectField {...{ label, name, hint, options }} value={chosen} onChange={change} />
      ) : (
        <RadioChoice {...{ label, name, options }} value={chosen} onChange={change} />
      );
    }
    case "list": {
      const items = Array.isArray(value) ? value.map(String) : [];
      return form.options === undefined ? (
        <LinesField {...{ label, name, hint, placeholder }} value={items} onChange={change} />
      ) : (
        <CheckboxChoice
          {...{ label, name }}
          options={choiceOptions(formed)}
          value={items}
          onChange={change}
        />
      );
    }
    case "text":
    case "words":
    case "number":
    case "json":
      return (
        <TextField
          {...{ label, name, hint, placeholder, isRequired }}
          value={typeof value === "string" ? value : ""}
          onChange={change}
          mono={field.kind === "words" || name.endsWith("_uri")}
        />
      );
  }
}
