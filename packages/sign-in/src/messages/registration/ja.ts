import type { RegistrationMessages } from "../registration-messages.ts";

export const registration: RegistrationMessages = {
  create_account: "アカウントを作成",
  no_account: "アカウントをお持ちでない場合",
  have_account: "すでにアカウントをお持ちの場合",
  enter_address: "メールアドレスを入力してください。手続き用のリンクをお送りします。",
  send_link: "リンクを送信",
  mailed: (address) => ({
    title: "メールをご確認ください",
    text: `${address} にメールを送信しました。メール内のリンクをこのブラウザーで開いて、手続きを続けてください。届かない場合は、迷惑メールフォルダーをご確認ください。`,
  }),
  address_malformed: "有効なメールアドレスを入力してください。",
  domain_not_allowed:
    "このメールアドレスはご利用いただけません。所属組織のメールアドレスを入力してください。",
  not_offered: {
    title: "招待が必要です",
    text: "ここではご自身でアカウントを作成できません。管理者に招待を依頼してください。",
  },
  full: {
    title: "しばらくしてからもう一度お試しください",
    text: "現在、アカウントの作成が混み合っています。",
  },

  invited: "招待を承諾",
  account_for: (address) => `${address} のアカウント`,
  username: "ユーザー名",
  username_hint: "2～64 文字の文字または数字。間に . _ - を使用できます。",
  use_passkey: "パスワードの代わりにパスキーを使用",
  name_missing: "名前を入力してください。",
  name_malformed: "名前を短くし、1 つの単語の中では 1 種類の文字体系だけを使ってください。",
  username_taken: "このユーザー名はすでに使用されています。別のユーザー名を入力してください。",
  gone: {
    title: "このリンクは無効です",
    text: "すでに使用されたか、取り消されたか、有効期限が切れています。",
  },
  address_taken: {
    title: "すでにアカウントをお持ちです",
    text: "お持ちのアカウントでサインインしてください。",
  },
  ready: {
    title: "アカウントの準備ができました",
    text: "サインインできます。",
  },
};
