/** A style sheet of an operator is small, and loads nothing. */
export const MAX_CSS_LENGTH = 16 * 1024;

/**
 * What is wrong with a style sheet of an operator, as the end of a sentence; undefined if it can be used. CSS runs no script; what is
 * refused would load something, would leave the element that holds the style sheet, or could be spelled to hide either.
 */
export function problemOfCss(css: string): string | undefined {
  if (css.length > MAX_CSS_LENGTH) return `at most ${MAX_CSS_LENGTH} characters`;
  return rules.find(({ pattern }) => pattern.test(css))?.expected;
}

const rules: readonly { readonly pattern: RegExp; readonly expected: string }[] = [
  // `<` would end the element; a media query can say max-width.
  { pattern: /</, expected: "CSS without “<”" },
  // An escape could spell any of the following.
  { pattern: /\\/, expected: "CSS without backslashes: write the character itself" },
  { pattern: /\0/, expected: "CSS without null characters" },
  {
    pattern: /@(?!media\b|supports\b|container\b|keyframes\b|-webkit-keyframes\b)/i,
    expected: "CSS whose only at-rules are @media, @supports, @container and @keyframes",
  },
  {
    pattern: /\burl\((?!\s*["']?data:image\/(?:png|webp|svg\+xml|gif|jpeg)[;,])/i,
    expected: "CSS that loads nothing: url() may only hold a data: image",
  },
  {
    pattern: /\b(?:src|image|image-set|cross-fade|element|paint)\(/i,
    expected: "CSS that loads nothing: of the functions for images only url() with a data: image",
  },
];
