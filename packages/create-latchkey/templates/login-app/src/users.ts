import { randomBytes, scryptSync, timingSafeEqual } from "node:crypto";

export interface User {
  /** Identifies the user in tokens. It never changes and is never given to another user. */
  readonly subject: string;
  readonly name: string;
}

interface StoredUser extends User {
  readonly salt: Buffer;
  readonly hash: Buffer;
}

// Replace with your database, and limit failed attempts.
const users = new Map<string, StoredUser>();
addUser("alice", "wonderland", { subject: "user-1", name: "Alice Liddell" });

export function addUser(username: string, password: string, user: User): void {
  const salt = randomBytes(16);
  users.set(username, { ...user, salt, hash: scryptSync(password, salt, 32) });
}

/** The user with this name and password. An unknown name takes as long as a wrong password. */
export function authenticate(username: string, password: string): User | undefined {
  const found = users.get(username);
  const hash = scryptSync(password, found?.salt ?? Buffer.alloc(16), 32);
  return found !== undefined && timingSafeEqual(hash, found.hash) ? found : undefined;
}

export function findUser(subject: string): User | undefined {
  return [...users.values()].find((user) => user.subject === subject);
}
