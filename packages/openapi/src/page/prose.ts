import type { SafeHtml } from "@latchkey/sign-in";
import { renderInline } from "../guide/markdown.ts";

/** A text of the contract, with code, links and emphasis in Markdown. HTML in it is shown as text. */
export function prose(text: string): SafeHtml {
  return renderInline(text, webLink);
}

/** Other targets, such as files of the repository, are not served: their label is shown without a link. */
function webLink(target: string): string | undefined {
  return /^https?:\/\//.test(target) ? target : undefined;
}
