import type { SigningInMessages } from "../signing-in-messages.ts";

export const signingIn: SigningInMessages = {
  set_up_factor: {
    title: "2段階認証の設定",
    text: "サインインするには、パスワードのほかにもう1つの確認方法が必要です。一度設定すると、以後のサインインで毎回使用します。",
  },
  set_up_passkey: {
    title: "パスキーの作成",
    text: "サインインするにはパスキーが必要です。指紋、顔、または画面ロックで本人確認を行います。",
  },
  create_passkey: "パスキーを作成",
  use_app: "認証アプリを使用",
  no_usable_factor: {
    title: "ここではサインインできません",
    text: "お使いのアカウントは、このサイトでは利用できない方法で保護されています。管理者にお問い合わせください。",
  },

  choose_account: "アカウントの選択",
  signed_in: "サインイン中",
  signed_out: "サインアウト済み",
  remove_account: (user) => `${user} をリストから削除`,
  sign_out_all: "すべてのアカウントからサインアウト",
  others_signed_in: (users) => `このブラウザでは ${users} としてもサインインしています。`,

  show_password: "パスワードを表示",
  hide_password: "パスワードを非表示",
  password_strength: "パスワードの強度",
  strengths: {
    too_short: "短すぎます",
    weak: "推測されやすい",
    fair: "普通",
    good: "良い",
    strong: "強い",
  },
};
