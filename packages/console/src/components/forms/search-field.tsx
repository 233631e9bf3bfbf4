import { useEffect, useRef } from "react";
import { Input } from "react-aria-components/Input";
import { SearchField as AriaSearchField } from "react-aria-components/SearchField";
import { SearchIcon } from "../icons.tsx";

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onSubmit?: (value: string) => void;
  readonly placeholder?: string;
}

/** The search field of a page. The key `/` focuses it. */
export function SearchField(props: SearchFieldProps) {
  const { label, value, onChange, onSubmit, placeholder = label } = props;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focusOnSlash = (event: KeyboardEvent): void => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
      event.preventDefault();
      input.current?.focus();
    };
    addEventListener("keydown", focusOnSlash);
    return () => removeEventListener("keydown", focusOnSlash);
  }, []);
  return (
    <AriaSearchField
      className="search"
      aria-label={label}
      value={value}
      onChange={onChange}
      {...(onSubmit !== undefined && { onSubmit })}
    >
      <SearchIcon />
      <Input ref={input} className="input" placeholder={placeholder} spellCheck={false} />
      <kbd aria-hidden="true">/</kbd>
    </AriaSearchField>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("input, textarea, select") !== null;
}
