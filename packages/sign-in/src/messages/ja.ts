import { account, factor } from "./account/ja.ts";
import { federation } from "./federation/ja.ts";
import { signingIn } from "./signing-in/ja.ts";
import { registration } from "./registration/ja.ts";
import { mail } from "./mail/ja.ts";
import { activity } from "./activity/ja.ts";
import type { Messages } from "./messages-type.ts";
import { passwordMessages } from "./password-texts.ts";

/** Japanese. Punctuation is full-width. */
export const ja: Messages = {
  sign_in: "サインイン",
  to_continue_to: (client) => `${client} に進む`,
  username: "ユーザー名またはメールアドレス",
  choose_password: passwordMessages.ja,
  password: "パスワード",
  remember_me: "このデバイスでサインインしたままにする",
  cancel: "キャンセル",
  username_missing: "ユーザー名またはメールアドレスを入力してください。",
  password_missing: "パスワードを入力してください。",
  wrong_credentials: "ユーザー名またはパスワードが正しくありません。",
  wait: (seconds) => `試行回数が多すぎます。${seconds} 秒後にもう一度お試しください。`,
  busy: (seconds) => `現在サインインが混み合っています。${seconds} 秒後にもう一度お試しください。`,
  account_gone: {
    title: "もう一度サインインしてください",
    text: "サインインしていたアカウントは利用できなくなったため、サインアウトしました。",
  },

  client_asks: (client) => `${client} がアカウントへのアクセスを求めています`,
  from_site: (host) => `提供元：${host}`,
  returns_to: (host) => `${host} に移動します`,
  returns_to_this_device: (host) => `このデバイス上のアプリ（${host}）に移動します`,
  may_be_impersonated: (client) =>
    `このデバイス上のどのプログラムも ${client} を名乗ることができます。このアプリからご自身でサインインを開始した場合にのみ許可してください。`,
  signed_in_as: (name) => `${name} としてサインイン中`,
  use_another_account: "別のアカウントを使用",
  app_may_if_allowed: "許可すると、アプリは次のことができるようになります",
  app_may_also: "許可すると、アプリはさらに次のことができるようになります",
  already_allowed: "許可済み",
  scope: {
    openid: "次回以降のアクセス時にあなたを識別する",
    profile: "名前、写真、その他のプロフィール情報を閲覧する",
    email: "メールアドレスを閲覧する",
    address: "住所を閲覧する",
    phone: "電話番号を閲覧する",
    offline: "アプリを使用していないときも、このアクセス権を維持する",
    vault: (provider) => `あなたに代わって${provider}のアカウントを使用する`,
    other: (scope) => `あなたに代わって「${scope}」にアクセスする`,
  },
  claim: {
    name: "名前を閲覧する",
    username: "ユーザー名を閲覧する",
    picture: "写真を閲覧する",
    website: "ウェブページを閲覧する",
    gender: "性別を閲覧する",
    birthdate: "生年月日を閲覧する",
    locale: "言語とタイムゾーンを閲覧する",
    updated_at: "情報の最終更新日時を閲覧する",
  },
  claim_is_required: "アプリに必須",
  details_asked: "次の内容を許可しますか？",
  all_details: "詳細をすべて表示",
  scope_always_included: "常に含まれます",
  scope_is_new: "新規",
  audience: "アクセスの対象",
  remember_consent: "このアプリでは今後確認しない",
  allow: "許可",
  deny: "拒否",
  privacy_policy: "プライバシーポリシー",
  terms_of_service: "利用規約",
  imprint: "運営者情報",

  sign_out_question: "サインアウトしますか？",
  sign_out_requested:
    "アプリからサインアウトの要求がありました。このアカウントで利用中の他のアプリからもサインアウトします。",
  sign_out: "サインアウト",
  stay_signed_in: "サインインしたままにする",
  signed_out: { title: "サインアウトしました", text: "このページを閉じてもかまいません。" },
  still_signed_in: {
    title: "サインインしたままです",
    text: "何も変更されていません。このページを閉じてもかまいません。",
  },

  account,
  activity,
  factor,
  federation,
  signing_in: signingIn,
  registration,
  mail,

  device: {
    connect: "デバイスを接続",
    enter_code: "デバイスに表示されているコードを入力してください。",
    code: "コード",
    code_missing: "コードを入力してください。",
    code_invalid:
      "このコードは無効です。デバイスの表示を確認するか、デバイスで新しいコードを取得してください。",
    confirm: (client) => `${client} をアカウントに接続しますか？`,
    same_code: "デバイスに次のコードが表示されていることを確認してください。",
    beware:
      "お手元のデバイスでご自身が操作を始めた場合にのみ続行してください。コードやリンクを誰かから受け取った場合は「拒否」を選択してください。続行すると、その相手がアカウントにアクセスできるようになります。",
    connected: {
      title: "デバイスを接続しました",
      text: "このページを閉じて、デバイスに戻ってください。",
    },
    not_connected: {
      title: "デバイスは接続されませんでした",
      text: "このデバイスはアカウントにアクセスできません。このページを閉じてもかまいません。",
    },
    see_device: {
      title: "デバイスで続行してください",
      text: "接続されたかどうかはデバイスに表示されます。まだコードが表示されている場合は、そのコードを入力してください。",
    },
  },

  approve: {
    client_asks: (client) => `${client} がサインインの許可を求めています`,
    same_message: "アプリに同じメッセージが表示されていることを確認してください。",
    beware:
      "たった今ご自身で開始した操作である場合にのみ許可してください。電話やメッセージで誰かに求められた場合は「拒否」を選択してください。許可すると、その相手がアカウントにアクセスできるようになります。",
    nothing: {
      title: "保留中のリクエストはありません",
      text: "このブラウザー以外のアプリからのサインインのリクエストがここに表示されます。",
    },
    check_again: "もう一度確認",
    sign_in_first: {
      title: "リクエストを表示するにはサインインしてください",
      text: "アプリが応答を待っている可能性があります。",
    },
    sign_in_again: {
      title: "もう一度サインインしてください",
      text: "このアプリを使用するには、もう一度サインインするか、別の方法でサインインする必要があります。",
    },
    allowed: {
      title: "サインインを許可しました",
      text: "このページを閉じて、アプリに戻ってください。",
    },
    denied: {
      title: "サインインを拒否しました",
      text: "アプリはアカウントにアクセスできません。このページを閉じてもかまいません。",
    },
  },

  workspace: {
    integration_asks: (integration) => `${integration} がワークスペースへのアクセスを求めています`,
    which_workspace: "どのワークスペースに接続しますか？",
    workspace_missing: "ワークスペースを選択してください。",
    in_workspace: (workspace) => `アプリはワークスペース「${workspace}」に接続されます。`,
    known_as: (name) => `アプリでの表示名：${name}`,
    whole_workspace_explained:
      "アプリは、あなたのアカウントだけでなくワークスペース全体に接続されます。",
    capability: {
      read_content: "共有されたコンテンツを閲覧する",
      update_content: "共有されたコンテンツを変更する",
      insert_content: "共有された場所に新しいコンテンツを追加する",
      read_comment: "コメントを閲覧する",
      insert_comment: "コメントを書き込む",
      read_user_without_email: "ワークスペースのメンバーの名前と写真を閲覧する",
      read_user_with_email: "ワークスペースのメンバーの名前、写真、メールアドレスを閲覧する",
    },
    no_capability: "どのワークスペースかを確認する",
    share_what: "何を共有しますか？",
    only_selected_is_shared: "選択したものだけが共有されます。",
    nothing_to_share: "このワークスペースには、共有できるものがまだありません。",
    duplicate_template: (title) => `テンプレート「${title}」のコピーをワークスペースに追加する`,
    no_workspace: (integration) => ({
      title: "接続できるワークスペースがありません",
      text: `${integration} を接続できるワークスペースのメンバーではありません。ワークスペースの管理者に追加を依頼してください。`,
    }),
    unnamed: "名称未設定のワークスペース",

    connected_apps: "接続済みのアプリ",
    connected_apps_explained:
      "これらのアプリはワークスペースにアクセスできます。使用しなくなったアプリは接続を解除してください。",
    sign_in_first: {
      title: "接続済みのアプリを表示するにはサインインしてください",
      text: "閲覧できるのは、あなたとワークスペースの管理者だけです。",
    },
    no_membership: {
      title: "どのワークスペースのメンバーでもありません",
      text: "ワークスペースに参加すると、接続したアプリがここに表示されます。",
    },
    no_app_connected: "このワークスペースに接続されているアプリはありません。",
    no_app_of_yours: "このワークスペースにあなたが接続したアプリはありません。",
    admin_sees_all: "管理者には、他のメンバーが接続したものも含め、すべてのアプリが表示されます。",
    since: (day) => `${day}から`,
    whole_workspace: "ワークスペース全体",
    connected_by: (name) => `接続したメンバー：${name}`,
    shared: (count) => `${count} 件を共有中`,
    nothing_shared: "共有なし",
    dormant: "停止中",
    app_may: "アプリは次のことができます",
    disconnect: "接続を解除",

    disconnect_question: (integration, workspace) =>
      `${integration} と ${workspace} の接続を解除しますか？`,
    app_can_no_longer: "接続を解除すると、アプリは次のことができなくなります",
    app_loses_access_to: "アクセスできなくなるもの",
    copies_stay:
      "アプリがすでにコピーしたデータは、アプリ側に残ります。アプリはいつでも再接続できます。",
    keep_connected: "接続を維持",
    disconnected: (integration) => ({
      title: `${integration} の接続を解除しました`,
      text: "アプリはワークスペースにアクセスできなくなりました。",
    }),
    not_connected: {
      title: "このアプリは接続されていません",
      text: "すでに接続が解除されているか、接続を解除する権限がありません。",
    },
    back_to_list: "接続済みのアプリに戻る",

    directory: "アプリディレクトリ",
    directory_explained:
      "あなたが管理するワークスペースに接続できるアプリと、そのアプリができることの一覧です。",
    sign_in_first_for_directory: {
      title: "アプリディレクトリを表示するにはサインインしてください",
      text: "ワークスペースの管理者は、利用できるアプリを確認できます。",
    },
    not_an_administrator: {
      title: "ワークスペースの管理者ではありません",
      text: "アプリディレクトリを閲覧できるのは、ワークスペースの管理者だけです。",
    },
    directory_empty: "このワークスペースで利用できるアプリはありません。",
    whole_workspace_possible: "ワークスペース全体に接続可能",
    connected: "接続済み",
    connect: "接続",
    connect_in_app: "このアプリを接続するには、アプリから始めてください。",
  },

  redirecting: {
    title: "移動しています…",
    text: "自動的に移動しない場合は、「続行」を選択してください。",
  },
  proceed: "続行",
  expired: {
    title: "このページの有効期限が切れました",
    text: "操作の開始から時間が経過したため、続行できません。アカウントへの影響はありません。",
  },
  already_used: {
    title: "この手順はすでに完了しています",
    text: "別のタブで、またはこのページに戻る前に完了した可能性があります。",
  },
  start_in_app: "アプリに戻って、最初からやり直してください。",
  start_again: "最初からやり直す",
  opened_directly: {
    title: "ここで行う操作はまだありません",
    text: "このページは、サインインが必要なときにアプリから開かれます。アプリから始めてください。",
  },
  cookie_missing: {
    title: "ブラウザーから Cookie が送信されませんでした",
    text: "このサイトの Cookie がブロックされているか、ページが別のアドレスで開かれた可能性があります。Cookie を許可して、もう一度お試しください。",
  },
  token_mismatch: {
    title: "このフォームは無効になりました",
    text: "このフォームは別のブラウザーセッションのものです。安全のため、送信内容は処理されませんでした。",
  },
  try_again: "もう一度試す",
  unavailable: {
    title: "エラーが発生しました",
    text: "サーバーで問題が発生しています。しばらくしてからもう一度お試しください。",
  },

  error: {
    title: "アプリのリクエストを完了できませんでした",
    text: "お客様の操作に問題はありません。アプリに戻って、もう一度お試しください。問題が解決しない場合は、以下の情報をアプリのサポートにお知らせください。",
  },
  app_unknown: {
    title: "アプリを確認できませんでした",
    text: "このアプリは登録されていないか、登録が解除されています。以下の情報をアプリのサポートにお知らせください。",
  },
  app_disabled: {
    title: "このアプリは無効になっています",
    text: "現在、このアプリにサインインすることはできません。以下の情報をアプリのサポート窓口にお送りください。",
  },
  too_many_requests: {
    title: "リクエストが多すぎます",
    text: "お使いのネットワークから短時間に多数のリクエストが送信されました。しばらくしてからもう一度お試しください。",
  },
  technical_details: "技術的な詳細（英語）",
  reason: "理由",
  how_to_fix: "解決方法",
  error_code: "エラー",
  request_id: "リクエスト ID",
  no_error: {
    title: "表示するエラーはありません",
    text: "このページは、問題が発生したときにアプリから開かれます。サインインするには、アプリから始めてください。",
  },

  page_not_found: {
    title: "このページは存在しません",
    text: "アドレスを確認してください。アプリのリンクから開いた場合は、そのアプリのサポートにお知らせください。",
  },
  wrong_method: {
    title: "このページはこの方法では開けません",
    text: "このアドレスは、主にアプリから送信される別の種類のリクエスト用です。アプリのリンクから開いた場合は、そのアプリのサポートにお知らせください。",
  },
  start: {
    title: "サインインサーバー",
    text: "このサーバーは OAuth 2.0 と OpenID Connect を使用して、アプリへのサインインとアプリのアクセス権を管理します。サインインするには、アプリから始めてください。",
  },
  issuer: "発行者",
  discovery_document: "ディスカバリードキュメント",
  open_console: "コンソールを開く",
};
