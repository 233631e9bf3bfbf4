import type { FormFields } from "./form-fields.ts";

/** For tests: a form with these fields. */
export function exampleForm(
  fields: Readonly<Record<string, string | readonly string[]>>,
): FormFields {
  const getAll = (name: string): readonly string[] =>
    [fields[name] ?? []].flat().filter((value) => value !== "");
  return {
    get: (name) => getAll(name)[0],
    getAll,
    repeated: Object.keys(fields).find(
      (name) => name !== "audience" && Array.isArray(fields[name]),
    ),
  };
}
