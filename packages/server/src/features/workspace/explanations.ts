import type { ExplainedRejections } from "../../inspector/explanations.ts";

const TOKEN_ERROR = "RFC 6749 §5.2";

/** Rejections that are known by their name in the workspace API. */
export const workspaceRejections = {
  credentials_wrong: {
    reference: TOKEN_ERROR,
    fix: "Check the client_id and client_secret of the integration.",
  },
  code_used: { reference: "RFC 6749 §4.1.2", fix: "Redeem each code once." },
  code_invalid: {
    reference: TOKEN_ERROR,
    fix: "Send the code exactly as it was received, before it expires.",
  },
  refresh_token_invalid: {
    reference: TOKEN_ERROR,
    fix: "Send the user through the authorization again.",
  },
  refresh_token_used: {
    reference: "RFC 9700 §4.14.2",
    fix: "Store the newest refresh token and use each one once.",
  },
} satisfies ExplainedRejections;
