import type { FederationMessages } from "../federation-messages.ts";

export const federation: FederationMessages = {
  sign_in_with: (provider) => `使用 ${provider} 登入`,
  unavailable: (provider) => `目前無法連線至 ${provider}。請稍後再試，或以其他方式登入。`,
  cancelled: (provider) => `您沒有使用 ${provider} 登入。`,
  failed: (provider) => `使用 ${provider} 登入失敗，請再試一次。`,
  failed_for_good: (provider) =>
    `使用 ${provider} 登入失敗，重試也無法解決。請以其他方式登入，或聯絡您的管理員。`,
  refused: (provider) => `無法使用此 ${provider} 帳戶登入。請聯絡您的管理員。`,
  prove_account: (provider, label) => ({
    title: "您已經有帳戶了嗎？",
    text: `您的 ${provider} 帳戶 ${label} 尚未連結。請先使用使用者名稱和密碼或通行密鑰登入一次，之後即可使用 ${provider} 登入。`,
  }),
  other_account: (provider) => `此 ${provider} 帳戶已與另一個帳戶連結。`,
  other_identity: (provider) => `您的帳戶已與另一個 ${provider} 帳戶連結。`,
  response_unknown: {
    title: "這次登入已過期",
    text: "可能是時間過長、已使用過，或是在其他瀏覽器中開始的。",
  },

  title: "使用其他帳戶登入",
  explained: "您可以使用這些帳戶登入，不必輸入密碼。",
  link: "連結",
  not_linked: "帳戶未連結",
  provider_linked: "帳戶已連結，今後您可以用它登入。",
  provider_unlinked: "已移除連結，您無法再使用該帳戶登入。",
  last_way: "移除後您將無法登入。請先設定密碼或新增通行密鑰。",
  kept_for: (apps) => `可以代表您使用此帳戶的應用程式：${apps}`,
  kept_for_none: "沒有應用程式代表您使用此帳戶。",
  remove_kept: "移除應用程式的存取權",
  kept_removed: "已移除應用程式的存取權。您下次使用此帳戶登入後，您允許的應用程式可以再次使用它。",
  set_password: "設定密碼",
};
