import { html, type SafeHtml } from "../html.ts";

/** The key, in the colour of the text around it. */
export function mark(): SafeHtml {
  return html`<svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
    ${strokes("currentColor")}
  </svg>`;
}

/** The key as a picture of its own, for the tab. */
export function markFile(): SafeHtml {
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">
    ${strokes("#9A6412")}
  </svg>`;
}

/** A round bow, a straight shank, two bits. */
function strokes(colour: string): SafeHtml {
  return html`<g
    fill="none"
    stroke="${colour}"
    stroke-width="2.5"
    stroke-linecap="round"
    stroke-linejoin="round"
    ><circle cx="6.75" cy="11" r="4.5" /><path d="M11.25 11H22M17 11v4M22 11v5.5"
  /></g>`;
}
