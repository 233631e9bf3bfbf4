import { useEffect, useRef } from "react";
import { Input } from "react-aria-components/Input";
import { SearchField } from "react-aria-components/SearchField";
import { SearchIcon } from "./icons.tsx";

interface SearchProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onSubmit?: (value: string) => void;
  readonly placeholder?: string;
}

/** The search of a page. `/` leads there from anywhere. */
export function Search({ label, value, onChange, onSubmit, placeholder = label }: SearchProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
      event.preventDefault();
      input.current?.focus();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
  return (
    <SearchField
      className="search"
      aria-label={label}
      value={value}
      onChange={onChange}
      {...(onSubmit !== undefined && { onSubmit })}
    >
      <SearchIcon />
      <Input ref={input} className="input" placeholder={placeholder} spellCheck={false} />
      <kbd aria-hidden="true">/</kbd>
    </SearchField>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("input, textarea, select") !== null;
}
