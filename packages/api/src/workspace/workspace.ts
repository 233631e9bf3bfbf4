/** A workspace: what integrations are installed into. */
export interface Workspace {
  /** A UUID: names the workspace. */
  readonly id: string;
  /** What people read. */
  readonly name: string | null;
  /** The URL of an image, or an emoji. */
  readonly icon: string | null;
  /** What its members can share with an integration. */
  readonly resources: readonly WorkspaceResource[];
  /** When it was created, in RFC 3339. */
  readonly created_at: string;
  /** When it was last changed, in RFC 3339. */
  readonly updated_at: string;
}

/** Something in a workspace that can be shared: a page, a database, a board. */
export interface WorkspaceResource {
  /** A UUID: names the resource. */
  readonly id: string;
  /** What people read. */
  readonly title: string;
}

/**
 * What create and update take. An id that is not given is made.
 * @example {"name": "Wonderland", "icon": "🐇", "resources": [{"id": "7ea00000-0000-4000-8000-000000000001", "title": "Tea party"}]}
 */
export interface WorkspaceInput extends Partial<
  Pick<Workspace, "id" | "name" | "icon" | "resources">
> {}

/** Somebody in a workspace. */
export interface WorkspaceMember {
  /** Where they are a member. */
  readonly workspace_id: string;
  /** A UUID: what integrations know the person by. */
  readonly user_id: string;
  /** Who it is when they log in. */
  readonly subject: string;
  /** An `admin` may install for the whole workspace. */
  readonly role: "admin" | "member";
  /** What people read. */
  readonly name: string | null;
  /** The address of their picture. */
  readonly avatar_url: string | null;
  /** The email address. */
  readonly email: string | null;
  /** Whether the email address is known to be theirs. */
  readonly email_verified: boolean;
}

/**
 * What create and update take. A `user_id` that is not given is the subject, where that is a UUID, or made.
 * @example {"subject": "alice", "role": "admin", "name": "Alice Liddell", "email": "alice@wonderland.example", "email_verified": true}
 */
export interface WorkspaceMemberInput extends Partial<Omit<WorkspaceMember, "workspace_id">> {}
