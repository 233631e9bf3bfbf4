import type { FeatureContext } from "../../feature/feature.ts";
import type { UsedKeys } from "./used-keys.ts";
import type { operatorSettings } from "./settings.ts";
import type { ApiKeys } from "./store/api-keys.ts";
import type { Operators, OperatorSessions } from "./store/operators.ts";

/** What the endpoints of this feature are given. */
export type OperatorsContext = FeatureContext<"operators", OperatorsPart, typeof operatorSettings>;

interface OperatorsPart {
  readonly api_keys: ApiKeys;
  readonly operators: Operators;
  readonly sessions: OperatorSessions;
  readonly used_keys: UsedKeys;
}
