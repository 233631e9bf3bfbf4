import type { FlowOutcome, FlowSummary } from "@latchkey/api";
import { useState } from "react";
import { Button } from "react-aria-components/Button";
import { Disclosure, DisclosurePanel } from "react-aria-components/Disclosure";
import { Heading } from "react-aria-components/Heading";
import { useLoaded } from "../../load.ts";
import { Badge } from "../../parts/facts.tsx";
import { Problem } from "../../parts/notice.tsx";
import { clock } from "../../parts/time.tsx";
import { useSession } from "../../session/session.ts";
import { Step } from "./step.tsx";

interface FlowCardProps {
  readonly flow: FlowSummary;
  readonly isOpenAtFirst: boolean;
}

/** One flow in a few lines, which unfold to its steps. */
export function FlowCard({ flow, isOpenAtFirst }: FlowCardProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const { tone, word } = outcomeWords[flow.outcome];
  return (
    <li className={`flow ${tone}`}>
      <Disclosure className="card" isExpanded={isOpen} onExpandedChange={setOpen}>
        <Heading level={2}>
          <Button slot="trigger" className="flow-head">
            <span className="flow-line">
              <strong>{flow.headline}</strong>
              <Badge tone={tone}>{word}</Badge>
            </span>
            {flow.fix !== undefined && <span className="fix">{flow.fix}</span>}
            <span className="flow-facts">
              <time dateTime={flow.started_at}>{clock(flow.started_at)}</time>
              <span>{kindWords[flow.kind]}</span>
              {flow.client_id !== undefined && <span>{flow.client_name ?? flow.client_id}</span>}
              {flow.subject !== undefined && <span>for {flow.subject}</span>}
              <span>{lasted(flow)}</span>
            </span>
          </Button>
        </Heading>
        <DisclosurePanel>{isOpen && <Steps flow={flow} />}</DisclosurePanel>
      </Disclosure>
    </li>
  );
}

function Steps({ flow }: { readonly flow: FlowSummary }) {
  const { latchkey } = useSession();
  const { flow_id, updated_at } = flow;
  const { value, error } = useLoaded(flow_id, () => latchkey.getFlow({ flow_id }), updated_at);
  return (
    <>
      <Problem error={error} />
      <ol className="steps" aria-label="Steps, the earliest first">
        {value?.steps.map((step) => (
          <Step key={step.request_id + step.name} step={step} />
        ))}
      </ol>
    </>
  );
}

const outcomeWords: {
  readonly [Outcome in FlowOutcome]: {
    readonly tone: "brass" | "good" | "bad" | "quiet";
    readonly word: string;
  };
} = {
  under_way: { tone: "brass", word: "Under way" },
  granted: { tone: "good", word: "Granted" },
  refused: { tone: "quiet", word: "Refused" },
  failed: { tone: "bad", word: "Failed" },
  abandoned: { tone: "quiet", word: "Abandoned" },
};

const kindWords: { readonly [Kind in FlowSummary["kind"]]: string } = {
  authorization: "Authorization",
  workspace: "Workspace",
  logout: "Sign-out",
  token: "Token request",
};

function lasted({ started_at, updated_at }: FlowSummary): string {
  const seconds = (Date.parse(updated_at) - Date.parse(started_at)) / 1000;
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  return seconds < 90 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds / 60)} min`;
}
