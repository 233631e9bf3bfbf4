/** Milliseconds without a sign of life after which the process is taken to have been paused. */
const PAUSE_MS = 1_000;
const SIGN_OF_LIFE_MS = 250;
/** Turns of the event loop in which what arrived during a pause is read: new connections are accepted in one, and read in the next. */
const BACKLOG_TURNS = 4;

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
export function watchForPauses(
  now = (): number => performance.now(),
  inNextTurn = (work: () => void): void => void setImmediate(work).unref(),
): Pauses {
  let awakeAt = now();
  let pausedAt: number | undefined;
  const forget = (pause: number, turns: number): void =>
    inNextTurn(() => {
      if (turns > 1) forget(pause, turns - 1);
      else if (pausedAt === pause) pausedAt = undefined;
    });
  const heldFor = (): number => {
    const at = now();
    if (at - awakeAt > PAUSE_MS) {
      pausedAt = awakeAt;
      forget(pausedAt, BACKLOG_TURNS);
    }
    awakeAt = at;
    return pausedAt === undefined ? 0 : at - pausedAt;
  };
  const signs = setInterval(heldFor, SIGN_OF_LIFE_MS).unref();
  return { heldFor, stop: () => clearInterval(signs) };
}
