import * as api from "@latchkey/api";
import type { FeatureEndpoint } from "@latchkey/server/feature";
import { json, readJson, refuse } from "@latchkey/server/feature/endpoints";
import { createBrand, faintColours, renderPreview } from "@latchkey/sign-in";
import type { IdentityContext } from "../context.ts";
import { previewMail } from "../mail/preview-mail.ts";
import { senderOf } from "../mail/settings.ts";
import { mergeBranding, readBranding, readPreviewRequest } from "./rules/branding-input.ts";

type Endpoint = FeatureEndpoint<IdentityContext>;

/** GET /branding. */
export const getBranding: Endpoint = async (_request, { identity }) =>
  json(200, describe(await identity.store.branding.find(), identity.brand.configured));

/** PUT /branding. */
export const setBranding: Endpoint = async (request, context) => {
  const body = readJson(request);
  const input = body.ok ? readBranding(body.value) : body;
  if (!input.ok) return refuse(input.error, request, context);
  const { store, brand } = context.identity;
  await store.branding.set(input.value);
  return json(200, describe(input.value, brand.configured));
};

/** POST /branding/preview. Nothing is stored. */
export const previewBranding: Endpoint = (request, context) => {
  const body = readJson(request);
  const input = body.ok ? readPreviewRequest(body.value) : body;
  if (!input.ok) return refuse(input.error, request, context);
  const { branding, page, scheme, language = "en" } = input.value;
  const brand = createBrand(mergeBranding(context.identity.brand.configured, branding));
  const shown = { scheme, language };
  const preview: api.BrandingPreview = {
    html: isMail(page)
      ? previewMail({ page, ...shown }, brand, senderOf(context.config)?.name)
      : renderPreview({ page, ...shown }, brand),
  };
  return json(200, preview);
};

function isMail(page: api.PreviewPage | api.PreviewMail): page is api.PreviewMail {
  return api.previewMails.some((mail) => mail === page);
}

function describe(stored: api.Branding, configured: api.Branding): api.BrandingState {
  const effective = mergeBranding(configured, stored);
  return { stored, effective, faint_colours: faintColours(effective) };
}
