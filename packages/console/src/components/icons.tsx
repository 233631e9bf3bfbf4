import type { ReactNode } from "react";

/** The logo of Latchkey: a key. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 24 24" aria-hidden="true">
      <g {...stroke} strokeWidth="2.5">
        <circle cx="6.75" cy="11" r="4.5" />
        <path d="M11.25 11H22M17 11v4M22 11v5.5" />
      </g>
    </svg>
  );
}

const stroke = {
  fill: "none",
  stroke: "currentColor",
  strokeLinecap: "round",
  strokeLinejoin: "round",
} as const;

function icon(drawing: ReactNode) {
  return function Icon() {
    return (
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
        <g {...stroke} strokeWidth="1.75">
          {drawing}
        </g>
      </svg>
    );
  };
}

export const OverviewIcon = icon(<path d="M4 19h16M6 15l4-5 4 3 5-7" />);
export const ClientsIcon = icon(
  <path d="M5 5h5.5v5.5H5zM13.5 5H19v5.5h-5.5zM5 13.5h5.5V19H5zM13.5 13.5H19V19h-5.5z" />,
);
export const ApisIcon = icon(<path d="m8 7-5 5 5 5M16 7l5 5-5 5M13.5 5l-3 14" />);
export const KeysIcon = icon(
  <>
    <circle cx="8" cy="12" r="4" />
    <path d="M12 12h9M17 12v3.5M21 12v4" />
  </>,
);
export const AccountsIcon = icon(
  <>
    <circle cx="12" cy="8" r="3.5" />
    <path d="M5 20c.8-4 3.5-6 7-6s6.2 2 7 6" />
  </>,
);
export const SessionsIcon = icon(
  <>
    <rect x="3.5" y="5" width="17" height="11" rx="2" />
    <path d="M8.5 20h7M12 16v4M9.5 10.5l2 2 3.5-3.5" />
  </>,
);
export const TokensIcon = icon(
  <>
    <rect x="3.5" y="6" width="17" height="12" rx="2.5" />
    <path d="M9 6v12M12.5 10.5h4.5M12.5 13.5h3" />
  </>,
);
export const WorkspacesIcon = icon(<path d="M4 20V8l8-4 8 4v12M4 20h16M9.5 20v-6h5v6" />);
export const IntegrationsIcon = icon(
  <path d="M9 4v4M15 4v4M6.5 8h11v4a5.5 5.5 0 0 1-11 0zM12 17.5V21" />,
);
export const DetailsTypesIcon = icon(
  <>
    <rect x="5" y="3.5" width="14" height="17" rx="2.5" />
    <path d="M9 8.5h6M9 12h6M9 15.5l1.5 1.5 3-3" />
  </>,
);
export const InspectorIcon = icon(
  <>
    <path d="M6 5v14" />
    <circle cx="6" cy="6" r="1.5" />
    <circle cx="6" cy="12" r="1.5" />
    <circle cx="6" cy="18" r="1.5" />
    <path d="M11 6h9M11 12h6M11 18h9" />
  </>,
);
export const TrustedIssuersIcon = icon(
  <>
    <path d="M12 3.5 5 6v5.5c0 4.2 2.9 7.4 7 9 4.1-1.6 7-4.8 7-9V6z" />
    <path d="m9 12 2.2 2.2L15.5 10" />
  </>,
);
export const SearchIcon = icon(
  <>
    <circle cx="11" cy="11" r="6" />
    <path d="m20 20-4.5-4.5" />
  </>,
);
export const CopyIcon = icon(
  <>
    <rect x="9" y="9" width="11" height="11" rx="2.5" />
    <path d="M5.5 15A1.5 1.5 0 0 1 4 13.5v-8A1.5 1.5 0 0 1 5.5 4h8A1.5 1.5 0 0 1 15 5.5" />
  </>,
);
export const CheckIcon = icon(<path d="m5 12.5 4.5 4.5L19 7.5" />);
export const MenuIcon = icon(<path d="M4 7h16M4 12h16M4 17h16" />);
export const ServerIcon = icon(
  <>
    <rect x="4" y="4" width="16" height="7" rx="2" />
    <rect x="4" y="13" width="16" height="7" rx="2" />
    <path d="M8 7.5h.01M8 16.5h.01" />
  </>,
);
export const BrowserIcon = icon(
  <>
    <rect x="3.5" y="5" width="17" height="14" rx="2.5" />
    <path d="M3.5 9.5h17" />
  </>,
);
export const PhoneIcon = icon(
  <>
    <rect x="7" y="3" width="10" height="18" rx="2.5" />
    <path d="M11 18h2" />
  </>,
);
export const TelevisionIcon = icon(
  <>
    <rect x="3" y="5" width="18" height="12" rx="2" />
    <path d="M9 21h6M12 17v4" />
  </>,
);
export const MachineIcon = icon(
  <>
    <rect x="7" y="7" width="10" height="10" rx="2" />
    <path d="M10 3v4M14 3v4M10 17v4M14 17v4M3 10h4M3 14h4M17 10h4M17 14h4" />
  </>,
);
export const AgentIcon = icon(
  <>
    <rect x="4" y="8" width="16" height="11" rx="3" />
    <path d="M12 8V4M9 13v2M15 13v2" />
  </>,
);
export const WorkloadIcon = icon(
  <>
    <path d="M12 3l8 4.5v9L12 21l-8-4.5v-9z" />
    <path d="M4 7.5l8 4.5 8-4.5M12 12v9" />
  </>,
);
export const ShieldIcon = icon(
  <>
    <path d="M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6z" />
    <path d="M9 12l2 2 4-4" />
  </>,
);

/** The sort direction of a column. Both arrows are drawn; the active one is in full colour. */
export function SortIcon(props: { readonly direction: "ascending" | "descending" | "none" }) {
  return (
    <svg className={`icon sort-icon ${props.direction}`} viewBox="0 0 24 24" aria-hidden="true">
      <g {...stroke} strokeWidth="2">
        <path className="up" d="m8 9 4-4 4 4" />
        <path className="down" d="m8 15 4 4 4-4" />
      </g>
    </svg>
  );
}
