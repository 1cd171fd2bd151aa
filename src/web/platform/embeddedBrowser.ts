/**
 * Recognises the browsers inside other apps by the user agent. Google rejects to sign in there, so
 * the person is offered another way.
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
  /** A web view of which no more is known. */
  | 'other';

export interface EmbeddedBrowser {
  app: EmbeddingApp;
  system: 'android' | 'ios' | 'other';
}

/** The first that matches: Instagram's agent may name Facebook too. */
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
/** Before Android 5 web views were marked by the version alone. */
const OLD_ANDROID_WEB_VIEW = /\bVersion\/\d+\.\d+ Chrome\/\d/;
const IOS = /\b(?:iPhone|iPad|iPod)\b/;
/** Browsers on iOS name themselves and, all but Safari, do without `Version`. */
const IOS_BROWSER =
  /\b(?:Version\/[\d.]+.*Safari|CriOS|FxiOS|EdgiOS|OPiOS|OPT|OPX|YaBrowser|DuckDuckGo|Ddg|Brave|GSA|Focus|Vivaldi)\b/;

function systemOf(userAgent: string): EmbeddedBrowser['system'] {
  if (/\bAndroid\b/.test(userAgent)) return 'android';
  return IOS.test(userAgent) ? 'ios' : 'other';
}

/**
 * The app around the page; null in a browser. `isInstalled`: the page runs from the home screen,
 * where iOS gives it the agent of a web view.
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

/** The Android intent that opens an http(s) address in the person's browser. */
export function browserIntentFor(url: string): string {
  const { protocol, host, pathname, search } = new URL(url);
  return (
    `intent://${host}${pathname}${search}#Intent;scheme=${protocol.slice(0, -1)};` +
    'action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end'
  );
}
