import type { ActivityMessages } from "../activity-messages.ts";

export const activity: ActivityMessages = {
  edit_profile: "プロフィールを編集",
  claim: {
    name: "名前",
    given_name: "名",
    family_name: "姓",
    middle_name: "ミドルネーム",
    nickname: "ニックネーム",
    profile: "プロフィールページ",
    picture: "プロフィール画像のURL",
    website: "ウェブサイト",
    gender: "性別",
    birthdate: "生年月日",
    zoneinfo: "タイムゾーン",
    locale: "言語",
  },
  claim_hint: {
    birthdate: "年、月、日の順に入力してください。例：1990-12-31",
    zoneinfo: "例：Asia/Tokyo",
    locale: "例：ja-JP",
  },
  claim_invalid: "入力内容が正しくありません。",
  save: "保存",
  profile_saved: "プロフィールを保存しました。",

  history: "最近のアクティビティ",
  history_explained:
    "心当たりのないものがある場合は、パスワードを変更し、ほかのすべてのデバイスからサインアウトしてください。",
  no_history: "最近のアクティビティはありません。",
  older: "以前のアクティビティを表示",
  event: {
    signed_in: "サインイン",
    password_changed: "パスワードの変更",
    recovery_codes_created: "新しいリカバリーコードの作成",
    provider_linked: "外部アカウントの連携",
    provider_unlinked: "外部アカウントの連携解除",
    session_ended: "デバイスからのサインアウト",
    sessions_ended: "ほかのデバイスからのサインアウト",
    app_disconnected: "アプリの連携解除",
    profile_changed: "プロフィールの変更",
    data_downloaded: "データのダウンロード",
    account_changed: "アカウントの変更",
    kept_tokens_removed: "アプリのアクセス権を削除",
  },
  sign_in_failed: (count) => (count === 1 ? "サインインの失敗" : `サインインの失敗：${count}回`),
  factor_added: { totp: "認証アプリの追加", passkey: "パスキーの追加" },
  factor_removed: { totp: "認証アプリの削除", passkey: "パスキーの削除" },
  kept_token_used: (app, provider) => `${app}が${provider}のアカウントへのアクセス権を取得しました`,
  support_access: (actor, app) =>
    `サポート担当の${actor}が${app}でお客様のアカウントにアクセスしました`,
  times: (count) => `${count}回`,
  by_administrator: "管理者による操作",
  method: { password: "パスワード", code: "コード", passkey: "パスキーを使用" },

  agent: "AIエージェント",
  workspace_apps: "ワークスペースのアプリ",

  data: "お客様のデータ",
  data_explained: "ここに保存されているお客様の情報をすべて、ファイルとしてダウンロードできます。",
  download: "データをダウンロード",
  delete_account: "アカウントを削除",
  delete_explained: "アカウントと、ここに保存されているお客様の情報がすべて削除されます。",
  delete_question: "アカウントを削除しますか？",
  what_ends: "アカウントを削除すると、次のようになります",
  ends: {
    sign_in: "サインインできなくなります",
    sessions: (count) =>
      count === 1
        ? "このデバイスからサインアウトします"
        : `${count}台のデバイスからサインアウトします`,
    apps: (count) => `連携している${count}個のアプリがアクセスできなくなります`,
    integrations: (count) => `お客様が連携したワークスペースの${count}個のアプリが解除されます`,
    data: "プロフィール、サインイン方法、アクティビティが削除されます",
  },
  cannot_be_undone:
    "この操作は取り消せません。アプリがすでに受け取った情報は、アプリ側に残ることがあります。",
  confirm_username: (username) => `確認のため、ユーザー名を入力してください：${username}`,
  username_differs: "ユーザー名が一致しません。",
  keep_account: "アカウントを残す",
  deleted: {
    title: "アカウントを削除しました",
    text: "すべてのデバイスからサインアウトしました。",
  },
};
