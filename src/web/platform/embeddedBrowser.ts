/**
 * Detects in-app browsers by what they send. Google rejects sign-in in an in-app browser, and file downloads and the
 * confirmation windows of some banks often fail there, so the user gets instructions for opening a regular browser.
 *
 * Sources, read in November 2026:
 *
 * - Telegram for Android, `BotWebViewContainer.java`: the in-app browser for links removes `; wv` and `Version/4.0` from
 *   the User-Agent and adds no name. It defines `window.TelegramWebview` before the page is loaded. A mini app defines
 *   `window.TelegramWebviewProxy` and adds `Telegram-Android/` to the User-Agent.
 * - Telegram for iOS, `BrowserWebContent.swift`: the in-app browser sends the User-Agent of Safari, on an iPad that of Safari
 *   on a Mac. A user script defines `window.TelegramWebviewProxy` and `window.TelegramWebviewProxyProto` at the start of the
 *   document, before the scripts of the page.
 * - TikTok, Instagram, Threads, Facebook, Snapchat, X, WeChat, LINE, LinkedIn and Pinterest: recorded User-Agents in the test
 *   data of the packages matomo/device-detector and inapp-spy.
 * - An iPad's web view: `WKWebpagePreferences.preferredContentMode` is desktop on an iPad, so the User-Agent is that of a Mac
 *   without the names that Safari appends (recorded in matomo/device-detector).
 *
 * Without a name of their own here:
 *
 * - VK and MAX: no public source shows the User-Agent of their in-app browsers. `VKAndroidApp/` and `com.vk.vkclient/` are
 *   User-Agents of API clients, and MAX documents only the bridge of its mini apps. A web view with the usual User-Agent
 *   is still detected as `other`.
 * - YouTube opens links in the browser of the device (table of shalanah/inapp-debugger, November 2024).
 */

export type EmbeddingApp =
  | 'tiktok'
  | 'instagram'
  | 'facebook'
  | 'telegram'
  | 'snapchat'
  | 'twitter'
  | 'wechat'
  | 'line'
  | 'linkedin'
  | 'pinterest'
  /** In-app browser of an unknown app. */
  | 'other';

export interface EmbeddedBrowser {
  app: EmbeddingApp;
  system: 'android' | 'ios' | 'other';
}

/** Properties that Telegram defines on `window`, before the scripts of the page run. */
const TELEGRAM_PROPERTIES = ['TelegramWebview', 'TelegramWebviewProxy', 'TelegramWebviewProxyProto'] as const;

/**
 * User-Agent patterns in the order of matching. The order matters, because the User-Agent of Instagram may also contain
 * Facebook. Some apps append their name without a space.
 */
const APPS: readonly (readonly [EmbeddingApp, RegExp])[] = [
  ['tiktok', /musical_ly|trill_|BytedanceWebview|ByteLocale/],
  ['instagram', /\bInstagram\b|Barcelona \d/],
  ['facebook', /\bFB(?:AN|AV|_IAB)\b/],
  ['telegram', / Telegram-Android\//],
  ['snapchat', /Snapchat/],
  ['twitter', /Twitter for|TwitterAndroid/],
  ['wechat', /MicroMessenger/],
  ['line', /\bLine\/\d/],
  ['linkedin', /LinkedInApp/],
  ['pinterest', /\[Pinterest\//],
];

const ANDROID_WEB_VIEW = /; wv\)/;
/** User-Agent pattern of web views before Android 5, which can be recognized only by the version. */
const OLD_ANDROID_WEB_VIEW = /\bVersion\/\d+\.\d+ Chrome\/\d/;
const IOS = /\b(?:iPhone|iPad|iPod)\b/;
/** User-Agent pattern of a Mac, which an iPad sends as well. */
const MAC = /\bMacintosh\b/;
/**
 * User-Agent pattern of browsers on iOS. The User-Agent of such a browser contains the browser's name and, except for
 * Safari, no `Version`.
 */
const IOS_BROWSER =
  /\b(?:Version\/[\d.]+.*Safari|CriOS|FxiOS|EdgiOS|OPiOS|OPT|OPX|YaBrowser|DuckDuckGo|Ddg|Brave|GSA|Focus|Vivaldi)\b/;
/** User-Agent pattern of browsers on an iPad that ask for the desktop version of a page. */
const DESKTOP_BROWSER = /\bSafari\//;

/** Characteristics of a page and its device besides the User-Agent. */
export interface PageTraits {
  /** `navigator.maxTouchPoints`. An iPad has several, a Mac none. */
  touchPoints?: number;
  /** Result of `isInTelegram`. */
  isInTelegram?: boolean;
}

/** Returns whether Telegram has defined its properties on `page`. */
export function isInTelegram(page: object): boolean {
  return TELEGRAM_PROPERTIES.some((name) => name in page);
}

/**
 * Returns the app that embeds the page, or null in a browser. `isInstalled` means that the page was opened from the
 * home screen. In this case iOS sends the User-Agent of a web view.
 */
export function detectEmbeddedBrowser(
  userAgent: string,
  isInstalled = false,
  { touchPoints = 0, isInTelegram: isTelegram = false }: PageTraits = {},
): EmbeddedBrowser | null {
  const isIpadAsMac = MAC.test(userAgent) && touchPoints > 1;
  const isIos = isIpadAsMac || IOS.test(userAgent);
  const system = /\bAndroid\b/.test(userAgent) ? 'android' : isIos ? 'ios' : 'other';
  const app = isTelegram ? 'telegram' : APPS.find(([, pattern]) => pattern.test(userAgent))?.[0];
  if (app !== undefined) return { app, system };
  if (system === 'android') {
    const isWebView = ANDROID_WEB_VIEW.test(userAgent) || OLD_ANDROID_WEB_VIEW.test(userAgent);
    return isWebView ? { app: 'other', system } : null;
  }
  const browser = isIpadAsMac ? DESKTOP_BROWSER : IOS_BROWSER;
  const isIosWebView = isIos && userAgent.includes('AppleWebKit') && !browser.test(userAgent);
  return isIosWebView && !isInstalled ? { app: 'other', system } : null;
}
