import type { FlowOutcome, FlowSummary } from "@latchkey/api";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "react-aria-components/Button";
import { Disclosure, DisclosurePanel } from "react-aria-components/Disclosure";
import { Heading } from "react-aria-components/Heading";
import { Badge } from "../../components/details.tsx";
import { formatExact, formatMoment } from "../../components/format-time.ts";
import { ErrorNotice } from "../../components/notice.tsx";
import { useSession } from "../../session/session.ts";
import { flowDuration, kindLabels, outcomeLabels } from "./flow-labels.ts";
import { Step } from "./step.tsx";

interface FlowCardProps {
  readonly flow: FlowSummary;
  readonly isInitiallyOpen: boolean;
}

const tones: { readonly [Outcome in FlowOutcome]: "brass" | "good" | "bad" | "quiet" } = {
  under_way: "brass",
  granted: "good",
  refused: "quiet",
  failed: "bad",
  abandoned: "quiet",
};

/** The summary of a flow, which expands to its steps. */
export function FlowCard({ flow, isInitiallyOpen }: FlowCardProps) {
  const [isOpen, setOpen] = useState(isInitiallyOpen);
  const tone = tones[flow.outcome];
  return (
    <li className={`flow ${tone}`}>
      <Disclosure className="card" isExpanded={isOpen} onExpandedChange={setOpen}>
        <Heading level={2}>
          <Button slot="trigger" className="flow-head">
            <span className="flow-line">
              <strong>{flow.headline}</strong>
              <Badge tone={tone}>{outcomeLabels[flow.outcome]}</Badge>
            </span>
            {flow.fix !== undefined && <span className="fix">{flow.fix}</span>}
            <span className="flow-facts">
              <time dateTime={flow.started_at} title={formatExact(new Date(flow.started_at))}>
                {formatMoment(flow.started_at, new Date())}
              </time>
              <span>{kindLabels[flow.kind]}</span>
              {flow.client_id !== undefined && <span>{flow.client_name ?? flow.client_id}</span>}
              {flow.subject !== undefined && <span>for {flow.subject}</span>}
              <span>{flowDuration(flow)}</span>
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
  const { data, error, refetch } = useQuery({
    // A flow changes only with its updated_at, so that polling fetches the steps of those that did.
    queryKey: ["flows", "steps", flow_id, updated_at],
    queryFn: ({ signal }) => latchkey.getFlow({ flow_id }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
  return (
    <>
      <ErrorNotice error={error} onRetry={() => void refetch()} />
      <ol className="steps" aria-label="Steps, the earliest first">
        {data?.steps.map((step) => (
          <Step key={step.request_id + step.name} step={step} />
        ))}
      </ol>
    </>
  );
}
