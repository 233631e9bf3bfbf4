import {
  present,
  readObject,
  readOptionalObject,
  readOptionalText,
  readText,
  type Fields,
} from "./fields.ts";

/** The owner of a token. */
export type Owner =
  | { readonly type: "user"; readonly user: User }
  | { readonly type: "workspace" }
  | OpaqueOwner;

/** An owner of an unknown type. */
export interface OpaqueOwner {
  /** Unknown type. */
  readonly type: "opaque";
  /** The received object, with its own `type`. */
  readonly received: Readonly<Record<string, unknown>>;
}

/** A user. A partial user has only `id` and `object`. */
export interface User {
  /** User ID in the workspace, a UUID. */
  readonly id: string;
  /** Object type: `user`. */
  readonly object: string;
  /** User type, such as `person`. */
  readonly type?: string;
  /** Display name. */
  readonly name?: string;
  /** URL of the avatar. */
  readonly avatarUrl?: string;
  /** Further information, depending on capabilities. */
  readonly person?: { readonly email?: string };
}

/** Reads the `owner` of a token response. */
export function readOwner(owner: Fields): Owner {
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

function readUser(user: Fields): User {
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
