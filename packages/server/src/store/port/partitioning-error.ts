/** Tables cannot be partitioned as they are: the message says why, and what to do. */
export class PartitioningError extends Error {
  override readonly name = "PartitioningError";
}
