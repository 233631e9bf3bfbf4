import { useId, useRef, useState } from "react";
import { Button } from "../../components/button.tsx";

const MAX_BYTES = 32 * 1024;

/** A file with an image, read in the browser and sent as a `data:` URL. */
export function LogoField({
  label,
  value,
  onChange,
  hint = "",
}: {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
  readonly hint?: string;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState("");
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    if (file.size > MAX_BYTES) return setProblem("This file is larger than 32 KiB.");
    setProblem("");
    onChange(await readAsUrl(file));
  };
  return (
    <div className="field logo-field">
      <label htmlFor={id}>{label}</label>
      {value !== undefined && <img src={value} alt="" />}
      <input
        ref={input}
        id={id}
        type="file"
        accept="image/svg+xml,image/png,image/webp"
        aria-describedby={`${id}-hint ${id}-problem`}
        onChange={({ target }) => void take(target.files?.[0])}
      />
      {value !== undefined && (
        <Button
          onPress={() => {
            if (input.current !== null) input.current.value = "";
            onChange(undefined);
          }}
        >
          Remove {label.toLowerCase()}
        </Button>
      )}
      <span id={`${id}-hint`} className="hint">
        SVG, PNG or WebP, at most 32 KiB. {hint}
      </span>
      <span id={`${id}-problem`} className="field-error">
        {problem}
      </span>
    </div>
  );
}

/** The type is that of the file name; the server looks at the content. */
async function readAsUrl(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return `data:${file.type};base64,${btoa(binary)}`;
}
