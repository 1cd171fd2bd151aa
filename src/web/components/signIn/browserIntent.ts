/** Android intents, with which an in-app browser opens a page in the user's browser. */

/**
 * Returns the Android intent URL that opens an http(s) URL in the user's browser. If no app accepts the intent, the in-app
 * browser opens the URL itself (https://developer.chrome.com/docs/android/intents).
 */
export function browserIntentFor(url: string): string {
  const { protocol, host, pathname, search } = new URL(url);
  return (
    `intent://${host}${pathname}${search}#Intent;scheme=${protocol.slice(0, -1)};` +
    'action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;' +
    `S.browser_fallback_url=${encodeURIComponent(url)};end`
  );
}
