import {
  present,
  readObject,
  readOptionalObject,
  readOptionalText,
  readText,
  type Members,
} from "./members.ts";

/** Who a token acts for. */
export type Owner =
  | { readonly type: "user"; readonly user: User }
  | { readonly type: "workspace" }
  | OpaqueOwner;

/** An owner of a kind that this client does not know, kept as it came. */
export interface OpaqueOwner {
  /** The kind is not known. */
  readonly type: "opaque";
  /** The object on the wire; its own `type` says what it is. */
  readonly received: Readonly<Record<string, unknown>>;
}

/** A person. A partial user has `id` and `object` alone. */
export interface User {
  /** A UUID: names the person in the workspace. */
  readonly id: string;
  /** What this is on the wire: `user`. */
  readonly object: string;
  /** What kind of user, such as `person`. */
  readonly type?: string;
  /** What people read. */
  readonly name?: string;
  /** The address of their picture. */
  readonly avatarUrl?: string;
  /** What else may be told of them. */
  readonly person?: { readonly email?: string };
}

/** Reads the `owner` of a token response. */
export function readOwner(owner: Members): Owner {
  const type = readText(owner, "type");
  switch (type) {
    case "user":
      return { type, user: readUser(readObject(owner, "user")) };
    case "workspace":
      return { type };
    default:
      return { type: "opaque", received: owner.values };
  }
}

function readUser(user: Members): User {
  const person = readOptionalObject(user, "person");
  return present<User>({
    id: readText(user, "id"),
    object: readText(user, "object"),
    type: readOptionalText(user, "type"),
    name: readOptionalText(user, "name"),
    avatarUrl: readOptionalText(user, "avatar_url"),
    person: person && present<{ email?: string }>({ email: readOptionalText(person, "email") }),
  });
}
