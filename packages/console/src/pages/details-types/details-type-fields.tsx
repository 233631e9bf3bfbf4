import { SingleCheckbox } from "../../components/forms/choices.tsx";
import { LinesField, TextField } from "../../components/forms/text-field.tsx";
import { languages } from "../../components/forms/languages.ts";
import type { DetailsTypeDraft } from "./details-type-form.ts";

interface DetailsTypeFieldsProps {
  readonly draft: DetailsTypeDraft;
  readonly onChange: (draft: DetailsTypeDraft) => void;
}

/** The fields of a type, but for its name. */
export function DetailsTypeFields({ draft, onChange }: DetailsTypeFieldsProps) {
  const { schema, sentences, reducible, rememberable } = draft;
  return (
    <>
      {languages.map(({ tag, label }) => (
        <TextField
          key={tag}
          label={`Sentence in ${label}`}
          name={`sentences.${tag}`}
          value={sentences[tag] ?? ""}
          onChange={(sentence) =>
            onChange({ ...draft, sentences: { ...sentences, [tag]: sentence } })
          }
          isRequired={tag === "en"}
          {...(tag === "en" && {
            hint: "What the consent page says. {amount} or {creditor.name} stands for a value of the detail.",
          })}
        />
      ))}
      <TextField
        label="JSON Schema"
        name="schema"
        value={schema}
        onChange={(text) => onChange({ ...draft, schema: text })}
        hint="What a detail must fit: JSON Schema 2020-12, with references to its own $defs only."
        lines={16}
        mono
      />
      <LinesField
        label="Reducible fields"
        name="reducible"
        value={reducible}
        onChange={(pointers) => onChange({ ...draft, reducible: pointers })}
        hint="JSON Pointers, one per line, of numbers that may be lowered and lists that may lose entries when it is granted."
        placeholder="/amount"
      />
      <SingleCheckbox
        label="A remembered consent covers later requests"
        hint="Leave it off for what users should approve each time, such as payments."
        isSelected={rememberable ?? false}
        onChange={(selected) => onChange({ ...draft, rememberable: selected })}
      />
    </>
  );
}
