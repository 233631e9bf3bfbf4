import { timingSafeEqual } from "node:crypto";

/** Whether two texts are the same, in a time that tells nothing about where they differ. Their length is no secret. */
export function equalInConstantTime(one: string, other: string): boolean {
  const left = Buffer.from(one);
  const right = Buffer.from(other);
  return left.length === right.length && timingSafeEqual(left, right);
}
