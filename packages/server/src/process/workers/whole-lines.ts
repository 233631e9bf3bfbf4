/** POSIX's PIPE_BUF on Linux: writes up to this size are atomic, so the lines of several processes do not interleave. */
const PIECE_BYTES = 4_096;

/** Splits text at line ends into pieces of at most PIPE_BUF bytes; a line that is longer is a piece of its own. */
export function atLineEnds(lines: string): readonly string[] {
  if (Buffer.byteLength(lines) <= PIECE_BYTES) return [lines];
  const pieces: string[] = [];
  let piece = "";
  for (const line of lines.split(/(?<=\n)/)) {
    if (piece !== "" && Buffer.byteLength(piece) + Buffer.byteLength(line) > PIECE_BYTES) {
      pieces.push(piece);
      piece = "";
    }
    piece += line;
  }
  return [...pieces, piece];
}
