import { useState } from "react";
import { Monogram } from "./details.tsx";
import { parseIcon } from "./parse-icon.ts";

interface EntityIconProps {
  readonly name: string;
  /** The URL of an image, an emoji, or null. */
  readonly icon: string | null;
}

/**
 * The icon of an integration or a workspace, as the sign-in pages show it: an image, an emoji, or the first letter of its name.
 * Operators set these icons. Logos of clients are not fetched, since their URLs are not trusted.
 */
export function EntityIcon({ name, icon }: EntityIconProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const { image, emoji } = parseIcon(icon);
  if (image !== undefined && image !== broken) {
    return (
      <img
        className="entity-icon"
        src={image}
        alt=""
        width={32}
        height={32}
        referrerPolicy="no-referrer"
        onError={() => setBroken(image)}
      />
    );
  }
  return <Monogram name={name} {...(emoji !== undefined && { emoji })} />;
}
