import { timingSafeEqual } from "node:crypto";

/** Whether two texts are equal, in a time that does not depend on where they differ. Their length is not secret. */
export function equalInConstantTime(one: string, other: string): boolean {
  const left = Buffer.from(one);
  const right = Buffer.from(other);
  return left.length === right.length && timingSafeEqual(left, right);
}
