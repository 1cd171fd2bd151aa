/** Android intents, with which an in-app browser opens a page in the user's browser. */

/** Returns the Android intent URL that opens an http(s) URL in the user's browser. */
export function browserIntentFor(url: string): string {
  const { protocol, host, pathname, search } = new URL(url);
  return (
    `intent://${host}${pathname}${search}#Intent;scheme=${protocol.slice(0, -1)};` +
    'action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end'
  );
}
