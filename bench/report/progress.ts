/** A bar that fills while something goes on. */
export interface ProgressBar {
  update(done: number): void;
  /** Takes it off the screen. */
  end(): void;
}

const WIDTH = 30;

/** A bar on the terminal; without one it says nothing. */
export function startProgress(
  title: string,
  total: number,
  terminal = process.stderr,
): ProgressBar {
  if (!terminal.isTTY) return { update: () => {}, end: () => {} };
  return {
    update: (done) => void terminal.write(`\r${renderBar(title, done, total)}`),
    end: () => void terminal.write("\r\u001b[K"),
  };
}

/** The bar as text. */
export function renderBar(title: string, done: number, total: number): string {
  const share = total === 0 ? 1 : Math.min(1, done / total);
  const filled = Math.round(share * WIDTH);
  const bar = "━".repeat(filled) + "─".repeat(WIDTH - filled);
  return `${title}  ${bar}  ${done.toLocaleString("en")} of ${total.toLocaleString("en")}`;
}
