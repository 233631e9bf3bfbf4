import type { ApiInput, DisplayText, DisplayTexts } from "@latchkey/api";
import { useState } from "react";
import { languages } from "../../components/forms/languages.ts";
import { SelectField } from "../../components/forms/select-field.tsx";
import { TextField } from "../../components/forms/text-field.tsx";

const pageLanguages = languages.map(({ tag, label }) => ({ value: tag, label }));

interface ApiTextFieldsProps {
  readonly draft: ApiInput;
  readonly onChange: (draft: ApiInput) => void;
}

/** What users read of an API and its scopes, one language at a time. */
export function ApiTextFields({ draft, onChange }: ApiTextFieldsProps) {
  const [language, setLanguage] = useState("en");
  const { texts = {}, scope_texts = {}, scopes = [] } = draft;
  const others = Object.keys(scope_texts).filter((scope) => !scopes.includes(scope));
  const otherLanguages = [texts, ...Object.values(scope_texts)]
    .flatMap((each) => Object.keys(each))
    .filter((tag) => !languages.some((known) => known.tag === tag));
  const options = [
    ...pageLanguages,
    ...[...new Set(otherLanguages)].map((value) => ({ value, label: value })),
  ];
  return (
    <fieldset className="group">
      <legend>What users read</legend>
      <SelectField
        label="Language"
        name="texts_language"
        options={options}
        value={language}
        onChange={setLanguage}
        hint="Consent pages show the text of the user's language, or else the English one."
      />
      <TextFields
        what="the API"
        text={texts[language]}
        onChange={(text) => onChange({ ...draft, texts: withText(texts, language, text) })}
      />
      {[...scopes, ...others].map((scope) => (
        <TextFields
          key={scope}
          what={scope}
          text={scope_texts[scope]?.[language]}
          onChange={(text) => {
            const changed = withText(scope_texts[scope] ?? {}, language, text);
            onChange({ ...draft, scope_texts: withTexts(scope_texts, scope, changed) });
          }}
        />
      ))}
    </fieldset>
  );
}

interface TextFieldsProps {
  /** What the text is of. */
  readonly what: string;
  readonly text: DisplayText | undefined;
  readonly onChange: (text: DisplayText | undefined) => void;
}

function TextFields({ what, text, onChange }: TextFieldsProps) {
  const { title = "", description } = text ?? {};
  return (
    <>
      <TextField
        label={`Title of ${what}`}
        value={title}
        onChange={(changed) => onChange(textOf(changed, description))}
        placeholder={what === "the API" ? "Photos" : "See your photos"}
      />
      {title !== "" && (
        <TextField
          label={`Description of ${what}`}
          value={description ?? ""}
          onChange={(changed) => onChange(textOf(title, changed))}
          hint="A sentence more, where the title does not say it all."
        />
      )}
    </>
  );
}

/** A text without a title is none. */
function textOf(title: string, description: string | undefined): DisplayText | undefined {
  if (title === "") return undefined;
  return description === undefined || description === "" ? { title } : { title, description };
}

function withText(
  texts: DisplayTexts,
  language: string,
  text: DisplayText | undefined,
): DisplayTexts {
  const { [language]: _, ...others } = texts;
  return text === undefined ? others : { ...others, [language]: text };
}

function withTexts(
  scope_texts: Readonly<Record<string, DisplayTexts>>,
  scope: string,
  texts: DisplayTexts,
): Readonly<Record<string, DisplayTexts>> {
  const { [scope]: _, ...others } = scope_texts;
  return Object.keys(texts).length === 0 ? others : { ...others, [scope]: texts };
}
