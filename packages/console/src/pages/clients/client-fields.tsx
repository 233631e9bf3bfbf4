import type { OAuth2ClientInput } from "@latchkey/api";
import { useState } from "react";
import { CheckboxChoice, RadioChoice, SingleCheckbox } from "../../components/forms/choices.tsx";
import { Fold } from "../../components/forms/fold.tsx";
import { SelectField } from "../../components/forms/select-field.tsx";
import { useDiscovery } from "../../queries/use-discovery.ts";
import { LinesField, TextField } from "../../components/forms/text-field.tsx";
import {
  choiceOptions,
  type FormField,
  formGroups,
  isSet,
  isShown,
  sectionId,
  valueOf,
  withValue,
} from "./client-form.ts";

interface DraftProps {
  readonly draft: OAuth2ClientInput;
  readonly onChange: (draft: OAuth2ClientInput) => void;
}

/** All fields of a client that have a place in the form, in their groups. Advanced ones are folded away until one is set. */
export function ClientFields(form: DraftProps) {
  // As the form was opened: a group does not fold while it is being edited.
  const [initial] = useState(form.draft);
  return formGroups.map((group) => {
    const { name, title, advanced, fields } = group;
    const shown = fields.filter((formed) => isShown(form.draft, formed));
    const inputs = shown.map((formed) => (
      <ClientFieldInput key={formed.name} formed={formed} {...form} />
    ));
    return advanced ? (
      <Fold
        key={name}
        id={sectionId(group)}
        title={title}
        summary={shown.map((formed) => formed.form.label).join(", ")}
        isOpen={fields.some((formed) => isSet(initial, formed))}
        fields={fields.map((formed) => formed.name)}
      >
        <div className="group">{inputs}</div>
      </Fold>
    ) : (
      <fieldset key={name} id={sectionId(group)} className="group">
        <legend>{title}</legend>
        {inputs}
      </fieldset>
    );
  });
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
  const { data: discovery } = useDiscovery();
  const hint = form.hint ?? field.description.replaceAll("`", "");
  switch (field.kind) {
    case "boolean":
      return (
        <SingleCheckbox label={label} hint={hint} isSelected={value === true} onChange={change} />
      );
    case "choice": {
      const chosen = typeof value === "string" ? value : "";
      const offered = discovery?.id_token_signing_alg_values_supported;
      const options = choiceOptions(formed, { offered, chosen });
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
