import {
  choicesOf,
  type ClientField,
  type ClientFieldForm,
  clientFieldList,
  type ClientFieldName,
  clientFieldGroups,
  type OAuth2ClientInput,
  postQuantumAlgorithms,
} from "@latchkey/api";

/** A field of the client form. Its label, hint and options come from the table of client fields. */
export interface FormField {
  readonly name: ClientFieldName;
  readonly field: ClientField;
  readonly form: ClientFieldForm;
}

/** The fields of a group that have a place in the form, in the order of the group. */
export interface FormGroup {
  readonly name: string;
  readonly title: string;
  /** Whether most clients leave all of them at their defaults. */
  readonly advanced: boolean;
  readonly fields: readonly FormField[];
}

/** All fields that the table gives a place in the form, by name. */
const formFields: ReadonlyMap<string, FormField> = new Map(
  clientFieldList.flatMap(([name, field]) =>
    field.form === undefined ? [] : [[name, { name, field, form: field.form }] as const],
  ),
);

/** The groups of the form. */
export const formGroups: readonly FormGroup[] = clientFieldGroups
  .map((group) => ({
    ...group,
    fields: group.fields.flatMap((name) => formFields.get(name) ?? []),
  }))
  .filter(({ fields }) => fields.length > 0);

/** The id of the element that holds a group. */
export function sectionId({ name }: Pick<FormGroup, "name">): string {
  return `section-${name}`;
}

/** A field of the form by its name. */
export function formField(name: ClientFieldName): FormField {
  const found = formFields.get(name);
  if (found === undefined) throw new Error(`The table has no form entry for ${name}.`);
  return found;
}

/** The value of a field: the draft's, else the default of the table. */
export function valueOf(draft: OAuth2ClientInput, { name, field }: FormField): unknown {
  return draft[name] ?? field.default;
}

/** Whether the draft calls for a field: some are shown only while another has a certain value. */
export function isShown(draft: OAuth2ClientInput, { form }: FormField): boolean {
  if (form.only_if === undefined) return true;
  const other = formFields.get(form.only_if.field);
  return other !== undefined && valueOf(draft, other) === form.only_if.value;
}

/** The draft with another value. A field without a default is left out of the request where it is empty. */
export function withValue(
  draft: OAuth2ClientInput,
  { name, field }: FormField,
  value: unknown,
): OAuth2ClientInput {
  const { [name]: _previous, ...others } = draft;
  return isEmpty(value) && field.default === undefined ? others : { ...others, [name]: value };
}

/** Whether a field says more than its default, so that the page of the client shows it. */
export function isSet(draft: OAuth2ClientInput, formed: FormField): boolean {
  const value = valueOf(draft, formed);
  return !isEmpty(value) && value !== formed.field.default;
}

/** The fields of the form that differ from their defaults, in the order of the form. */
export function setFields(draft: OAuth2ClientInput): readonly FormField[] {
  return formGroups
    .flatMap(({ fields }) => fields)
    .filter((formed) => isShown(draft, formed) && isSet(draft, formed));
}

/** What a draft changes of a client, by label: fields of the form, and others by their names. */
export function changesBetween(
  before: OAuth2ClientInput,
  after: OAuth2ClientInput,
): readonly string[] {
  return clientFieldList
    .filter(
      ([name, field]) =>
        JSON.stringify(before[name] ?? field.default) !==
        JSON.stringify(after[name] ?? field.default),
    )
    .map(([name]) => formFields.get(name)?.form.label ?? name);
}

const postQuantum: ReadonlySet<string> = new Set(postQuantumAlgorithms);

/** An option of a choice. */
export interface ChoiceOption {
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
}

/** What narrows a choice. */
interface Offer {
  /** The signing algorithms that discovery lists. */
  readonly offered?: readonly string[] | undefined;
  /** What is chosen now, which stays an option. */
  readonly chosen?: string | undefined;
}

/** What can be chosen: not ML-DSA, unless the server offers it. A field without a default can also be left to the server. */
export function choiceOptions(
  { field, form }: FormField,
  { offered = [], chosen }: Offer = {},
): ChoiceOption[] {
  const isOffered = (value: string): boolean =>
    !postQuantum.has(value) || value === chosen || offered.includes(value);
  const options = form.options
    ? form.options.map((option) => ({ label: option.value, ...option }))
    : choicesOf(field)
        .filter(isOffered)
        .map((value) => ({ value, label: value }));
  return field.default === undefined
    ? [{ value: "", label: "Not set", hint: "The server decides." }, ...options]
    : options;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
}
