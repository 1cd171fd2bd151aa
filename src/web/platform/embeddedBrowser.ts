/**
 * Detects in-app browsers by the User-Agent. Google rejects sign-in in an in-app browser, so the user gets instructions
 * for opening a regular browser.
 */

export type EmbeddingApp =
  | 'tiktok'
  | 'instagram'
  | 'facebook'
  | 'vk'
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

/**
 * User-Agent patterns in the order of matching. The order matters, because the User-Agent of Instagram may also contain
 * Facebook.
 */
const APPS: readonly (readonly [EmbeddingApp, RegExp])[] = [
  ['tiktok', /musical_ly|TikTok|trill_|Bytedance|ByteLocale|AwemeI18n/i],
  ['instagram', /\bInstagram\b|Barcelona \d/],
  ['facebook', /\bFB(?:AN|AV|_IAB|IOS|DV)\b|MessengerForiOS|MessengerLite|Orca-Android/],
  ['vk', /\bVK(?:AndroidApp|iOSApp|Client|App)\b|com\.vk\.|vkontakte/i],
  ['telegram', /Telegram/i],
  ['snapchat', /\bSnapchat\b/i],
  ['twitter', /Twitter for|TwitterAndroid/i],
  ['wechat', /MicroMessenger/i],
  ['line', /\bLine\/\d/],
  ['linkedin', /LinkedInApp/i],
  ['pinterest', /\[Pinterest\/|Pinterest for/i],
];

const ANDROID_WEB_VIEW = /; wv\)/;
/** User-Agent pattern of web views before Android 5, which can be recognized only by the version. */
const OLD_ANDROID_WEB_VIEW = /\bVersion\/\d+\.\d+ Chrome\/\d/;
const IOS = /\b(?:iPhone|iPad|iPod)\b/;
/**
 * User-Agent pattern of browsers on iOS. The User-Agent of such a browser contains the browser's name and, except for
 * Safari, no `Version`.
 */
const IOS_BROWSER =
  /\b(?:Version\/[\d.]+.*Safari|CriOS|FxiOS|EdgiOS|OPiOS|OPT|OPX|YaBrowser|DuckDuckGo|Ddg|Brave|GSA|Focus|Vivaldi)\b/;

function systemOf(userAgent: string): EmbeddedBrowser['system'] {
  if (/\bAndroid\b/.test(userAgent)) return 'android';
  return IOS.test(userAgent) ? 'ios' : 'other';
}

/**
 * Returns the app that embeds the page, or null in a browser. `isInstalled` means that the page was opened from the
 * home screen. In this case iOS sends the User-Agent of a web view.
 */
export function embeddedBrowserOf(userAgent: string, isInstalled = false): EmbeddedBrowser | null {
  const system = systemOf(userAgent);
  const app = APPS.find(([, pattern]) => pattern.test(userAgent))?.[0];
  if (app !== undefined) return { app, system };
  if (system === 'android') {
    const isWebView = ANDROID_WEB_VIEW.test(userAgent) || OLD_ANDROID_WEB_VIEW.test(userAgent);
    return isWebView ? { app: 'other', system } : null;
  }
  const isIosWebView = system === 'ios' && /AppleWebKit/.test(userAgent) && !IOS_BROWSER.test(userAgent);
  return isIosWebView && !isInstalled ? { app: 'other', system } : null;
}
