import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "../button.tsx";
import { FieldErrorsContext } from "./field-errors.ts";
import { type FormFailure, NO_FAILURE, placeError } from "./form-errors.ts";
import { ErrorNotice } from "../notice.tsx";
import { type UnsavedInput, useUnsavedInput } from "./unsaved-input.ts";

export interface FormProps {
  /** Sends the form. What it throws is shown beside the field it is about, or above the buttons. */
  readonly onSubmit: () => Promise<unknown>;
  readonly submitLabel: string;
  readonly submitKind?: "plain" | "primary" | "danger";
  /** What has to be entered first, as a sentence. The form cannot be sent until then. */
  readonly missing?: string | undefined;
  /** Closes the form without sending it. */
  readonly onCancel?: () => void;
  /** Buttons and links beside the one that submits. */
  readonly actions?: ReactNode;
  /** The field that takes validation errors which mention no field of the form. */
  readonly errorField?: string;
  /** `page` is a form longer than the window, whose buttons stay in view. */
  readonly layout?: "card" | "dialog" | "inline" | "page";
  /** Before the buttons: what they will do. */
  readonly status?: ReactNode;
  /** Whether it describes a record, new or stored: then what was entered is lost only after a question. */
  readonly isRecord?: boolean;
  readonly children?: ReactNode;
}

const layouts = {
  card: { form: "card form", actions: "form-actions" },
  dialog: { form: "dialog-form", actions: "dialog-actions" },
  inline: { form: "inline-form", actions: "form-actions" },
  page: { form: "page-form", actions: "form-actions save-bar" },
};

/** A form whose server-side validation errors appear beside their fields. Fields are matched by their `name`. */
export function Form(props: FormProps) {
  const unsaved = useUnsavedInput(props.isRecord ?? false);
  return <ObservedForm {...props} unsaved={unsaved} />;
}

/** A form whose unsaved input is also of interest to what is around it, such as a dialog. */
export function ObservedForm(props: FormProps & { readonly unsaved: UnsavedInput }) {
  const { unsaved, onCancel } = props;
  const { onSubmit, submitLabel, submitKind = "primary", missing, errorField } = props;
  const { form: className, actions: actionsClass } = layouts[props.layout ?? "card"];
  const form = useRef<HTMLFormElement>(null);
  const [failure, setFailure] = useState<FormFailure>(NO_FAILURE);
  const mutation = useMutation({
    // Returns nothing: the result may hold a secret, and the mutation cache keeps results for minutes.
    mutationFn: async (): Promise<void> => {
      await onSubmit();
    },
    onMutate: () => setFailure(NO_FAILURE),
    onSuccess: unsaved.onSaved,
    onError: (error) => setFailure(placeError(error, fieldNames(form.current), errorField)),
  });
  useEffect(() => {
    if (!mutation.isError) return;
    // In a radio or checkbox group, the group is invalid rather than its inputs.
    form.current
      ?.querySelector<HTMLElement>(
        ":is([aria-invalid=true], [data-invalid] *):is(input, textarea, select)",
      )
      ?.focus();
  }, [mutation.isError]);
  const clear = (field: string): void =>
    setFailure(({ fields: { [field]: _cleared, ...fields }, rest }) => ({ fields, rest }));
  const cancel = onCancel && (
    <Button
      onPress={() => {
        if (unsaved.mayDiscard()) onCancel();
      }}
    >
      Cancel
    </Button>
  );
  return (
    <form
      ref={form}
      className={className}
      noValidate
      onInput={unsaved.onInput}
      onSubmit={(event) => {
        event.preventDefault();
        // A dialog is a portal: React's events of a form in it also reach the form around it in the tree.
        event.stopPropagation();
        if (!mutation.isPending && missing === undefined) mutation.mutate();
      }}
    >
      <FieldErrorsContext value={{ errors: failure.fields, clear }}>
        {props.children}
      </FieldErrorsContext>
      <ErrorNotice error={failure.rest} />
      <div className={actionsClass}>
        {props.status}
        {props.layout === "dialog" && cancel}
        <Button kind={submitKind} type="submit" isPending={mutation.isPending} missing={missing}>
          {submitLabel}
        </Button>
        {props.layout !== "dialog" && cancel}
        {props.actions}
      </div>
    </form>
  );
}

function fieldNames(form: HTMLFormElement | null): string[] {
  const names = [...(form?.elements ?? [])].map((element) => element.getAttribute("name") ?? "");
  return [...new Set(names.filter((name) => name !== ""))];
}
