import type { FederationMessages } from "../federation-messages.ts";

export const federation: FederationMessages = {
  sign_in_with: (provider) => `使用 ${provider} 登录`,
  unavailable: (provider) => `暂时无法连接 ${provider}。请稍后重试，或使用其他方式登录。`,
  cancelled: (provider) => `您没有使用 ${provider} 登录。`,
  failed: (provider) => `使用 ${provider} 登录失败，请重试。`,
  failed_for_good: (provider) =>
    `使用 ${provider} 登录失败，重试也无法解决。请使用其他方式登录，或联系您的管理员。`,
  refused: (provider) => `无法使用此 ${provider} 账户登录。请联系您的管理员。`,
  prove_account: (provider, label) => ({
    title: "您已有账户吗？",
    text: `您的 ${provider} 账户 ${label} 尚未关联。请先使用用户名和密码或通行密钥登录一次，之后即可使用 ${provider} 登录。`,
  }),
  other_account: (provider) => `此 ${provider} 账户已与另一个账户关联。`,
  other_identity: (provider) => `您的账户已与另一个 ${provider} 账户关联。`,
  response_unknown: {
    title: "此次登录已过期",
    text: "可能耗时过长、已被使用，或是在其他浏览器中开始的。",
  },

  title: "使用其他账户登录",
  explained: "您可以使用这些账户登录，无需输入密码。",
  link: "关联",
  not_linked: "账户未关联",
  provider_linked: "账户已关联，您今后可以使用它登录。",
  provider_unlinked: "已取消关联，您不能再使用该账户登录。",
  last_way: "取消后您将无法登录。请先设置密码或添加通行密钥。",
  kept_for: (apps) => `可以代表您使用此账户的应用：${apps}`,
  kept_for_none: "没有应用代表您使用此账户。",
  remove_kept: "移除应用的访问权限",
  kept_removed: "已移除应用的访问权限。您下次使用此账户登录后，您允许的应用可以再次使用它。",
  set_password: "设置密码",
};
