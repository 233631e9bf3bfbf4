/** Text that users and operators read on pages and terminals, and that someone else wrote. */

/**
 * Whether a text shows what it is: something can be seen of it, nothing in it is hidden, ends the line or changes the direction, and no
 * character has more marks than a script needs (UTS #39 §5.4).
 */
export function isPlainText(text: string): boolean {
  if (ASCII.test(text)) return text.trim() !== "";
  const isVisible = VISIBLE.test(text.replaceAll(BLANK, ""));
  return isVisible && !STACKED.test(text) && !hasHidden(text);
}

/** The same, where a text may have several lines. */
export function isPlainTextInLines(text: string): boolean {
  return isPlainText(text.replaceAll(/\r?\n/g, " "));
}

/** Replaces what a text must not have to be plain, each sequence of it, and leaves the rest as it is. */
export function replaceHidden(text: string, by: (hidden: string) => string): string {
  if (ASCII.test(text)) return text;
  return text.replaceAll(parts(), (part, kept: string | undefined) => kept ?? by(part));
}

/** The same, by escape sequences of JSON. */
export function escapeHidden(text: string): string {
  return replaceHidden(text, (hidden) =>
    Array.from(
      { length: hidden.length },
      (_, index) => String.raw`\u${hidden.charCodeAt(index).toString(16).padStart(4, "0")}`,
    ).join(""),
  );
}

/**
 * Whether letters of several scripts are in one word, so that it may look like another one (UTS #39 §5.2, highly restrictive): Latin goes
 * with the scripts of Chinese, Japanese and Korean, and each script with what all have in common.
 */
export function mixesScripts(word: string): boolean {
  return !ASCII.test(word) && !ofOneScript().test(word);
}

/** The same of any word of a name. */
export function hasMixedWord(name: string): boolean {
  return !ASCII.test(name) && name.split(/[\s\p{P}]+/u).some(mixesScripts);
}

const ASCII = /^[\x20-\x7e]*$/;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;
/** Fillers are letters, and the empty pattern of Braille is a symbol. */
const BLANK = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;
const STACKED = /[\p{Mn}\p{Me}]{5}/u;
const HIDDEN = String.raw`[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]`;
/** What is hidden in these takes part in what is seen: emoji that are made of others, and joiners where a script has them (RFC 5892 A.1). */
const PICTOGRAPH = String.raw`\p{Extended_Pictographic}[\ufe0e\ufe0f]?\p{Emoji_Modifier}?`;
const VIRAMA = String.raw`[[\p{M}&&\p{Diacritic}]--\p{Script=Inherited}]`;
const KEPT = [
  String.raw`\p{RGI_Emoji}`,
  String.raw`${PICTOGRAPH}(?:\u200d${PICTOGRAPH})*`,
  String.raw`(?<=\p{Script=Arabic}\p{M}?)\u200c(?=\p{Script=Arabic})`,
  String.raw`(?<=${VIRAMA})[\u200c\u200d](?=\p{L})`,
].join("|");

function hasHidden(text: string): boolean {
  hidden ??= new RegExp(HIDDEN, "u");
  return hidden.test(text) && replaceHidden(text, () => "\0").includes("\0");
}

// Compiled when the first text needs them: as literals they would take milliseconds of every start.
let hidden: RegExp | undefined;
let compiledParts: RegExp | undefined;
let compiledScripts: RegExp | undefined;

function parts(): RegExp {
  return (compiledParts ??= new RegExp(
    String.raw`(${KEPT})|${HIDDEN}|(?<=[\p{Mn}\p{Me}]{4})[\p{Mn}\p{Me}]+`,
    "gv",
  ));
}

/** UAX #31, table 5: the scripts in use today. All others count as one. */
const SCRIPTS =
  "Arabic Armenian Bengali Bopomofo Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Hangul Han Hebrew Hiragana Kannada Katakana Khmer Lao Latin Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan".split(
    " ",
  );
/** UTS #39 §5.1: written together. */
const TOGETHER = [
  ["Latin", "Han", "Hiragana", "Katakana"],
  ["Latin", "Han", "Bopomofo"],
  ["Latin", "Han", "Hangul"],
];

function ofOneScript(): RegExp {
  if (compiledScripts !== undefined) return compiledScripts;
  const classOf = (scripts: readonly string[]): string =>
    scripts.map((script) => String.raw`\p{Script_Extensions=${script}}`).join("");
  const sets = [...SCRIPTS.map((script) => [script]), ...TOGETHER].map(
    (scripts) => `[${classOf([...scripts, "Common", "Inherited"])}]*`,
  );
  compiledScripts = new RegExp(`^(?:${[...sets, `[^${classOf(SCRIPTS)}]*`].join("|")})$`, "u");
  return compiledScripts;
}
