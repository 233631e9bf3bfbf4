/** What a browser says of itself, in short: `Firefox on Windows`. Names of products, which no language translates. */
export interface DeviceName {
  readonly browser: string | undefined;
  readonly system: string | undefined;
}

/** Reads a `User-Agent`. Anyone can send any, so the result is one of a few known names. */
export function deviceNameOf(user_agent: string | undefined): DeviceName {
  const text = (user_agent ?? "").slice(0, MAX_LENGTH);
  const find = (known: readonly (readonly [RegExp, string])[]): string | undefined =>
    known.find(([pattern]) => pattern.test(text))?.[1];
  return { browser: find(browsers), system: find(systems) };
}

/** As it is stored. */
export function writeDeviceName({ browser, system }: DeviceName): string {
  return `${browser ?? ""}/${system ?? ""}`;
}

export function readDeviceName(text: string): DeviceName {
  const [browser, system] = text.split("/");
  return { browser: browser || undefined, system: system || undefined };
}

const MAX_LENGTH = 500;

/** The first that matches: browsers also name those they are compatible with. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];
