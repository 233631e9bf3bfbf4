/** The path under the base, with exactly one slash where they meet. */
export function joinUrl(base: string, path: string): string {
  const stem = base.endsWith("/") ? base.slice(0, -1) : base;
  return `${stem}/${path.startsWith("/") ? path.slice(1) : path}`;
}
