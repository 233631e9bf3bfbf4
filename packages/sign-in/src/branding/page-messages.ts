import type { Messages } from "../messages/messages-type.ts";
import { messagesIn } from "../messages/messages.ts";
import type { Frame } from "../views/layout.ts";

/** The texts of a page: the built-in ones, with those of the operator beside them. */
export function messagesOf({ locale, brand }: Pick<Frame, "locale" | "brand">): Messages {
  const own = brand?.textsIn(locale);
  const messages = messagesIn(locale);
  return own === undefined ? messages : { ...messages, own };
}
