import { branding, brandingPreview, brandingPreviewRequest, brandingState } from "./branding.ts";
import { adminOperation, ifMatch } from "../operations/kinds.ts";
import type { Operation } from "../operations/operation.ts";

export const brandingOperations = {
  getBranding: {
    ...adminOperation,
    method: "GET",
    path: "/branding",
    success: 200,
    response: brandingState,
    etag: { derived: ["effective", "faint_colours"] },
    errors: [401, 403, 500],
    access: "read",
    role: "viewer",
    title: "Get the branding",
    summary: "Returns how the built-in pages look, and where that comes from.",
  },
  setBranding: {
    ...adminOperation,
    method: "PUT",
    path: "/branding",
    body: "json",
    request: branding,
    body_required: true,
    success: 200,
    response: brandingState,
    headers: ifMatch,
    etag: { derived: ["effective", "faint_colours"] },
    errors: [400, 401, 403, 412, 500],
    access: "write",
    role: "operator",
    title: "Set the branding",
    summary: "Replaces how the built-in pages look, on all servers within a second.",
    description: "What is left out is as settings say. An empty object removes what is stored.",
  },
  previewBranding: {
    ...adminOperation,
    method: "POST",
    path: "/branding/preview",
    body: "json",
    request: brandingPreviewRequest,
    body_required: true,
    success: 200,
    response: brandingPreview,
    errors: [400, 401, 403, 500],
    access: "read",
    role: "viewer",
    title: "Preview a branding",
    summary:
      "Returns a built-in page or a mail with sample data and a branding that is not stored.",
  },
} as const satisfies Readonly<Record<string, Operation>>;
