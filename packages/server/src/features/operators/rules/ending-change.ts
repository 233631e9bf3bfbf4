/** Which changes of accounts end the sessions that their users have as operators: those that end all their login sessions, too. */

/** As it is recorded. */
interface RecordedChange {
  readonly action: string;
  readonly object: { readonly type: string };
  readonly after?: object | undefined;
}

/** Whether the account was disabled or deleted, or has another password. */
export function endsOperatorSessions({ action, object, after }: RecordedChange): boolean {
  if (object.type !== "account") return false;
  if (action === "deleted" || action === "password_set") return true;
  const { state, changed }: { state?: unknown; changed?: unknown } = after ?? {};
  return state === "disabled" || (Array.isArray(changed) && changed.includes("password"));
}
