/** What to show of an icon. Nothing: the first letter of the name. */
interface ParsedIcon {
  /** Loaded over https or embedded: nothing else is allowed by the policy of the console. */
  readonly image?: string;
  readonly emoji?: string;
}

/** An icon is the URL of an image, or an emoji. */
export function parseIcon(icon: string | null): ParsedIcon {
  if (icon === null || icon === "") return {};
  if (/^(?:https:\/\/|data:image\/)/i.test(icon)) return { image: icon };
  return /^[a-z][a-z\d+.-]*:/i.test(icon) ? {} : { emoji: icon };
}
