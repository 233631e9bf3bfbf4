/** A workspace: what integrations are installed into. */
export interface Workspace {
  /** A UUID. */
  readonly id: string;
  readonly name: string | null;
  /** The URL of an image, or an emoji. */
  readonly icon: string | null;
  /** What its members can share with an integration. */
  readonly resources: readonly WorkspaceResource[];
  /** RFC 3339. */
  readonly created_at: string;
  /** RFC 3339. */
  readonly updated_at: string;
}

/** Something in a workspace that can be shared: a page, a database, a board. */
export interface WorkspaceResource {
  /** A UUID. */
  readonly id: string;
  readonly title: string;
}

/** What create and update take. An id that is not given is made. */
export type WorkspaceInput = Partial<Pick<Workspace, "id" | "name" | "icon" | "resources">>;

/** Somebody in a workspace. */
export interface WorkspaceMember {
  readonly workspace_id: string;
  /** A UUID: what integrations know the person by. */
  readonly user_id: string;
  /** Who it is when they log in. */
  readonly subject: string;
  readonly role: "admin" | "member";
  readonly name: string | null;
  readonly avatar_url: string | null;
  readonly email: string | null;
  readonly email_verified: boolean;
}

/** What create and update take. A `user_id` that is not given is the subject, where that is a UUID, or made. */
export type WorkspaceMemberInput = Partial<Omit<WorkspaceMember, "workspace_id">>;
