import type { registrationOperations } from "@latchkey/api";
import type { FeatureCode } from "../../feature/feature.ts";
import { documentFetchRejections } from "./client-documents.ts";
import type { RegistrationContext } from "./context.ts";
import { acceptsDocuments, documentClients } from "./document-clients.ts";
import { registrationAcceptances } from "./explanations.ts";
import * as managementEndpoints from "./management-endpoints.ts";
import { defineRegistrationMetrics } from "./metrics.ts";
import { registrationTables } from "./migrations.ts";
import { openRegistration } from "./open.ts";
import { createOidcDynamicClient } from "./registration-endpoint.ts";
import { clientDocumentRejections, clientIdUrlRejections } from "./rules/metadata-document.ts";
import { registrationRejections } from "./rules/registration-policy.ts";
import { statementRejections } from "./rules/software-statement.ts";
import { startStrangerCount } from "./strangers.ts";
import * as tokenEndpoints from "./token-endpoints.ts";

export const code: FeatureCode<keyof typeof registrationOperations, RegistrationContext> = {
  endpoints: { createOidcDynamicClient, ...managementEndpoints, ...tokenEndpoints },
  tables: registrationTables,
  open: openRegistration,
  defineMetrics: defineRegistrationMetrics,
  client_source: documentClients,
  discover: (config) => ({
    client_id_metadata_document_supported: acceptsDocuments(config) || undefined,
  }),
  startJobs: (context) => [startStrangerCount(context)],
  acceptances: [registrationAcceptances],
  rejections: [
    clientIdUrlRejections,
    documentFetchRejections,
    clientDocumentRejections,
    registrationRejections,
    statementRejections,
  ],
};
