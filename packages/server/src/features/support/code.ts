import type { FeatureCode } from "../../feature/feature.ts";
import type { SupportContext } from "./context.ts";
import { renderSupportErrors } from "./error-reference.ts";
import { supportRejections } from "./rules/support-rejection.ts";
import { supportedSubjects } from "./supported-subjects.ts";

export const code: FeatureCode<never, SupportContext> = {
  endpoints: {},
  named_subjects: [supportedSubjects],
  rejections: [supportRejections],
  renderErrors: renderSupportErrors,
};
