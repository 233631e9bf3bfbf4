import { short } from "./scale.ts";

/** A horizontal bar chart from zero. */
export function Bars(props: {
  readonly amounts: readonly (readonly [label: string, amount: number])[];
  readonly format?: (value: number) => string;
}) {
  const { amounts, format = short } = props;
  const most = Math.max(1, ...amounts.map(([, amount]) => amount));
  return (
    <ul className="bars">
      {amounts.map(([label, amount]) => (
        <li key={label}>
          <span>
            <code>{label}</code> <strong>{format(amount)}</strong>
          </span>
          <svg width="100%" height="6" aria-hidden="true">
            <rect className="track" width="100%" height="6" rx="3" />
            <rect className="amount" width={`${(100 * amount) / most}%`} height="6" rx="3" />
          </svg>
        </li>
      ))}
    </ul>
  );
}
