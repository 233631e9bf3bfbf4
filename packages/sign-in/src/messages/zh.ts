import type { Messages } from "./phrases.ts";

/** Chinese, in simplified characters. */
export const zh: Messages = {
  sign_in: "登录",
  to_continue_to: (client) => `以继续前往 ${client}`,
  username: "用户名",
  password: "密码",
  remember_me: "在此设备上保持登录",
  cancel: "取消",
  username_missing: "请输入用户名。",
  password_missing: "请输入密码。",
  wrong_credentials: "用户名与密码不匹配。",
  wait: (seconds) => `尝试次数过多。请等待 ${seconds} 秒后再试。`,
  account_gone: {
    title: "请重新登录",
    text: "此浏览器记住的帐户已不可用，我们已将其清除。",
  },

  client_asks: (client) => `${client} 请求访问您的帐户`,
  from_site: (host) => `来自 ${host}`,
  returns_to: (host) => `之后浏览器将前往 ${host}`,
  returns_to_this_device: (host) => `之后浏览器将前往此设备上的应用（${host}）`,
  signed_in_as: (name) => `已登录为 ${name}`,
  use_another_account: "使用其他帐户",
  it_may: "如果您允许，该应用可以",
  scope: {
    openid: "在您再次访问时识别您",
    profile: "查看您的姓名、头像和其他个人资料",
    email: "查看您的电子邮件地址",
    address: "查看您的邮寄地址",
    phone: "查看您的电话号码",
    offline: "在您离开时保留此访问权限",
    other: (scope) => `使用权限“${scope}”`,
  },
  scope_always_included: "始终包含",
  scope_is_new: "新增",
  at_services: "该访问权限适用于",
  remember_consent: "以后不再为此应用询问我",
  allow: "允许",
  deny: "不允许",
  privacy_policy: "隐私政策",
  terms_of_service: "服务条款",

  sign_out_question: "要退出登录吗？",
  sign_out_requested: "有应用请求让您在此处以及使用此帐户的其他应用中退出登录。",
  sign_out: "退出登录",
  stay_signed_in: "保持登录",
  signed_out: { title: "您已退出登录", text: "您可以关闭此页面。" },
  still_signed_in: { title: "您仍处于登录状态", text: "没有任何更改。您可以关闭此页面。" },

  moving_on: { title: "请稍候", text: "正在带您前往下一步。" },
  proceed: "继续",
  expired: {
    title: "此页面已过期",
    text: "从开始到现在时间过长。您的帐户没有受到任何影响。",
  },
  already_used: {
    title: "此步骤已完成",
    text: "该页面已被使用过，可能是在另一个标签页中，或因返回上一页所致。",
  },
  start_again: "重新开始",
  opened_directly: {
    title: "这里暂时没有需要做的事",
    text: "应用需要您登录时会打开此页面。请前往应用并从那里开始。",
  },
  cookie_missing: {
    title: "浏览器没有发送 Cookie",
    text: "此网站的 Cookie 可能被阻止，或者页面是通过另一个地址打开的。请允许 Cookie 后重试。",
  },
  token_mismatch: {
    title: "此表单已失效",
    text: "它属于另一个浏览器会话。为了您的安全，我们没有对其进行任何处理。",
  },
  try_again: "重试",
  unavailable: {
    title: "暂时无法使用",
    text: "问题出在我们这边。请稍后再试。",
  },

  error: {
    title: "无法完成应用的请求",
    text: "您没有做错任何事。请返回应用重试；如果再次发生，请将以下信息提供给应用的运营者。",
  },
  reason: "原因",
  what_helps: "解决办法",
  error_code: "错误",
  request_id: "请求编号",
};
