/** Patterns of subjects that an issuer is trusted to assert. */

/** Characters that separate the parts of a subject, as in `system:serviceaccount:prod:web` or `repo:org/name:ref:refs/heads/main`. */
const SEPARATORS = /([:/])/;

/** Whether a text is a pattern: it has a `*`, and at most one between two separators, so that matching takes linear time. */
export function isTrustPattern(text: string): boolean {
  return text.includes("*") && text.split(SEPARATORS).every((part) => starsIn(part) <= 1);
}

/**
 * Whether a subject matches a pattern. A `*` stands for one or more characters other than separators, so that no part of a
 * subject can be taken for the ones after it. At the end it stands for one or more characters of any kind.
 */
export function matchesTrustPattern(pattern: string, subject: string): boolean {
  const wanted = pattern.split(SEPARATORS);
  const parts = subject.split(SEPARATORS);
  const isOpen = pattern.endsWith("*");
  if (isOpen ? parts.length < wanted.length : parts.length !== wanted.length) return false;
  return wanted.every((part, at) => {
    const isRest = isOpen && at === wanted.length - 1;
    return matchesPart(part, isRest ? parts.slice(at).join("") : (parts[at] ?? ""));
  });
}

function matchesPart(pattern: string, part: string): boolean {
  const star = pattern.indexOf("*");
  if (star === -1) return pattern === part;
  const [before, after] = [pattern.slice(0, star), pattern.slice(star + 1)];
  const isLongEnough = part.length > before.length + after.length;
  return isLongEnough && part.startsWith(before) && part.endsWith(after);
}

function starsIn(part: string): number {
  return part.split("*").length - 1;
}
