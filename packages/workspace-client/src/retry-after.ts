/** RFC 9110 §10.2.3: seconds or an HTTP date, as milliseconds from `now`. Anything else is ignored. */
export function parseRetryAfter(text: string | null, now: number): number | undefined {
  if (text === null) return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1000;

  const date = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

const HTTP_DATE = /^[A-Z][a-z]{2}, .+ GMT$/; // §5.6.7
