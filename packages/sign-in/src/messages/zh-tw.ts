import { account, factor } from "./account/zh-tw.ts";
import { federation } from "./federation/zh-tw.ts";
import { signingIn } from "./signing-in/zh-tw.ts";
import { registration } from "./registration/zh-tw.ts";
import { mail } from "./mail/zh-tw.ts";
import { activity } from "./activity/zh-tw.ts";
import type { Messages } from "./messages-type.ts";
import { passwordMessages } from "./password-texts.ts";

/** Chinese in traditional characters, in the wording used in Taiwan. */
export const zhTw: Messages = {
  sign_in: "登入",
  to_continue_to: (client) => `以繼續使用 ${client}`,
  username: "使用者名稱或電子郵件地址",
  choose_password: passwordMessages["zh-TW"],
  password: "密碼",
  remember_me: "在此裝置上保持登入狀態",
  cancel: "取消",
  username_missing: "請輸入使用者名稱或電子郵件地址。",
  password_missing: "請輸入密碼。",
  wrong_credentials: "使用者名稱或密碼不正確。",
  wait: (seconds) => `嘗試次數過多，請於 ${seconds} 秒後再試一次。`,
  busy: (seconds) => `目前登入人數過多，請於 ${seconds} 秒後再試一次。`,
  account_gone: {
    title: "請重新登入",
    text: "您先前登入的帳戶已無法使用，因此已將您登出。",
  },

  client_asks: (client) => `${client} 要求存取您的帳戶`,
  from_site: (host) => `來自 ${host}`,
  returns_to: (host) => `系統會將您重新導向至 ${host}`,
  returns_to_this_device: (host) => `系統會將您重新導向至此裝置上的應用程式（${host}）`,
  may_be_impersonated: (client) =>
    `此裝置上的任何程式都可以冒充 ${client}。只有在您剛從該應用程式開始登入時，才允許存取。`,
  signed_in_as: (name) => `已登入：${name}`,
  use_another_account: "使用其他帳戶",
  app_may_if_allowed: "允許後，應用程式可以",
  app_may_also: "允許後，應用程式還可以",
  already_allowed: "已允許",
  scope: {
    openid: "在您再次造訪時識別您的身分",
    profile: "查看您的姓名、相片和其他個人資料",
    email: "查看您的電子郵件地址",
    address: "查看您的郵寄地址",
    phone: "查看您的電話號碼",
    offline: "在您未使用應用程式時保留此存取權",
    vault: (provider) => `代表您使用您的 ${provider} 帳戶`,
    other: (scope) => `代表您存取「${scope}」`,
  },
  claim: {
    name: "查看您的姓名",
    username: "查看您的使用者名稱",
    picture: "查看您的相片",
    website: "查看您的網頁",
    gender: "查看您的性別",
    birthdate: "查看您的出生日期",
    locale: "查看您的語言和時區",
    updated_at: "查看您的資料上次變更的時間",
  },
  claim_is_required: "應用程式需要",
  details_asked: "要允許以下操作嗎？",
  all_details: "所有詳細資料",
  scope_always_included: "一律包含",
  scope_is_new: "新增",
  audience: "存取權適用於",
  remember_consent: "不再針對此應用程式詢問",
  allow: "允許",
  deny: "拒絕",
  privacy_policy: "隱私權政策",
  terms_of_service: "服務條款",
  imprint: "法律聲明",

  sign_out_question: "要登出嗎？",
  sign_out_requested: "有應用程式要求將您登出。您也會一併登出使用此帳戶的其他應用程式。",
  sign_out: "登出",
  stay_signed_in: "保持登入",
  signed_out: { title: "您已登出", text: "您可以關閉這個頁面。" },
  still_signed_in: { title: "您仍處於登入狀態", text: "未做任何變更。您可以關閉這個頁面。" },

  account,
  activity,
  factor,
  federation,
  signing_in: signingIn,
  registration,
  mail,

  device: {
    connect: "連接裝置",
    enter_code: "請輸入裝置上顯示的代碼。",
    code: "代碼",
    code_missing: "請輸入代碼。",
    code_invalid: "這個代碼無效。請與裝置上顯示的代碼核對，或在裝置上重新取得代碼。",
    confirm: (client) => `要將 ${client} 連接到您的帳戶嗎？`,
    same_code: "請確認裝置上顯示的是以下代碼：",
    beware:
      "只有當您本人在身邊的裝置上開始此操作時，才可繼續。如果代碼或連結是他人傳送給您的，請選擇「拒絕」，否則對方將能存取您的帳戶。",
    connected: { title: "裝置已連接", text: "您可以關閉這個頁面並返回裝置。" },
    not_connected: { title: "裝置未連接", text: "這個裝置無法存取您的帳戶。您可以關閉這個頁面。" },
    see_device: {
      title: "請在裝置上繼續",
      text: "裝置會顯示是否已連接。如果裝置仍顯示代碼，請輸入該代碼。",
    },
  },

  approve: {
    client_asks: (client) => `${client} 要求使用您的帳戶登入`,
    same_message: "請確認應用程式顯示相同的訊息：",
    beware:
      "只有當您本人剛剛開始此操作時，才可允許。如果有人為此打電話或傳訊息給您，請選擇「拒絕」，否則對方將能存取您的帳戶。",
    nothing: {
      title: "沒有待處理的要求",
      text: "來自此瀏覽器以外應用程式的登入要求會顯示在這裡。",
    },
    check_again: "重新整理",
    sign_in_first: {
      title: "登入以查看要求",
      text: "可能有應用程式正在等待您的確認。",
    },
    sign_in_again: {
      title: "請重新登入",
      text: "應用程式要求您重新登入，或使用其他方式登入。",
    },
    allowed: { title: "您已允許登入", text: "您可以關閉這個頁面並返回應用程式。" },
    denied: { title: "您已拒絕登入", text: "應用程式無法存取您的帳戶。您可以關閉這個頁面。" },
  },

  workspace: {
    integration_asks: (integration) => `${integration} 要求存取您的工作區`,
    which_workspace: "要連結哪個工作區？",
    workspace_missing: "請選取工作區。",
    in_workspace: (workspace) => `應用程式將連結至您的工作區 ${workspace}。`,
    known_as: (name) => `您在應用程式中會顯示為 ${name}`,
    whole_workspace_explained: "應用程式將連結至整個工作區，而不只是您的帳戶。",
    capability: {
      read_content: "讀取您與其共用的內容",
      update_content: "修改您與其共用的內容",
      insert_content: "在您與其共用的內容中新增內容",
      read_comment: "讀取留言",
      insert_comment: "新增留言",
      read_user_without_email: "查看工作區成員的姓名和相片",
      read_user_with_email: "查看工作區成員的姓名、相片和電子郵件地址",
    },
    no_capability: "查看這是哪個工作區",
    share_what: "您要共用哪些內容？",
    only_selected_is_shared: "只會共用您選取的內容。",
    nothing_to_share: "此工作區中還沒有可共用的內容。",
    duplicate_template: (title) => `將範本「${title}」的副本新增至工作區`,
    no_workspace: (integration) => ({
      title: "沒有可連結的工作區",
      text: `您不是任何可連結 ${integration} 的工作區成員。請聯絡工作區管理員，將您新增為成員。`,
    }),
    unnamed: "未命名的工作區",

    connected_apps: "已連結的應用程式",
    connected_apps_explained: "這些應用程式可存取您的工作區。不再使用的應用程式，請中斷連結。",
    sign_in_first: {
      title: "登入以查看已連結的應用程式",
      text: "只有您和您工作區的管理員可以查看。",
    },
    no_membership: {
      title: "您不是任何工作區的成員",
      text: "加入工作區後，您連結的應用程式會列在這裡。",
    },
    no_app_connected: "沒有應用程式連結至此工作區。",
    no_app_of_yours: "您尚未將任何應用程式連結至此工作區。",
    admin_sees_all: "身為管理員，您可以查看所有已連結的應用程式，包括其他成員連結的應用程式。",
    since: (day) => `自 ${day} 起`,
    whole_workspace: "適用於整個工作區",
    connected_by: (name) => `由 ${name} 連結`,
    shared: (count) => `已共用 ${count} 個項目`,
    nothing_shared: "未共用任何內容",
    dormant: "已停用",
    app_may: "應用程式可以",
    disconnect: "中斷連結",

    disconnect_question: (integration, workspace) =>
      `要中斷 ${integration} 與 ${workspace} 的連結嗎？`,
    app_can_no_longer: "應用程式將無法再",
    app_loses_access_to: "應用程式將無法存取",
    copies_stay: "應用程式會保留已複製的內容。您隨時可以重新連結。",
    keep_connected: "保持連結",
    disconnected: (integration) => ({
      title: `已中斷與 ${integration} 的連結`,
      text: "應用程式無法再存取此工作區。",
    }),
    not_connected: {
      title: "此應用程式未連結",
      text: "應用程式可能已中斷連結，或您沒有中斷連結的權限。",
    },
    back_to_list: "返回已連結的應用程式",

    directory: "應用程式目錄",
    directory_explained: "您可以連結至所管理工作區的應用程式，以及這些應用程式可以執行的操作。",
    sign_in_first_for_directory: {
      title: "登入以查看應用程式目錄",
      text: "工作區管理員可以查看有哪些可用的應用程式。",
    },
    not_an_administrator: {
      title: "您不是任何工作區的管理員",
      text: "只有工作區管理員可以查看應用程式目錄。",
    },
    directory_empty: "沒有可用於此工作區的應用程式。",
    whole_workspace_possible: "可連結至整個工作區",
    connected: "已連結",
    connect: "連結",
    connect_in_app: "如要連結此應用程式，請在該應用程式中操作。",
  },

  redirecting: {
    title: "正在重新導向…",
    text: "如果未自動重新導向，請選取「繼續」。",
  },
  proceed: "繼續",
  expired: {
    title: "這個頁面已過期",
    text: "操作已逾時。您的帳戶不受影響。",
  },
  already_used: {
    title: "此步驟已完成",
    text: "您可能已在其他分頁中，或在返回這個頁面之前完成此步驟。",
  },
  start_in_app: "請返回應用程式並重新開始。",
  start_again: "重新開始",
  opened_directly: {
    title: "這裡目前無須進行任何操作",
    text: "需要您登入時，應用程式會開啟這個頁面。請前往應用程式登入。",
  },
  cookie_missing: {
    title: "瀏覽器未傳送 Cookie",
    text: "此網站的 Cookie 可能遭到封鎖，或頁面是透過其他網址開啟。請允許 Cookie 後再試一次。",
  },
  token_mismatch: {
    title: "此表單已失效",
    text: "這份表單屬於另一個瀏覽器工作階段。為了您的安全，系統並未處理。",
  },
  try_again: "再試一次",
  unavailable: {
    title: "發生錯誤",
    text: "問題出在我們這邊，請稍後再試。",
  },

  error: {
    title: "無法完成應用程式的要求",
    text: "這不是您的操作問題。請返回應用程式再試一次。如果問題持續發生，請將以下資訊傳送給應用程式的支援團隊。",
  },
  app_unknown: {
    title: "無法識別應用程式",
    text: "此應用程式未在這裡註冊，或註冊已取消。請將以下資訊傳送給應用程式的支援團隊。",
  },
  app_disabled: {
    title: "此應用程式已停用",
    text: "目前無法登入此應用程式。請將以下資訊傳送給該應用程式的支援團隊。",
  },
  too_many_requests: {
    title: "要求過多",
    text: "您的網路在短時間內傳送過多要求。請稍候再試一次。",
  },
  technical_details: "技術詳細資料（英文）",
  reason: "原因",
  how_to_fix: "解決方法",
  error_code: "錯誤",
  request_id: "要求 ID",
  no_error: {
    title: "沒有要顯示的錯誤",
    text: "發生問題時，應用程式會開啟這個頁面。如要登入，請前往應用程式進行操作。",
  },

  page_not_found: {
    title: "這個頁面不存在",
    text: "請檢查網址。如果您是透過應用程式中的連結來到這裡，請告知該應用程式的支援團隊。",
  },
  wrong_method: {
    title: "無法以這種方式開啟這個頁面",
    text: "這個網址用於接收其他類型的要求，通常來自應用程式。如果您是透過應用程式中的連結來到這裡，請告知該應用程式的支援團隊。",
  },
  start: {
    title: "登入伺服器",
    text: "這個伺服器使用 OAuth 2.0 和 OpenID Connect 讓使用者登入應用程式，並管理應用程式的存取權限。如要登入，請前往應用程式進行操作。",
  },
  issuer: "核發者",
  discovery_document: "探索文件",
  open_console: "開啟主控台",
};
