import type { Option } from "../../components/forms/choices.tsx";
import {
  AgentIcon,
  BrowserIcon,
  KeysIcon,
  MachineIcon,
  PhoneIcon,
  ServerIcon,
  TelevisionIcon,
  TrustedIssuersIcon,
  WorkloadIcon,
} from "../../components/icons.tsx";
import { type AppType, appTypeLabels } from "./app-defaults.ts";

/** The options of the form. */
export const appTypes: readonly Option<AppType>[] = [
  {
    value: "web",
    label: appTypeLabels.web,
    hint: "Runs on a server that can keep a secret.",
    icon: <ServerIcon />,
  },
  {
    value: "single_page",
    label: appTypeLabels.single_page,
    hint: "Runs in the browser, which cannot keep a secret.",
    icon: <BrowserIcon />,
  },
  {
    value: "native",
    label: appTypeLabels.native,
    hint: "Installed on phones or computers, which cannot keep a secret.",
    icon: <PhoneIcon />,
  },
  {
    value: "agent",
    label: appTypeLabels.agent,
    hint: "An MCP client or another agent that acts for a user who signs in.",
    icon: <AgentIcon />,
  },
  {
    value: "device",
    label: appTypeLabels.device,
    hint: "A television, console or command line: users enter a code on another device.",
    icon: <TelevisionIcon />,
  },
  {
    value: "machine",
    label: appTypeLabels.machine,
    hint: "A job or service that acts for itself, without a user.",
    icon: <MachineIcon />,
  },
  {
    value: "workload",
    label: appTypeLabels.workload,
    hint: "A Kubernetes pod or CI job that presents a token of its platform.",
    icon: <WorkloadIcon />,
  },
  {
    value: "private_key",
    label: appTypeLabels.private_key,
    hint: "Signs its token requests, so that no secret is ever sent.",
    icon: <KeysIcon />,
  },
  {
    value: "high_assurance",
    label: appTypeLabels.high_assurance,
    hint: "A bank or health app: FAPI 2.0 with pushed requests, keys and bound tokens.",
    icon: <TrustedIssuersIcon />,
  },
];
