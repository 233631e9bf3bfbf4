import { capabilities, type Capability } from "@latchkey/api";

const labels: { readonly [Name in Capability]: string } = {
  read_content: "Read shared content",
  update_content: "Update shared content",
  insert_content: "Insert into shared content",
  read_comment: "Read comments",
  insert_comment: "Insert comments",
  read_user_without_email: "Read names of users",
  read_user_with_email: "Read names and email addresses of users",
};

/** The options of the form. */
export const capabilityOptions = capabilities.map((value) => ({ value, label: labels[value] }));

/** Those of the values that are capabilities, in the order of the contract. */
export function toCapabilities(values: readonly string[]): Capability[] {
  return capabilities.filter((capability) => values.includes(capability));
}

/** The label of a capability. */
export function capabilityLabel(capability: Capability): string {
  return labels[capability];
}
