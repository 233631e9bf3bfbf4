/** Contrast of colours: WCAG 2.2 §1.4.3 and §1.4.11. Colours are written `#rrggbb`. */

/** Text needs so much contrast with what is behind it, and what marks a control so much. */
export const TEXT_CONTRAST = 4.5;
export const MARK_CONTRAST = 3;

/** From 1, for the same colour, to 21, for black and white. */
export function contrastOf(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminanceOf(one), luminanceOf(other)].toSorted(
    (a, b) => b - a,
  );
  return (lighter + 0.05) / (darker + 0.05);
}

/** Relative luminance: 0 for black, 1 for white. */
export function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((value) => {
    const channel = value / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** A colour on the way from one to another: `share` is 0 for the first and 1 for the second. */
export function mix(from: string, to: string, share: number): string {
  const target = channelsOf(to);
  const mixed = channelsOf(from).map((value, index) =>
    Math.round(value + ((target[index] ?? 0) - value) * share),
  );
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/**
 * The colour, or the first on the way to black or to white that has the contrast with every background. It goes the way on which more
 * can be reached.
 */
export function readableOn(
  colour: string,
  backgrounds: readonly string[],
  least = TEXT_CONTRAST,
): string {
  const lowestOf = (candidate: string): number =>
    Math.min(...backgrounds.map((background) => contrastOf(candidate, background)));
  if (lowestOf(colour) >= least) return colour;
  const end = lowestOf(BLACK) >= lowestOf(WHITE) ? BLACK : WHITE;
  for (let step = 1; step < STEPS; step += 1) {
    const candidate = mix(colour, end, step / STEPS);
    if (lowestOf(candidate) >= least) return candidate;
  }
  return end;
}

/** White or black for text on a colour, white where both can be read: one of them always can. */
export function textOn(colour: string): string {
  return [WHITE, INK, BLACK].find((text) => contrastOf(text, colour) >= TEXT_CONTRAST) ?? BLACK;
}

export const WHITE = "#ffffff";
const BLACK = "#000000";
/** Nearly black, as the text of the pages. */
export const INK = "#16181d";

const STEPS = 50;

function channelsOf(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}
