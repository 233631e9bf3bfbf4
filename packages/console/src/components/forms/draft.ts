/**
 * The body of a request for what a form holds: texts are trimmed, and empty ones left out, so that they have their default. The
 * draft of a form is the input of its operation, so that the names of its fields are those of the contract.
 */
export function bodyOf<Draft extends object>(draft: Draft): Draft {
  const body = { ...draft };
  for (const [name, value] of Object.entries(draft)) {
    if (typeof value !== "string") continue;
    if (value.trim() === "") Reflect.deleteProperty(body, name);
    else Reflect.set(body, name, value.trim());
  }
  return body;
}
