import { durationIn } from "../duration.ts";
import type { MailMessages } from "../mail-messages.ts";

export const mail: MailMessages = {
  forgot_password: "パスワードをお忘れですか？",
  forgot_title: "パスワードの再設定",
  forgot_text:
    "ユーザー名または確認済みのメールアドレスを入力してください。新しいパスワードを設定するためのリンクをメールでお送りします。",
  username_or_email: "ユーザー名またはメールアドレス",
  send_link: "リンクを送信",
  link_sent: {
    title: "メールを確認してください",
    text: "確認済みのメールアドレスが登録されたアカウントがある場合、リンクをお送りしました。リンクは30分間有効です。迷惑メールフォルダーもご確認ください。",
  },
  mails_paused: (seconds) =>
    `メールの送信回数が上限に達しました。${durationIn("ja", seconds)}後にもう一度お試しください。`,
  reset_title: "新しいパスワードの設定",
  reset_for: (username) =>
    `アカウント：${username}　設定すると、すべてのデバイスからサインアウトされます。`,
  reset_done: {
    title: "パスワードを変更しました",
    text: "すべてのデバイスからサインアウトしました。新しいパスワードでサインインしてください。",
  },
  reset_next: "続いてサインインし、これまでアカウントを使用できたものを確認してください。",
  recovery: {
    title: "アカウントを使用できるものの確認",
    text: "メールでパスワードが再設定され、すべてのデバイスからサインアウトしました。次の項目は以前に追加されたもので、引き続き使用できます。見覚えのないものは削除してください。",
    check: "今すぐ確認",
    keep: "残す",
    later: "後で",
    save: "保存",
    choose: "項目ごとに、残すか削除するかを選択してください。",
    done: "選択内容を保存しました。",
    passkey: "パスキー",
    app: "接続済みアプリ",
  },
  link_gone: {
    title: "このリンクは無効です",
    text: "有効期限が切れているか、すでに使用されています。もう一度お申し込みください。",
  },
  request_again: "新しいリンクを申し込む",

  email_code: "コードをメールで受け取る",
  email_code_title: "コードを入力",
  email_code_text:
    "確認済みのメールアドレスが登録されたアカウントがある場合、コードをお送りしました。コードは10分間、このブラウザーでのみ有効です。",
  email_code_gone: "このコードは無効になりました。もう一度お申し込みください。",

  email: "メールアドレス",
  no_email: "メールアドレスが登録されていません。",
  verified: "確認済み",
  not_verified: "未確認",
  verify: "確認する",
  change_email: "メールアドレスを変更",
  new_email: "新しいメールアドレス",
  new_email_hint: "リンクをメールでお送りします。リンクを開くとアドレスが変更されます。",
  email_invalid: "alice@example.com のような形式でメールアドレスを入力してください。",
  verification_sent: "メールをお送りしました。メール内のリンクを開いてアドレスを確認してください。",

  verify_title: "メールアドレスの確認",
  verify_question: (address, username) =>
    `${address} はアカウント ${username} のメールアドレスですか？`,
  email_verified: {
    title: "メールアドレスを確認しました",
    text: "サインインとパスワードの再設定に使用できます。",
  },
  username_stays: (username) =>
    `ユーザー名は ${username} のままです。どちらでもサインインできます。`,
  email_taken: {
    title: "このメールアドレスは別のアカウントで使用されています",
    text: "1つのメールアドレスは1つのアカウントでのみ確認できます。もう一方のアカウントでサインインするか、別のアドレスを使用してください。",
  },
  sign_in_to_verify: {
    title: "サインインしてメールアドレスを確認してください",
    text: "メールの対象となるアカウントでサインインしてください。",
  },
  open_account: "アカウントを開く",
};
