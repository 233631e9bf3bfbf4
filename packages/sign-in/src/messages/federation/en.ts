import type { FederationMessages } from "../federation-messages.ts";

export const federation: FederationMessages = {
  sign_in_with: (provider) => `Sign in with ${provider}`,
  unavailable: (provider) =>
    `${provider} cannot be reached right now. Try again later, or sign in another way.`,
  cancelled: (provider) => `You did not sign in with ${provider}.`,
  failed: (provider) => `Signing in with ${provider} did not work. Try again.`,
  failed_for_good: (provider) =>
    `Signing in with ${provider} did not work. Trying again will not help: sign in another way, or contact your administrator.`,
  refused: (provider) =>
    `You cannot sign in with this ${provider} account. Contact your administrator.`,
  prove_account: (provider, label) => ({
    title: `Do you already have an account?`,
    text: `Your ${provider} account ${label} is not linked yet. Sign in once with your username and password, or a passkey. From then on you can sign in with ${provider}.`,
  }),
  other_account: (provider) => `This ${provider} account is linked with another account here.`,
  other_identity: (provider) => `Your account is already linked with another ${provider} account.`,
  response_unknown: {
    title: "This sign-in has expired",
    text: "It took too long, was already used, or was started in another browser.",
  },

  title: "Sign in with other accounts",
  explained: "Accounts that you can sign in with instead of your password.",
  link: "Link",
  not_linked: "The account was not linked",
  provider_linked: "The account has been linked. You can sign in with it from now on.",
  provider_unlinked: "The link has been removed. You can no longer sign in with that account.",
  last_way:
    "You could not sign in any more. Set a password or add a passkey before you remove this link.",
  kept_for: (apps) => `Apps that can use this account on your behalf: ${apps}`,
  kept_for_none: "No app uses this account on your behalf.",
  remove_kept: "Remove access for apps",
  kept_removed:
    "The access for apps has been removed. The next time you sign in with this account, apps that you allow can use it again.",
  set_password: "Set a password",
};
