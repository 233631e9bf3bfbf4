/** Colours of the product, for light and dark mode. */
const STYLE = `<style>
  svg { --paper: #FBFAF7; --ink: #16181D; --quiet: #5B616E; --line: #E4E1DA; --brass: #9A6412; --wash: #D9B67C; }
  @media (prefers-color-scheme: dark) {
    svg { --paper: #131418; --ink: #ECEAE4; --quiet: #9EA3AE; --line: #2B2E36; --brass: #E2AE5B; --wash: #7A5F33; }
  }
  text { font: 13px system-ui, sans-serif; fill: var(--ink); }
  .quiet { fill: var(--quiet); paint-order: stroke; stroke: var(--paper); stroke-width: 4px; } .small { font-size: 11px; } .title { font-size: 17px; font-weight: 600; }
</style>`;

/** A picture of this size on the shared's paper. */
export function picture(width: number, height: number, label: string, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeXml(label)}">
${STYLE}
<rect width="${width}" height="${height}" rx="10" fill="var(--paper)"/>
${content}</svg>
`;
}

export function rect(x: number, y: number, width: number, height: number, fill: string): string {
  return `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}" rx="2" fill="${fill}"/>\n`;
}

export function text(x: number, y: number, words: string, classes = "", anchor = "start"): string {
  const named = classes === "" ? "" : ` class="${classes}"`;
  const anchored = anchor === "start" ? "" : ` text-anchor="${anchor}"`;
  return `<text x="${short(x)}" y="${short(y)}"${named}${anchored}>${escapeXml(words)}</text>\n`;
}

export function line(x1: number, y1: number, x2: number, y2: number, stroke: string): string {
  return `<line x1="${short(x1)}" y1="${short(y1)}" x2="${short(x2)}" y2="${short(y2)}" stroke="${stroke}"/>\n`;
}

export function escapeXml(words: string): string {
  return words
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** A coordinate with one decimal. */
function short(value: number): string {
  return String(Math.round(value * 10) / 10);
}
