import type { Messages } from "./phrases.ts";

/** Japanese. */
export const ja: Messages = {
  sign_in: "サインイン",
  to_continue_to: (client) => `${client} に進みます`,
  username: "ユーザー名",
  password: "パスワード",
  remember_me: "このデバイスでサインインしたままにする",
  cancel: "キャンセル",
  username_missing: "ユーザー名を入力してください。",
  password_missing: "パスワードを入力してください。",
  wrong_credentials: "ユーザー名とパスワードの組み合わせが正しくありません。",
  wait: (seconds) => `試行回数が多すぎます。${seconds} 秒待ってからもう一度お試しください。`,
  busy: (seconds) =>
    `現在サインインが混み合っています。${seconds} 秒待ってからもう一度お試しください。`,
  account_gone: {
    title: "もう一度サインインしてください",
    text: "このブラウザーに記憶されていたアカウントは利用できなくなったため、記憶を消去しました。",
  },

  client_asks: (client) => `${client} がアカウントへのアクセスを求めています`,
  from_site: (host) => `提供元: ${host}`,
  returns_to: (host) => `この後、ブラウザーは ${host} に移動します`,
  returns_to_this_device: (host) =>
    `この後、ブラウザーはこのデバイス上のアプリ (${host}) に移動します`,
  signed_in_as: (name) => `${name} としてサインイン中`,
  use_another_account: "別のアカウントを使う",
  it_may: "許可すると、アプリは次のことができます",
  scope: {
    openid: "次回以降、あなたを認識する",
    profile: "名前、写真、その他のプロフィール情報を見る",
    email: "メールアドレスを見る",
    address: "住所を見る",
    phone: "電話番号を見る",
    offline: "あなたが操作していない間もこのアクセスを保持する",
    other: (scope) => `権限「${scope}」を使う`,
  },
  scope_always_included: "常に含まれます",
  scope_is_new: "新規",
  at_services: "アクセスが有効なサービス",
  remember_consent: "このアプリでは今後確認しない",
  allow: "許可する",
  deny: "許可しない",
  privacy_policy: "プライバシーポリシー",
  terms_of_service: "利用規約",

  sign_out_question: "サインアウトしますか?",
  sign_out_requested:
    "アプリが、ここと、このアカウントで利用中の他のアプリからのサインアウトを求めています。",
  sign_out: "サインアウト",
  stay_signed_in: "サインインしたままにする",
  signed_out: { title: "サインアウトしました", text: "このページを閉じてかまいません。" },
  still_signed_in: {
    title: "サインインしたままです",
    text: "何も変更されていません。このページを閉じてかまいません。",
  },

  workspace: {
    integration_asks: (integration) => `${integration} がワークスペースへのアクセスを求めています`,
    which_workspace: "どのワークスペースですか?",
    workspace_missing: "ワークスペースを選択してください。",
    in_workspace: (workspace) => `ワークスペース ${workspace} に接続されます。`,
    known_as: (name) => `アプリには ${name} として表示されます`,
    for_everybody_explained: "あなただけでなく、ワークスペース全体に対して接続されます。",
    capability: {
      read_content: "共有されたコンテンツを読む",
      update_content: "共有されたコンテンツを変更する",
      insert_content: "共有されたものに新しいコンテンツを追加する",
      read_comment: "コメントを読む",
      insert_comment: "コメントを書く",
      read_user_without_email: "ワークスペースのメンバーの名前と写真を見る",
      read_user_with_email: "ワークスペースのメンバーの名前、写真、メールアドレスを見る",
    },
    no_capability: "どのワークスペースかを見る",
    share_what: "アプリと何を共有しますか?",
    nothing_unless_ticked: "チェックを入れないものは共有されません。",
    nothing_to_share: "このワークスペースには、共有できるものがまだありません。",
    duplicate_template: (title) => `テンプレート「${title}」のコピーをワークスペースに作成する`,
    no_workspace: (integration) => ({
      title: "接続できるワークスペースがありません",
      text: `${integration} を接続できるワークスペースに参加していません。ワークスペースの管理者に追加を依頼してください。`,
    }),
    unnamed: "名前のないワークスペース",

    connected_apps: "接続済みのアプリ",
    connected_apps_explained:
      "これらのアプリはワークスペースにアクセスできます。使わなくなったものは切断してください。",
    sign_in_first: {
      title: "接続済みのアプリを見るにはサインインしてください",
      text: "表示されるのは、あなたとワークスペースの管理者だけです。",
    },
    no_membership: {
      title: "ワークスペースに参加していません",
      text: "参加すると、そこに接続したアプリがここに表示されます。",
    },
    nothing_connected: "このワークスペースに接続されたアプリはありません。",
    nothing_of_yours: "このワークスペースにあなたが接続したアプリはありません。",
    seen_as_admin: "管理者には、誰が接続したかにかかわらず、すべてのアプリが表示されます。",
    since: (day) => `${day} から`,
    for_everybody: "ワークスペース全体",
    connected_by: (name) => `接続した人: ${name}`,
    shared: (count) => `${count} 件を共有中`,
    nothing_shared: "共有なし",
    dormant: "未使用",
    app_may: "アプリは次のことができます",
    disconnect: "切断する",

    disconnect_question: (integration, workspace) =>
      `${integration} を ${workspace} から切断しますか?`,
    it_can_no_longer: "切断すると、アプリは次のことができなくなります",
    it_loses: "アクセスできなくなるもの",
    what_stays:
      "アプリがこれまでにコピーしたものは、アプリ側に残ります。いつでも再び接続できます。",
    keep_connected: "接続したままにする",
    disconnected: (integration) => ({
      title: `${integration} を切断しました`,
      text: "ワークスペースにはもうアクセスできません。",
    }),
    not_connected: {
      title: "このアプリは接続されていません",
      text: "すでに切断されたか、あなたには切断できないアプリです。",
    },
    back_to_list: "接続済みのアプリに戻る",
  },

  moving_on: { title: "しばらくお待ちください", text: "次の画面に移動しています。" },
  proceed: "続ける",
  expired: {
    title: "このページの有効期限が切れました",
    text: "開始してから時間が経ちすぎました。アカウントには何も起きていません。",
  },
  already_used: {
    title: "この手順はすでに完了しています",
    text: "別のタブで、または前のページに戻ったことで、このページはすでに使用されています。",
  },
  start_again: "最初からやり直す",
  opened_directly: {
    title: "ここでできることはまだありません",
    text: "このページは、サインインが必要なときにアプリが開きます。アプリから始めてください。",
  },
  cookie_missing: {
    title: "ブラウザーから Cookie が送信されませんでした",
    text: "このサイトの Cookie がブロックされているか、別のアドレスでページが開かれた可能性があります。Cookie を許可して、もう一度お試しください。",
  },
  token_mismatch: {
    title: "このフォームは無効になりました",
    text: "別のブラウザーセッションのものです。安全のため、何も処理していません。",
  },
  try_again: "もう一度試す",
  unavailable: {
    title: "現在ご利用いただけません",
    text: "こちら側の問題です。しばらくしてからもう一度お試しください。",
  },

  error: {
    title: "アプリの要求を完了できませんでした",
    text: "あなたの操作に問題はありません。アプリに戻ってもう一度お試しください。再び起きる場合は、以下の内容をアプリの運営者にお伝えください。",
  },
  reason: "理由",
  what_helps: "解決方法",
  error_code: "エラー",
  request_id: "リクエスト ID",
};
