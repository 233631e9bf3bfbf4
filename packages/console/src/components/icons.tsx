import {
  AppWindow,
  Bot,
  Box,
  BuildingComplex,
  ChartLine,
  Check,
  ChevronsUpDown,
  ClipboardCheck,
  CodeXml,
  Copy,
  Cpu,
  History,
  KeyRound,
  ShieldUser,
  LayoutGrid,
  LogIn,
  Logs,
  Menu,
  Monitor,
  MonitorCheck,
  Palette,
  Plug,
  Search,
  Server,
  ShieldAlert,
  ShieldCheck,
  Smartphone,
  Ticket,
  UserRound,
  Webhook,
  type IconNode,
} from "lucide";
import { createElement } from "react";

/** The logo of Latchkey: a key. */
export function Mark() {
  return draw("mark", 2.5, [
    ["circle", { cx: 6.75, cy: 11, r: 4.5 }],
    ["path", { d: "M11.25 11H22M17 11v4M22 11v5.5" }],
  ]);
}

export const OverviewIcon = icon(ChartLine);
export const ClientsIcon = icon(LayoutGrid);
export const ApisIcon = icon(CodeXml);
export const KeysIcon = icon(KeyRound);
export const AccessIcon = icon(ShieldUser);
export const AccountsIcon = icon(UserRound);
export const SessionsIcon = icon(MonitorCheck);
export const BrandingIcon = icon(Palette);
export const TokensIcon = icon(Ticket);
export const WorkspacesIcon = icon(BuildingComplex);
export const IntegrationsIcon = icon(Plug);
export const DetailsTypesIcon = icon(ClipboardCheck);
export const AuditIcon = icon(History);
export const FailedSignInsIcon = icon(ShieldAlert);
export const InspectorIcon = icon(Logs);
export const TrustedIssuersIcon = icon(ShieldCheck);
export const IdentityProvidersIcon = icon(LogIn);
export const EventsIcon = icon(Webhook);
export const SearchIcon = icon(Search);
export const CopyIcon = icon(Copy);
export const CheckIcon = icon(Check);
export const MenuIcon = icon(Menu);
export const ServerIcon = icon(Server);
export const BrowserIcon = icon(AppWindow);
export const PhoneIcon = icon(Smartphone);
export const TelevisionIcon = icon(Monitor);
export const MachineIcon = icon(Cpu);
export const AgentIcon = icon(Bot);
export const WorkloadIcon = icon(Box);

/** The sort direction of a column. Both arrows are drawn; the active one is in full colour. */
export function SortIcon(props: { readonly direction: "ascending" | "descending" | "none" }) {
  return draw(`icon sort-icon ${props.direction}`, 2, ChevronsUpDown);
}

function icon(drawing: IconNode) {
  return function Icon() {
    return draw("icon", 1.75, drawing);
  };
}

/** Hidden from screen readers: what an icon means is written beside it. */
function draw(className: string, strokeWidth: number, drawing: IconNode) {
  return (
    <svg className={className} viewBox="0 0 24 24" aria-hidden="true">
      <g
        fill="none"
        stroke="currentColor"
        strokeLinecap="round"
        strokeLinejoin="round"
        strokeWidth={strokeWidth}
      >
        {drawing.map(([tag, attributes], index) =>
          createElement(tag, { key: index, ...attributes }),
        )}
      </g>
    </svg>
  );
}
