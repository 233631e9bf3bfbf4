/** What the table of client fields says of a field, and where the console and the command show it. */

import type * as v from "valibot";

/** What is known of one field of a client. */
export interface ClientField {
  /** The value, in requests and in responses. */
  readonly schema: v.GenericSchema;
  /** What a request may send, where that is more than a response holds. */
  readonly request_schema?: v.GenericSchema;
  /** The value where a request leaves the field out. Without one, the client then has no such field. */
  readonly default?: unknown;
  /** `server`: a request may send it back as it was read, and it is ignored. */
  readonly set_by: "caller" | "server";
  /** What a client that registers itself may do with it: RFC 7591 §2. Strangers register, so what protects others is `none`. */
  readonly registrant: "sets" | "reads" | "none";
  /**
   * A right that only administrators hand out: only they set the field to anything but its default, and call the operations with
   * `acts_on: "client"` for a client that has it.
   */
  readonly handed_out_by?: "administrators";
  /**
   * Who reads it. `login_apps`: administrators, and the login and consent apps, which see the client in their requests.
   * `admin`: administrators alone. `setter`: only the response to the request that set it or had it generated.
   */
  readonly visible_to: "login_apps" | "admin" | "setter";
  /** When a response holds it: `when_set` leaves it out while it has its default. */
  readonly shown: "always" | "when_set";
  /** The version that introduced it. */
  readonly since: string;
  /** One sentence, or two. */
  readonly description: string;
  /** How the value is written in a flag and in a form. */
  readonly kind: ClientFieldKind;
  /** The flag of `latchkey clients create` and `update`. */
  readonly flag?: ClientFieldFlag;
  /** How the console's form shows it, in the group that `client-fields/groups.ts` says. */
  readonly form?: ClientFieldForm;
}

/** `words` is one string with spaces between its parts; `json` is any JSON. */
export type ClientFieldKind = "text" | "words" | "list" | "choice" | "boolean" | "number" | "json";

/** A flag of the command. */
export interface ClientFieldFlag {
  readonly name: string;
  readonly short?: string;
  /** What the help shows as the value without the flag, where the table's default would not explain itself. */
  readonly default?: string;
  /** What may be given. A `choice` takes the values of its schema. */
  readonly values?: readonly string[];
  /** What separates several values in one argument. */
  readonly separator?: RegExp;
}

/** A field of the form. */
export interface ClientFieldForm {
  readonly label: string;
  /** Shown below the input, where the description is not what the reader of a form needs. */
  readonly hint?: string;
  /** What can be chosen. Without a label, the value is shown as it is. */
  readonly options?: readonly ClientFieldOption[];
  /** The form shows it only while another field has this value. */
  readonly only_if?: { readonly field: string; readonly value: string };
}

/** Something to choose in the form. */
export interface ClientFieldOption {
  readonly value: string;
  readonly label?: string;
  readonly hint: string;
}
