import { createContext, useContext } from "react";

/** The errors of a form by field, and how a field clears its own. */
interface FieldErrors {
  readonly errors: Readonly<Record<string, string>>;
  readonly clear: (field: string) => void;
}

/** Hands the errors of a form to its fields. */
export const FieldErrorsContext = createContext<FieldErrors>({
  errors: {},
  clear: () => undefined,
});

/**
 * The error of a field, which disappears with the next change. React Aria's own `validationErrors` disappear on blur: the
 * layout then shifts between pressing and releasing the mouse button, and the click on the submit button is lost.
 */
export function useFieldError(name: string | undefined): {
  readonly error: string | undefined;
  readonly clear: () => void;
} {
  const { errors, clear } = useContext(FieldErrorsContext);
  if (name === undefined || errors[name] === undefined) {
    return { error: undefined, clear: () => undefined };
  }
  return { error: errors[name], clear: () => clear(name) };
}
