/** Collects bytes that arrive in pieces, up to a limit. */
export interface ByteCollector {
  /** False where there are more bytes than the limit allows: then none are kept. */
  add(piece: Buffer): boolean;
  /** What was added. */
  bytes(): Buffer;
}

/**
 * An empty collector. Pieces are copied into one buffer: as objects they take two hundred bytes each, and the sender decides how
 * small they are. The usual single piece is kept as it is.
 */
export function createByteCollector(limit: number): ByteCollector {
  let buffer: Buffer = nothing;
  let size = 0;
  return {
    add(piece) {
      const needed = size + piece.length;
      if (needed > limit) {
        buffer = nothing;
        size = Infinity;
        return false;
      }
      if (size === 0) {
        buffer = piece;
      } else {
        if (needed > buffer.length) buffer = enlarge(buffer, size, needed, limit);
        piece.copy(buffer, size);
      }
      size = needed;
      return true;
    },
    bytes: () => buffer.subarray(0, size),
  };
}

const nothing = Buffer.alloc(0);

/** A copy with at least twice the room, so that all copies together take time in proportion to the size. */
function enlarge(buffer: Buffer, size: number, needed: number, limit: number): Buffer {
  const larger = Buffer.allocUnsafe(Math.max(needed, Math.min(2 * buffer.length, limit)));
  buffer.copy(larger, 0, 0, size);
  return larger;
}
