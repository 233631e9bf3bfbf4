import { type Demand, usualHabits } from "./demand.ts";
import type { Choices } from "./sizing.ts";

/** The installations of docs/scaling.md: each ten times as large as the one before. */
export const stages: readonly Demand[] = [1e6, 1e7, 1e8, 1e9].map((live_tokens) => ({
  live_tokens,
  requests_per_second: live_tokens / 1e4,
}));

/** Examples, in dollars, of what a cloud takes for a core of a virtual machine and for a disk. */
export const usualPrices = { core_hour: 0.04, gigabyte_month: 0.1 };

export const usualChoices: Choices = { habits: usualHabits, utilisation: 0.5, ...usualPrices };
