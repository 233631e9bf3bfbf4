import { type FormFields, mayRepeat } from "./form-fields.ts";

/** For tests: a form with these fields. */
export function exampleForm(
  fields: Readonly<Record<string, string | readonly string[]>>,
): FormFields {
  const getAll = (name: string): readonly string[] =>
    [fields[name] ?? []].flat().filter((value) => value !== "");
  return {
    get: (name) => (mayRepeat(name) ? getAll(name).join(" ") || undefined : getAll(name)[0]),
    getAll,
    repeated: Object.keys(fields).filter((name) => getAll(name).length > 1),
    names: Object.keys(fields).flatMap((name) => getAll(name).map(() => name)),
  };
}
