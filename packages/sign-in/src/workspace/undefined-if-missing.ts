import { ApiError } from "@latchkey/client";

/** Resolves to undefined on a 404. */
export async function undefinedIfMissing<Output>(
  request: Promise<Output>,
): Promise<Output | undefined> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}
