import {
  Button as AriaButton,
  type ButtonProps as AriaButtonProps,
} from "react-aria-components/Button";
import { type ReactNode, useId } from "react";
import { Link } from "../router.tsx";

type Kind = "plain" | "primary" | "danger" | "quiet";

interface ButtonProps extends Omit<
  AriaButtonProps,
  "className" | "style" | "children" | "isDisabled"
> {
  readonly kind?: Kind;
  /** What is missing, as a sentence: the button is disabled until then, and the sentence is beside it. */
  readonly missing?: string | undefined;
  readonly children: ReactNode;
}

/** A button; `danger` is for what destroys something. */
export function Button({ kind = "plain", missing, children, ...rest }: ButtonProps) {
  const id = useId();
  return (
    <>
      <AriaButton
        className={`button ${kind}`}
        isDisabled={missing !== undefined}
        {...(missing !== undefined && { "aria-describedby": id })}
        {...rest}
      >
        {children}
      </AriaButton>
      {missing !== undefined && (
        <span id={id} className="missing">
          {missing}
        </span>
      )}
    </>
  );
}

/** A link within the console that looks like a button. */
export function LinkButton(props: {
  readonly href: string;
  readonly kind?: Kind;
  readonly children: ReactNode;
}) {
  return (
    <Link className={`button ${props.kind ?? "plain"}`} href={props.href}>
      {props.children}
    </Link>
  );
}
