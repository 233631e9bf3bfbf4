import { ApiError } from "@latchkey/client";

/** Undefined for what the server does not have, or has no more. */
export async function orMissing<Output>(asked: Promise<Output>): Promise<Output | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}
