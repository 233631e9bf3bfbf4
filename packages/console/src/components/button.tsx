import {
  Button as AriaButton,
  type ButtonProps as AriaButtonProps,
} from "react-aria-components/Button";
import type { ReactNode } from "react";
import { Link } from "../router.tsx";

type Kind = "plain" | "primary" | "danger" | "quiet";

interface ButtonProps extends Omit<AriaButtonProps, "className" | "style" | "children"> {
  readonly kind?: Kind;
  readonly children: ReactNode;
}

/** A button; `danger` is for what destroys something. */
export function Button({ kind = "plain", children, ...rest }: ButtonProps) {
  return (
    <AriaButton className={`button ${kind}`} {...rest}>
      {children}
    </AriaButton>
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
