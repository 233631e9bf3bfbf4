import { useEffect, useState } from "react";
import { Button } from "react-aria-components/Button";
import { CheckIcon, CopyIcon } from "./icons.tsx";

/** Copies a text. `what` names it for screen readers: `client id`. */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <Button
      className="copy"
      aria-label={copied ? `Copied ${what}` : `Copy ${what}`}
      onPress={() => void copy()}
    >
      {copied ? <CheckIcon /> : <CopyIcon />}
    </Button>
  );
}

/** A text with a button that copies it. */
export function Copyable({ text, what }: { readonly text: string; readonly what: string }) {
  return (
    <span className="copyable">
      <code>{text}</code>
      <CopyButton text={text} what={what} />
    </span>
  );
}
