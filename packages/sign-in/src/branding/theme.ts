import type { Branding } from "@latchkey/api";

import {
  contrastOf,
  INK,
  luminanceOf,
  MARK_CONTRAST,
  mix,
  readableOn,
  TEXT_CONTRAST,
  textOn,
  WHITE,
} from "./colours.ts";

/** The colour schemes of the pages. */
export const schemes = ["light", "dark"] as const;
export type Scheme = (typeof schemes)[number];

/** The colours of a scheme by the name of their custom property. */
export type Theme = Readonly<Record<ThemeColour, string>>;

type ThemeColour =
  | "page"
  | "on-page"
  | "paper"
  | "raised"
  | "ink"
  | "quiet"
  | "line"
  | "edge"
  | "brass"
  | "brass-edge"
  | "brass-hover"
  | "on-brass"
  | "link"
  | "brass-deep"
  | "brass-wash"
  | "good"
  | "bad";

type Given = Pick<Branding, Scheme>;

/**
 * The colours of a scheme, from the few that an operator chose. What has text on it or is text gets enough contrast whatever was
 * chosen: the chosen colours fill buttons and the page, and their readable relatives are links and focus rings. Undefined where
 * nothing was chosen.
 */
export function deriveTheme(scheme: Scheme, given: Given): Theme | undefined {
  const primary = primaryOf(scheme, given);
  const background = given[scheme]?.background;
  if (primary === undefined && background === undefined) return undefined;
  return scheme === "light"
    ? lightTheme({ primary: primary ?? DEFAULTS.light, background })
    : darkTheme({ primary: primary ?? DEFAULTS.dark, background });
}

/** The same, and where nothing was chosen, the colours of this server: for mails, which have no style sheet of the pages. */
export function themeOf(scheme: Scheme, given: Given): Theme {
  return (
    deriveTheme(scheme, given) ??
    (scheme === "light"
      ? lightTheme({ primary: DEFAULTS.light, background: undefined })
      : darkTheme({ primary: DEFAULTS.dark, background: undefined }))
  );
}

/** A chosen colour that is too faint as text, and what is used in its place there. */
export interface FaintColour {
  readonly scheme: Scheme;
  readonly colour: string;
  readonly contrast: number;
  readonly used_for_text: string;
}

/** The chosen primary colours that links and focus rings cannot have. */
export function faintColours(given: Given): readonly FaintColour[] {
  return schemes.flatMap((scheme) => {
    const colour = given[scheme]?.primary;
    const theme = deriveTheme(scheme, given);
    if (colour === undefined || theme === undefined) return [];
    const { raised, link } = theme;
    const contrast = Math.floor(contrastOf(colour, raised) * 10) / 10;
    return link === colour ? [] : [{ scheme, colour, contrast, used_for_text: link }];
  });
}

/** The dark scheme has the primary colour of the light one, unless it was given one. */
function primaryOf(scheme: Scheme, given: Given): string | undefined {
  return (given[scheme]?.primary ?? given.light?.primary)?.toLowerCase();
}

const DEFAULTS = { light: "#9a6412", dark: "#e2ae5b" };
const DARK_INK = "#eceae4";

/** A page of this luminance or more has dark text on it, or of the other one or less light text. */
const BRIGHT = 0.8;
const DIM = 0.05;

interface Chosen {
  readonly primary: string;
  readonly background: string | undefined;
}

/** The card is white on any page. */
function lightTheme({ primary, background }: Chosen): Theme {
  const page = background?.toLowerCase() ?? mix(WHITE, primary, 0.04);
  const paper = luminanceOf(page) >= BRIGHT ? page : mix(WHITE, INK, 0.03);
  return complete({ primary, page, paper, raised: WHITE, ink: INK, wash: 0.1 });
}

/** The card is a little lighter than a dark page; on any other page it is dark all the same. */
function darkTheme({ primary, background }: Chosen): Theme {
  const page = background?.toLowerCase() ?? mix("#131418", primary, 0.03);
  const isDim = luminanceOf(page) <= DIM;
  const raised = isDim ? mix(page, WHITE, 0.05) : mix("#1b1d23", primary, 0.03);
  const paper = isDim ? page : mix(raised, INK, 0.5);
  return complete({ primary, page, paper, raised, ink: DARK_INK, wash: 0.16 });
}

interface Surfaces {
  readonly primary: string;
  readonly page: string;
  readonly paper: string;
  readonly raised: string;
  readonly ink: string;
  /** How much of the primary colour is in its wash. */
  readonly wash: number;
}

function complete({ primary, page, paper, raised, ink, wash: share }: Surfaces): Theme {
  const surfaces = [raised, paper];
  const fill = luminanceOf(raised) < 0.5 ? readableOn(primary, surfaces, MARK_CONTRAST) : primary;
  const wash = mix(raised, primary, share);
  const onFill = textOn(fill);
  const quiet = readableOn(mix(ink, raised, 0.32), [...surfaces, wash]);
  const edge = readableOn(mix(raised, ink, 0.45), surfaces, MARK_CONTRAST);
  return {
    page,
    "on-page": readableOn(quiet, [page]),
    paper,
    raised,
    ink,
    quiet,
    line: mix(raised, ink, 0.12),
    edge,
    brass: fill,
    "brass-edge": contrastOf(fill, raised) >= MARK_CONTRAST ? fill : edge,
    "brass-hover": hoverOf(fill, onFill),
    "on-brass": onFill,
    link: readableOn(primary, [...surfaces, wash]),
    "brass-deep": readableOn(mix(primary, ink, 0.2), [...surfaces, wash]),
    "brass-wash": wash,
    good: readableOn(luminanceOf(raised) < 0.5 ? "#5cc794" : "#1f7a4d", surfaces),
    bad: readableOn(luminanceOf(raised) < 0.5 ? "#f2867e" : "#b3261e", surfaces),
  };
}

/** Further from its text; a colour that is as far as can be comes a little closer. */
function hoverOf(fill: string, text: string): string {
  const away = text === WHITE ? INK : WHITE;
  const shifted = mix(fill, away, 0.18);
  if (contrastOf(shifted, fill) >= 1.1) return shifted;
  const closer = mix(fill, text, 0.12);
  return contrastOf(closer, text) >= TEXT_CONTRAST ? closer : shifted;
}
