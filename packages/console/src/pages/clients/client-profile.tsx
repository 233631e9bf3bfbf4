import type { OAuth2ClientExplanation } from "@latchkey/api";
import { useQuery } from "@tanstack/react-query";
import { Badge } from "../../components/details.tsx";
import { useSession } from "../../session/session.ts";

type Rule = OAuth2ClientExplanation["rules"][number];

const STATUS: Readonly<Record<Rule["status"], string>> = {
  met: "met",
  not_met: "not met",
  by_request: "checked at each request",
};

/** The rules of the security profile that a client is held to. Nothing where the profile has none. */
export function ClientProfile({ id }: { readonly id: string }) {
  const { latchkey } = useSession();
  const { data } = useQuery({
    queryKey: ["clients", id, "explanation"],
    queryFn: ({ signal }) => latchkey.explainOAuth2Client({ id }, { signal }),
  });
  if (data === undefined || data.rules.length === 0) return null;
  return (
    <section className="card">
      <h2>Security profile</h2>
      <p>
        <Badge tone="brass">{data.profile}</Badge>{" "}
        {data.set_by === "client" ? "Set for this client." : "The server\u2019s profile."}
      </p>
      <ul className="profile-rules">
        {data.rules.map((rule) => (
          <ProfileRule key={rule.rule} {...rule} />
        ))}
      </ul>
    </section>
  );
}

function ProfileRule({ requirement, clause, status, fix }: Rule) {
  return (
    <li className={status}>
      <strong>{requirement}</strong>
      <span className="small quiet">
        {clause} · {STATUS[status]}
      </span>
      {fix !== undefined && <span className="small">{fix}</span>}
    </li>
  );
}
