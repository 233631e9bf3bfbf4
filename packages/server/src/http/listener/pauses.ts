/** Milliseconds without a sign of life after which the process is taken to have been paused. */
const PAUSE_MS = 1_000;
const SIGN_OF_LIFE_MS = 250;
/** How long it takes to read what had arrived during a pause: new connections are accepted first. */
const BACKLOG_MS = 1_000;

/** Knows how long requests may have waited before they were read. */
export interface Pauses {
  /** Milliseconds since the last pause began, while requests that arrived in it may still be read; otherwise 0. */
  readonly heldFor: () => number;
  readonly stop: () => void;
}

/**
 * A process that was frozen, or starved, reads what arrived meanwhile as if it arrived now. Another server may have answered the
 * same requests long before, so the order in which they were made must not be concluded from when they are read.
 */
export function watchForPauses(now = (): number => performance.now()): Pauses {
  let awakeAt = now();
  let pause = { from: 0, until: Number.NEGATIVE_INFINITY };
  const heldFor = (): number => {
    const at = now();
    if (at - awakeAt > PAUSE_MS) pause = { from: awakeAt, until: at + BACKLOG_MS };
    awakeAt = at;
    return at < pause.until ? at - pause.from : 0;
  };
  const signs = setInterval(heldFor, SIGN_OF_LIFE_MS).unref();
  return { heldFor, stop: () => clearInterval(signs) };
}
