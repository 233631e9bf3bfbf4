import { account, factor } from "./account/zh.ts";
import { federation } from "./federation/zh.ts";
import { signingIn } from "./signing-in/zh.ts";
import { registration } from "./registration/zh.ts";
import { mail } from "./mail/zh.ts";
import { activity } from "./activity/zh.ts";
import type { Messages } from "./messages-type.ts";
import { passwordMessages } from "./password-texts.ts";

/** Chinese in simplified characters. */
export const zh: Messages = {
  sign_in: "登录",
  to_continue_to: (client) => `以继续使用 ${client}`,
  username: "用户名或电子邮件地址",
  choose_password: passwordMessages.zh,
  password: "密码",
  remember_me: "在此设备上保持登录状态",
  cancel: "取消",
  username_missing: "请输入用户名或电子邮件地址。",
  password_missing: "请输入密码。",
  wrong_credentials: "用户名或密码错误。",
  wait: (seconds) => `尝试次数过多，请在 ${seconds} 秒后重试。`,
  busy: (seconds) => `当前登录人数过多，请在 ${seconds} 秒后重试。`,
  account_gone: {
    title: "请重新登录",
    text: "您之前登录的账户已不可用，系统已将您退出登录。",
  },

  client_asks: (client) => `${client} 请求访问您的账户`,
  from_site: (host) => `来自 ${host}`,
  returns_to: (host) => `您将跳转到 ${host}`,
  returns_to_this_device: (host) => `您将跳转到此设备上的应用（${host}）`,
  may_be_impersonated: (client) =>
    `此设备上的任何程序都可以冒充 ${client}。仅当您刚刚从该应用发起登录时才允许访问。`,
  signed_in_as: (name) => `已登录：${name}`,
  use_another_account: "使用其他账户",
  app_may_if_allowed: "允许后，该应用可以",
  app_may_also: "允许后，该应用还可以",
  already_allowed: "已允许",
  scope: {
    openid: "在您再次访问时识别您",
    profile: "查看您的姓名、头像和其他个人资料",
    email: "查看您的电子邮件地址",
    address: "查看您的邮寄地址",
    phone: "查看您的电话号码",
    offline: "在您未使用该应用时保留此访问权限",
    vault: (provider) => `代表您使用您的 ${provider} 账户`,
    other: (scope) => `代表您访问“${scope}”`,
  },
  claim: {
    name: "查看您的姓名",
    username: "查看您的用户名",
    picture: "查看您的头像",
    website: "查看您的网页",
    gender: "查看您的性别",
    birthdate: "查看您的出生日期",
    locale: "查看您的语言和时区",
    updated_at: "查看您的资料的最后修改时间",
  },
  claim_is_required: "该应用必需",
  details_asked: "要允许以下操作吗？",
  all_details: "全部详情",
  scope_always_included: "始终包含",
  scope_is_new: "新增",
  audience: "访问权限适用于",
  remember_consent: "对此应用不再询问",
  allow: "允许",
  deny: "拒绝",
  privacy_policy: "隐私政策",
  terms_of_service: "服务条款",
  imprint: "法律声明",

  sign_out_question: "要退出登录吗？",
  sign_out_requested: "有应用请求让您退出登录。使用此账户的其他应用也会一并退出。",
  sign_out: "退出登录",
  stay_signed_in: "保持登录",
  signed_out: { title: "您已退出登录", text: "您可以关闭此页面。" },
  still_signed_in: { title: "您仍处于登录状态", text: "未作任何更改。您可以关闭此页面。" },

  account,
  activity,
  factor,
  federation,
  signing_in: signingIn,
  registration,
  mail,

  device: {
    connect: "连接设备",
    enter_code: "请输入设备上显示的代码。",
    code: "代码",
    code_missing: "请输入代码。",
    code_invalid: "此代码无效。请与设备上显示的代码核对，或在设备上重新获取代码。",
    confirm: (client) => `要将 ${client} 连接到您的账户吗？`,
    same_code: "请确认设备上显示的是以下代码：",
    beware:
      "仅当您本人在身边的设备上发起此操作时，才可继续。如果代码或链接是他人发给您的，请选择“拒绝”，否则对方将能访问您的账户。",
    connected: { title: "设备已连接", text: "您可以关闭此页面并返回设备。" },
    not_connected: { title: "设备未连接", text: "该设备无法访问您的账户。您可以关闭此页面。" },
    see_device: {
      title: "请在设备上继续",
      text: "设备会显示是否已连接。如果设备仍显示代码，请输入该代码。",
    },
  },

  approve: {
    client_asks: (client) => `${client} 请求使用您的账户登录`,
    same_message: "请确认该应用显示相同的信息：",
    beware:
      "仅当您本人刚刚发起此操作时，才可允许。如果有人为此给您打电话或发消息，请选择“拒绝”，否则对方将能访问您的账户。",
    nothing: {
      title: "没有待处理的请求",
      text: "来自此浏览器之外的应用的登录请求会显示在这里。",
    },
    check_again: "刷新",
    sign_in_first: { title: "登录以查看请求", text: "可能有应用正在等待您的确认。" },
    sign_in_again: {
      title: "请重新登录",
      text: "该应用要求您重新登录，或使用其他方式登录。",
    },
    allowed: { title: "您已允许登录", text: "您可以关闭此页面并返回应用。" },
    denied: { title: "您已拒绝登录", text: "该应用无法访问您的账户。您可以关闭此页面。" },
  },

  workspace: {
    integration_asks: (integration) => `${integration} 请求访问您的工作区`,
    which_workspace: "要连接哪个工作区？",
    workspace_missing: "请选择一个工作区。",
    in_workspace: (workspace) => `该应用将连接到您的工作区 ${workspace}。`,
    known_as: (name) => `您在该应用中显示为 ${name}`,
    whole_workspace_explained: "该应用将连接到整个工作区，而不仅限于您的账户。",
    capability: {
      read_content: "读取您与其共享的内容",
      update_content: "修改您与其共享的内容",
      insert_content: "在您与其共享的内容中添加新内容",
      read_comment: "读取评论",
      insert_comment: "发表评论",
      read_user_without_email: "查看工作区成员的姓名和头像",
      read_user_with_email: "查看工作区成员的姓名、头像和电子邮件地址",
    },
    no_capability: "查看这是哪个工作区",
    share_what: "您想共享哪些内容？",
    only_selected_is_shared: "仅共享您选择的内容。",
    nothing_to_share: "此工作区中还没有可共享的内容。",
    duplicate_template: (title) => `将模板“${title}”的副本添加到工作区`,
    no_workspace: (integration) => ({
      title: "没有可连接的工作区",
      text: `您不是任何可连接 ${integration} 的工作区的成员。请联系工作区管理员将您添加为成员。`,
    }),
    unnamed: "未命名的工作区",

    connected_apps: "已连接的应用",
    connected_apps_explained: "这些应用可以访问您的工作区。不再使用的应用，请断开连接。",
    sign_in_first: {
      title: "登录以查看已连接的应用",
      text: "只有您和您工作区的管理员可以查看。",
    },
    no_membership: {
      title: "您不是任何工作区的成员",
      text: "加入工作区后，您连接的应用会显示在这里。",
    },
    no_app_connected: "没有应用连接到此工作区。",
    no_app_of_yours: "您没有将任何应用连接到此工作区。",
    admin_sees_all: "作为管理员，您可以查看所有已连接的应用，包括其他成员连接的应用。",
    since: (day) => `自 ${day} 起`,
    whole_workspace: "适用于整个工作区",
    connected_by: (name) => `由 ${name} 连接`,
    shared: (count) => `已共享 ${count} 项`,
    nothing_shared: "未共享任何内容",
    dormant: "已停用",
    app_may: "该应用可以",
    disconnect: "断开连接",

    disconnect_question: (integration, workspace) =>
      `要断开 ${integration} 与 ${workspace} 的连接吗？`,
    app_can_no_longer: "该应用将无法再",
    app_loses_access_to: "该应用将无法访问",
    copies_stay: "该应用会保留已复制的内容。您可以随时重新连接。",
    keep_connected: "保持连接",
    disconnected: (integration) => ({
      title: `${integration} 已断开连接`,
      text: "该应用无法再访问此工作区。",
    }),
    not_connected: {
      title: "此应用未连接",
      text: "该应用可能已断开连接，或者您没有断开连接的权限。",
    },
    back_to_list: "返回已连接的应用",

    directory: "应用目录",
    directory_explained: "您可以连接到所管理工作区的应用，以及它们可以执行的操作。",
    sign_in_first_for_directory: {
      title: "登录以查看应用目录",
      text: "工作区管理员可以查看有哪些可用的应用。",
    },
    not_an_administrator: {
      title: "您不是任何工作区的管理员",
      text: "只有工作区管理员可以查看应用目录。",
    },
    directory_empty: "没有可用于此工作区的应用。",
    whole_workspace_possible: "可连接到整个工作区",
    connected: "已连接",
    connect: "连接",
    connect_in_app: "如需连接此应用，请在该应用中操作。",
  },

  redirecting: {
    title: "正在跳转…",
    text: "如果未自动跳转，请选择“继续”。",
  },
  proceed: "继续",
  expired: {
    title: "此页面已过期",
    text: "操作已超时。您的账户未受影响。",
  },
  already_used: {
    title: "此步骤已完成",
    text: "您可能已在其他标签页中或在返回此页面之前完成了该步骤。",
  },
  start_in_app: "请返回应用并重新开始。",
  start_again: "重新开始",
  opened_directly: {
    title: "这里暂时无需操作",
    text: "需要您登录时，应用会打开此页面。请前往应用进行登录。",
  },
  cookie_missing: {
    title: "浏览器未发送 Cookie",
    text: "此网站的 Cookie 可能被阻止，或者页面是通过其他地址打开的。请允许 Cookie 后重试。",
  },
  token_mismatch: {
    title: "此表单已失效",
    text: "此表单属于另一个浏览器会话。为保障您的安全，系统未对其进行处理。",
  },
  try_again: "重试",
  unavailable: {
    title: "出错了",
    text: "问题出在我们这边，请稍后重试。",
  },

  error: {
    title: "无法完成应用的请求",
    text: "这不是您的操作问题。请返回应用重试。如果问题仍然存在，请将以下信息发送给该应用的支持团队。",
  },
  app_unknown: {
    title: "无法识别该应用",
    text: "该应用未在此注册，或注册已被取消。请将以下信息发送给该应用的支持团队。",
  },
  app_disabled: {
    title: "此应用已停用",
    text: "目前无法登录此应用。请将以下信息发送给该应用的支持团队。",
  },
  too_many_requests: {
    title: "请求过多",
    text: "您的网络在短时间内发送了过多请求。请稍后重试。",
  },
  technical_details: "技术详情（英文）",
  reason: "原因",
  how_to_fix: "解决方法",
  error_code: "错误",
  request_id: "请求 ID",
  no_error: {
    title: "没有要显示的错误",
    text: "出现问题时，应用会打开此页面。如需登录，请前往应用进行操作。",
  },

  page_not_found: {
    title: "此页面不存在",
    text: "请检查网址。如果您是通过应用中的链接来到这里的，请告知该应用的支持团队。",
  },
  wrong_method: {
    title: "无法以这种方式打开此页面",
    text: "此网址用于接收其他类型的请求，通常来自应用。如果您是通过应用中的链接来到这里的，请告知该应用的支持团队。",
  },
  start: {
    title: "登录服务器",
    text: "此服务器使用 OAuth 2.0 和 OpenID Connect 让用户登录应用，并管理应用的访问权限。如需登录，请前往应用进行操作。",
  },
  issuer: "颁发者",
  discovery_document: "发现文档",
  open_console: "打开控制台",
};
