import { capabilities, type Capability } from "@latchkey/api";

const words: { readonly [Name in Capability]: string } = {
  read_content: "Read what is shared with it",
  update_content: "Change what is shared with it",
  insert_content: "Add to what is shared with it",
  read_comment: "Read comments",
  insert_comment: "Write comments",
  read_user_without_email: "See names of people",
  read_user_with_email: "See names and email addresses of people",
};

/** What an integration may do, to choose from. */
export const capabilityOptions = capabilities.map((value) => ({ value, label: words[value] }));

/** Those of some texts that are capabilities. */
export function toCapabilities(texts: readonly string[]): Capability[] {
  return capabilities.filter((one) => texts.includes(one));
}

/** One as a sentence. */
export function describeCapability(capability: Capability): string {
  return words[capability];
}
