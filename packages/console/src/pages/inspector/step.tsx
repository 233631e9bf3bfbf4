import type { FlowStep } from "@latchkey/api";
import { Button } from "react-aria-components/Button";
import { Disclosure, DisclosurePanel } from "react-aria-components/Disclosure";
import { Heading } from "react-aria-components/Heading";
import { Copyable, CopyButton } from "../../components/copy-button.tsx";
import { formatClock, formatExact } from "../../components/format-time.ts";

interface StepProps {
  readonly step: FlowStep;
}

/** One step of a flow, which expands to its request, decision and response. */
export function Step({ step }: StepProps) {
  const isError = step.response.error !== undefined;
  return (
    <li className={isError ? "step bad" : "step"}>
      <Disclosure>
        <Heading level={3}>
          <Button slot="trigger" className="step-head">
            <time dateTime={step.at} title={formatExact(new Date(step.at))}>
              {formatClock(step.at)}
            </time>
            <span>{step.line}</span>
          </Button>
        </Heading>
        <DisclosurePanel>
          <div className="step-body">
            <Request step={step} />
            <Decision step={step} />
            <Response step={step} />
          </div>
        </DisclosurePanel>
      </Disclosure>
    </li>
  );
}

function Request({ step: { request, request_id } }: StepProps) {
  return (
    <section>
      <h4>Request</h4>
      <p>
        <code>
          {request.method} {request.path}
        </code>
      </p>
      <dl className="parameters">
        {Object.entries(request.parameters).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="quiet small">
        Request ID <Copyable text={request_id} what="request ID" />
        {request.address !== undefined && <> from {request.address}</>}
      </p>
    </section>
  );
}

function Decision({ step: { decided: decision } }: StepProps) {
  return (
    <section>
      <h4>Decision</h4>
      <p>{decision.because}</p>
      <p className="quiet small">
        Rule <code>{decision.rule}</code>
        {decision.reference !== undefined && ` · ${decision.reference}`}
      </p>
    </section>
  );
}

function Response({ step: { response } }: StepProps) {
  return (
    <section>
      <h4>Response</h4>
      <p>{response.summary}</p>
      {response.error !== undefined && (
        <p className="field-error">
          <strong>{response.error}</strong> {response.error_description}
        </p>
      )}
      {response.redirect_to !== undefined && (
        <p className="copyable">
          <code>{response.redirect_to}</code>
          <CopyButton text={response.redirect_to} what="redirect" />
        </p>
      )}
    </section>
  );
}
