/** What a pipe takes from several processes without mixing their words: POSIX's PIPE_BUF on Linux. */
const PIECE_BYTES = 4_096;

/** Text in pieces that end where lines end and are no longer than a pipe takes at once, as far as lines allow it. */
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
