import { encode } from "uqr";

/** Modules of white around the code: ISO/IEC 18004 asks for 4, and terminals are narrow. */
const QUIET_ZONE = 2;

/**
 * A QR code of block characters, two rows of modules in each line. White is drawn and black is left empty, for terminals with
 * a dark background; most cameras read it on a light one too.
 */
export function renderQrCode(text: string): string {
  const { data } = encode(text, { ecc: "L", border: QUIET_ZONE });
  const lines: string[] = [];
  for (let row = 0; row < data.length; row += 2) {
    const [upper = [], lower = []] = [data[row], data[row + 1]];
    lines.push(upper.map((black, column) => block(black, lower[column] ?? true)).join(""));
  }
  return `${lines.join("\n")}\n`;
}

/** The character for two modules, one above the other. */
function block(upper_black: boolean, lower_black: boolean): string {
  if (upper_black) return lower_black ? " " : "▄";
  return lower_black ? "▀" : "█";
}
