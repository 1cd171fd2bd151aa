/**
 * Scripts of the hidden iframe and of the account chooser. Each function runs in the browser and must be
 * self-contained.
 */
import type { Gapi } from './fakeGapi';

/**
 * Script of the hidden iframe, which forwards messages of the account chooser to the Firebase SDK in the parent page.
 */
export function installAuthFrame(settings: { channel: string }): void {
  const { gapi } = window as Window & { gapi?: Gapi };
  const page = gapi?.iframes.getContext().getParentIframe();
  page?.register('webStorageSupport', () => ({ status: 'ACK', webStorageSupport: true }));
  new BroadcastChannel(settings.channel).addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    void page?.send('authEvent', { type: 'authEvent', authEvent: data });
  });
}

export interface ChooserWords {
  working: string;
  done: string;
  failed: string;
  emailInvalid: string;
}

/**
 * Script of the account chooser, which requests a code from the identity service and posts the result to the hidden
 * iframe of the page that opened the popup.
 */
export function installAccountChooser(settings: {
  channel: string;
  chooseUrl: string;
  words: ChooserWords;
}): void {
  const { channel, chooseUrl, words } = settings;
  const query = new URLSearchParams(location.search);
  const said = document.getElementById('said');

  const say = (text: string) => {
    if (said !== null) said.textContent = text;
  };

  const notify = (outcome: { urlResponse: string | null; error: { code: string } | null }) =>
    new BroadcastChannel(channel).postMessage({
      type: query.get('authType'),
      eventId: query.get('eventId'),
      sessionId: 'sandbox',
      postBody: null,
      tenantId: null,
      ...outcome,
    });

  async function choose(email: string): Promise<void> {
    const buttons = [...document.querySelectorAll('button')];
    for (const button of buttons) button.disabled = true;
    say(words.working);
    try {
      const response = await fetch(chooseUrl, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email }),
      });
      if (response.status === 400) {
        say(words.emailInvalid);
        return;
      }
      const { code } = (await response.json()) as { code: string };
      const { origin, pathname } = location;
      const answered = new URLSearchParams({ providerId: query.get('providerId') ?? '', code });
      // The Firebase SDK closes the popup after it receives the response.
      say(words.done);
      notify({ urlResponse: `${origin}${pathname}?${answered.toString()}`, error: null });
    } catch {
      say(words.failed);
    } finally {
      for (const button of buttons) button.disabled = false;
    }
  }

  for (const button of document.querySelectorAll<HTMLElement>('[data-email]')) {
    button.addEventListener('click', () => void choose(button.dataset['email'] ?? ''));
  }
  document.querySelector('form')?.addEventListener('submit', (event) => {
    event.preventDefault();
    const email = document.querySelector('input');
    if (email === null || email.value.trim() === '' || !email.checkValidity()) say(words.emailInvalid);
    else void choose(email.value.trim());
  });
  document.getElementById('cancel')?.addEventListener('click', () => {
    notify({ urlResponse: null, error: { code: 'auth/user-cancelled' } });
    window.close();
  });
  for (const button of document.querySelectorAll('button')) button.disabled = false;
}
