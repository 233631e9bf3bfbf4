import { type Branding, type PageTextName, pageTexts, type PageTexts } from "@latchkey/api";
import { useState } from "react";
import { SingleCheckbox } from "../../components/forms/choices.tsx";
import { Fold } from "../../components/forms/fold.tsx";
import { languages } from "../../components/forms/languages.ts";
import { SelectField } from "../../components/forms/select-field.tsx";
import { TextField } from "../../components/forms/text-field.tsx";
import { LogoField } from "./logo-field.tsx";

interface FieldsProps {
  readonly draft: Branding;
  readonly onChange: (draft: Branding) => void;
}

/** The fields of the form. Placeholders are what holds where a field is empty: what settings say. */
export function BrandingFields({
  draft,
  effective,
  onChange,
}: FieldsProps & { readonly effective: Branding }) {
  const { show_name = true, corner_radius } = draft;
  return (
    <>
      <fieldset className="group">
        <legend>Product</legend>
        <TextField
          label="Name"
          name="product_name"
          value={draft.product_name ?? ""}
          placeholder={effective.product_name ?? "Latchkey"}
          onChange={(product_name) => onChange({ ...draft, product_name })}
        />
        <LogoField
          label="Logo"
          hint="Mails show it if it is a PNG."
          value={draft.logo}
          onChange={(logo) => onChange(withField(draft, "logo", logo))}
        />
        <LogoField
          label="Logo on dark pages"
          value={draft.logo_dark}
          onChange={(logo) => onChange(withField(draft, "logo_dark", logo))}
        />
        <SingleCheckbox
          label="Show the name beside the logo"
          hint="Not needed where the logo has the name in it."
          isSelected={show_name}
          onChange={(shows) => onChange(withField(draft, "show_name", shows ? undefined : false))}
        />
      </fieldset>
      <ColourFields scheme="light" title="Light colours" draft={draft} onChange={onChange} />
      <ColourFields scheme="dark" title="Dark colours" draft={draft} onChange={onChange} />
      <fieldset className="group">
        <legend>Shape and links</legend>
        <TextField
          label="Corner radius"
          name="corner_radius"
          type="number"
          value={corner_radius === undefined ? "" : String(corner_radius)}
          placeholder={String(effective.corner_radius ?? 10)}
          hint="In pixels, from 0 to 28."
          onChange={(typed) =>
            onChange(withField(draft, "corner_radius", typed === "" ? undefined : Number(typed)))
          }
        />
        <LinkField name="privacy" label="Privacy policy" draft={draft} onChange={onChange} />
        <LinkField name="terms" label="Terms of service" draft={draft} onChange={onChange} />
        <LinkField name="imprint" label="Imprint" draft={draft} onChange={onChange} />
      </fieldset>
      <TextFields draft={draft} onChange={onChange} />
      <ScopeFields draft={draft} onChange={onChange} />
      <Fold title="Own CSS" isOpen={draft.css !== undefined} fields={["css"]}>
        <TextField
          label="Style sheet"
          name="css"
          lines={10}
          mono
          value={draft.css ?? ""}
          hint="After the style sheet of the pages. It may load nothing: no @import, and url() only with data: images."
          onChange={(css) => onChange({ ...draft, css })}
        />
      </Fold>
    </>
  );
}

function ColourFields({
  scheme,
  title,
  draft,
  onChange,
}: FieldsProps & { readonly scheme: "light" | "dark"; readonly title: string }) {
  const { [scheme]: colours = {} } = draft;
  return (
    <fieldset className="group">
      <legend>{title}</legend>
      <ColourField
        label={`Buttons, ${scheme}`}
        name={`${scheme}.primary`}
        value={colours.primary ?? ""}
        onChange={(primary) => onChange({ ...draft, [scheme]: { ...colours, primary } })}
      />
      <ColourField
        label={`Page, ${scheme}`}
        name={`${scheme}.background`}
        value={colours.background ?? ""}
        onChange={(background) => onChange({ ...draft, [scheme]: { ...colours, background } })}
      />
    </fieldset>
  );
}

/** A colour as text, with the colour picker of the browser beside it. */
function ColourField(props: {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const { label, value, onChange } = props;
  const picked = /^#[0-9a-f]{6}$/i.test(value) ? value : "#ffffff";
  return (
    <div className="colour-field">
      <TextField {...props} placeholder="#1a2b3c" mono />
      <input
        type="color"
        aria-label={`Pick: ${label}`}
        value={picked}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}

function LinkField({
  name,
  label,
  draft,
  onChange,
}: FieldsProps & { readonly name: "privacy" | "terms" | "imprint"; readonly label: string }) {
  return (
    <TextField
      label={label}
      name={`links.${name}`}
      type="url"
      value={draft.links?.[name] ?? ""}
      placeholder="https://"
      onChange={(url) => onChange({ ...draft, links: { ...draft.links, [name]: url } })}
    />
  );
}

const pageLanguages = languages.map(({ tag, label }) => ({ value: tag, label }));

/** Texts of pages, one language at a time. */
function TextFields({ draft, onChange }: FieldsProps) {
  const [language, setLanguage] = useState("en");
  const { texts = {} } = draft;
  const ofLanguage: PageTexts = texts[language] ?? {};
  return (
    <Fold
      title="Texts"
      summary="Headings and introductions, by language"
      isOpen={Object.keys(texts).length > 0}
      fields={["texts"]}
    >
      <SelectField
        label="Language of the texts"
        name="texts_language"
        options={pageLanguages}
        value={language}
        onChange={setLanguage}
        hint="Empty texts are the built-in ones of that language."
      />
      {Object.entries(pageTexts).map(([name, meaning]) => (
        <TextField
          key={name}
          label={labelOf(name)}
          value={isText(name) ? (ofLanguage[name] ?? "") : ""}
          hint={meaning}
          onChange={(text) =>
            onChange({ ...draft, texts: { ...texts, [language]: { ...ofLanguage, [name]: text } } })
          }
        />
      ))}
    </Fold>
  );
}

function isText(name: string): name is PageTextName {
  return Object.hasOwn(pageTexts, name);
}

/** `sign_in_title` as Sign in title. */
function labelOf(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What users read of scopes that no API describes, one language at a time. */
function ScopeFields({ draft, onChange }: FieldsProps) {
  const [language, setLanguage] = useState("en");
  const [scope, setScope] = useState("");
  const { scope_texts = {} } = draft;
  const change = (changed: string, title: string, description: string): void => {
    const text = description === "" ? { title } : { title, description };
    const { [language]: _, ...others } = scope_texts[changed] ?? {};
    const ofScope = title === "" ? others : { ...others, [language]: text };
    onChange({ ...draft, scope_texts: { ...scope_texts, [changed]: ofScope } });
  };
  return (
    <Fold
      title="Scopes"
      summary="What users read of scopes that no API describes"
      isOpen={Object.keys(scope_texts).length > 0}
      fields={["scope_texts"]}
    >
      <SelectField
        label="Language of the scopes"
        name="scopes_language"
        options={pageLanguages}
        value={language}
        onChange={setLanguage}
        hint="Users of other languages see the English text."
      />
      {Object.entries(scope_texts).map(([name, texts]) => {
        const { title = "", description = "" } = texts[language] ?? {};
        return (
          <div key={name} className="scope-text">
            <TextField
              label={`Title of ${name}`}
              value={title}
              placeholder="see your photos"
              onChange={(changed) => change(name, changed, description)}
            />
            <TextField
              label={`Description of ${name}`}
              value={description}
              onChange={(changed) => change(name, title, changed)}
            />
          </div>
        );
      })}
      <TextField
        label="Add a scope"
        value={scope}
        placeholder="photos.read"
        hint="Press the space bar after its name."
        onChange={(typed) => {
          const name = typed.trim();
          if (typed === name || name === "") return setScope(typed);
          onChange({ ...draft, scope_texts: { ...scope_texts, [name]: scope_texts[name] ?? {} } });
          setScope("");
        }}
      />
    </Fold>
  );
}

function withField<Name extends keyof Branding>(
  draft: Branding,
  name: Name,
  value: Branding[Name] | undefined,
): Branding {
  const { [name]: _, ...others } = draft;
  return value === undefined ? others : { ...others, [name]: value };
}
