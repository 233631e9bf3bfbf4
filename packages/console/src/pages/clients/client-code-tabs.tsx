import type { OAuth2Client } from "@latchkey/api";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components/Tabs";
import { CopyButton } from "../../components/copy-button.tsx";
import { Section } from "../../components/page.tsx";
import { fillIn, guidesFor, redirectUriFor } from "./client-code.ts";
import { hasSecret } from "./client-summary.ts";
import guides from "./guides.json" with { type: "json" };

/** A tab with the code of an app for each framework. `redirectUri` is that of the console, which is not for apps. */
export function ClientCode(props: {
  readonly client: OAuth2Client;
  readonly issuer: string;
  readonly redirectUri: string;
}) {
  const { client, issuer } = props;
  const shown = guidesFor(client, guides);
  if (shown.length === 0) return null;
  const { client_id } = client;
  const redirect_uri = redirectUriFor(client, props.redirectUri);
  return (
    <Section
      title="Use it in your app"
      lead={
        hasSecret(client)
          ? "Code with the values of this client. The secret is read from the environment variable CLIENT_SECRET."
          : "Code with the values of this client."
      }
    >
      <Tabs className="tabs">
        <TabList aria-label="Framework" className="tab-list">
          {shown.map(({ page, title }) => (
            <Tab key={page} id={page} className="tab">
              {title}
            </Tab>
          ))}
        </TabList>
        {shown.map((guide) => {
          const code = fillIn(guide, { issuer, client_id, redirect_uri });
          return (
            <TabPanel key={guide.page} id={guide.page}>
              <p className="quiet code-file">
                <code>{guide.file}</code>
                <CopyButton text={code} what={guide.file} />
                <span>
                  The other files, and the commands, are in <code>docs/guides/{guide.page}.md</code>
                  .
                </span>
              </p>
              <pre className="json" tabIndex={0}>
                {code}
              </pre>
            </TabPanel>
          );
        })}
      </Tabs>
    </Section>
  );
}
