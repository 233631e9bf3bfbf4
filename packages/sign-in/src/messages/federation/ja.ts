import type { FederationMessages } from "../federation-messages.ts";

export const federation: FederationMessages = {
  sign_in_with: (provider) => `${provider}でサインイン`,
  unavailable: (provider) =>
    `現在${provider}に接続できません。しばらくしてからもう一度お試しいただくか、別の方法でサインインしてください。`,
  cancelled: (provider) => `${provider}でのサインインはキャンセルされました。`,
  failed: (provider) => `${provider}でサインインできませんでした。もう一度お試しください。`,
  failed_for_good: (provider) =>
    `${provider}でサインインできませんでした。もう一度試しても解決しません。別の方法でサインインするか、管理者にお問い合わせください。`,
  refused: (provider) =>
    `この${provider}アカウントではサインインできません。管理者にお問い合わせください。`,
  prove_account: (provider, label) => ({
    title: "すでにアカウントをお持ちですか？",
    text: `${provider}アカウント（${label}）はまだ連携されていません。一度、ユーザー名とパスワード、またはパスキーでサインインしてください。次回からは${provider}でサインインできます。`,
  }),
  other_account: (provider) => `この${provider}アカウントは、別のアカウントと連携されています。`,
  other_identity: (provider) =>
    `お使いのアカウントは、すでに別の${provider}アカウントと連携されています。`,
  response_unknown: {
    title: "サインインの有効期限が切れました",
    text: "時間がかかりすぎたか、すでに使用されたか、別のブラウザで開始されたものです。",
  },

  title: "外部アカウントでのサインイン",
  explained: "パスワードの代わりに、これらのアカウントでサインインできます。",
  link: "連携する",
  not_linked: "アカウントは連携されませんでした",
  provider_linked: "アカウントを連携しました。今後はこのアカウントでサインインできます。",
  provider_unlinked: "連携を解除しました。今後そのアカウントではサインインできません。",
  last_way:
    "解除するとサインインできなくなります。先にパスワードまたはパスキーを設定してください。",
  kept_for: (apps) => `あなたに代わってこのアカウントを使用できるアプリ：${apps}`,
  kept_for_none: "このアカウントをあなたに代わって使用しているアプリはありません。",
  remove_kept: "アプリのアクセス権を削除",
  kept_removed:
    "アプリのアクセス権を削除しました。次回このアカウントでサインインすると、許可したアプリが再び使用できるようになります。",
  set_password: "パスワードを設定",
};
