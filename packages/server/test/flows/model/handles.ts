/** What the browser and the providers know of a flow: challenges, and where to go on. */
export interface FlowHandles {
  login_challenge: string;
  consent_challenge?: string;
  login?: string;
  consent?: string;
  code?: string;
}
