import type { AccountMessages, FactorMessages } from "../account-messages.ts";

export const account: AccountMessages = {
  title: "アカウント",
  sign_in_again: {
    title: "続けるには、もう一度サインインしてください",
    text: "セキュリティのため、この変更はサインインの直後にのみ行えます。",
  },
  back: "アカウントに戻る",

  profile: "プロフィール",
  username: "ユーザー名",
  name: "名前",
  email: "メールアドレス",

  change_password: "パスワードを変更",
  current_password: "現在のパスワード",
  new_password: "新しいパスワード",
  new_password_hint: "8 文字以上で入力してください。",
  current_password_wrong: "現在のパスワードが正しくありません。",
  password_changed: {
    title: "パスワードを変更しました",
    text: "すべてのデバイスからサインアウトしました。新しいパスワードでサインインしてください。",
  },

  factors: "2 段階認証",
  factors_explained:
    "パスワードの入力後に、お手元のアプリに表示されるコードを入力します。パスワードが盗まれても、それだけではサインインできません。",
  authenticator_app: "認証アプリ",
  not_set_up: "未設定",
  set_up: "設定する",
  since: (date) => `追加日：${date}`,
  access_until: (date) => `アクセス期限：${date}`,
  last_used: (date) => `最終使用日：${date}`,
  never_used: "未使用",
  remove: "削除",
  app_scan: "認証アプリでこの QR コードを読み取ってください。",
  qr_code: "認証アプリ用の QR コード",
  app_type: "または、アプリに次のキーを入力してください。",
  app_open: "このデバイスの認証アプリを開く",
  app_confirm: "続いて、アプリに表示される 6 桁のコードを入力してください。",
  app_code_wrong: "コードが正しくありません。アプリに現在表示されているコードを入力してください。",
  app_added: "認証アプリを設定しました。",
  factor_removed: "削除しました。今後はサインインに使用できません。",

  recovery_codes: "リカバリーコード",
  recovery_codes_left: (count) => `残り ${count} 個`,
  new_recovery_codes: "新しいコードを作成",
  recovery_codes_shown: {
    title: "リカバリーコードを保存してください",
    text: "デバイスを紛失した場合は、このコードでサインインできます。各コードは 1 回だけ使用できます。コードは再表示できません。",
  },
  recovery_codes_saved: "コードを保存しました",

  passkeys: "パスキー",
  passkeys_explained: "パスワードの代わりに、指紋認証、顔認証、画面ロックでサインインできます。",
  no_passkey: "パスキーはまだありません。",
  passkey_name: "新しいパスキーの名前",
  add_passkey: "パスキーを追加",
  passkey_added: "パスキーを追加しました。",
  passkey_failed: "パスキーを追加できませんでした。もう一度お試しください。",
  last_passkey:
    "このアカウントにサインインできる唯一の方法です。先にパスワードを設定するか、別のパスキーを追加してください。",
  passkey_needs_script: "パスキーを追加するには、このサイトで JavaScript を有効にしてください。",
  unnamed_passkey: "名前のないパスキー",

  sessions: "デバイス",
  sessions_explained: "現在サインインしているデバイスです。",
  device: (browser, system) => `${system} の ${browser}`,
  unknown_device: "不明なデバイス",
  this_device: "このデバイス",
  signed_in_at: (date) => `サインイン日：${date}`,
  sign_out_others: "ほかのすべてのデバイスからサインアウト",
  session_ended: "そのデバイスからサインアウトしました。",
  sessions_ended: "ほかのすべてのデバイスからサインアウトしました。",

  apps: "連携しているアプリ",
  no_apps: "アカウントにアクセスできるアプリはありません。",
  app_may: "このアプリができること",
  disconnect: "連携を解除",
  disconnected: "アプリはアカウントにアクセスできなくなりました。",
};

export const factor: FactorMessages = {
  use_passkey: "パスキーでサインイン",
  passkey_failed: "パスキーを使用できませんでした。もう一度試すか、パスワードを使用してください。",
  or: "または",
  confirm_title: "本人確認",
  enter_code: "認証アプリに表示されるコードを入力してください。",
  code: "6 桁のコード",
  code_missing: "コードを入力してください。",
  code_wrong: "コードが正しくないか、すでに使用されています。",
  lost_device: "リカバリーコードを使用",
  recovery_code: "リカバリーコード",
  use_your_passkey: "続けるには、パスキーで本人確認をしてください。",
  needs_script:
    "パスキーには JavaScript が必要です。このサイトで有効にして、ページを再読み込みしてください。",
};
