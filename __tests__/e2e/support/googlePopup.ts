/** Opens Google's popup by the button of the page. */
import type { Page } from 'playwright-core';

/** Text below the button after a click that came before the SDK was ready. */
export const GOOGLE_READY = 'Готово. Нажми ещё раз';

export const googleButton = (page: Page) => page.getByRole('button', { name: '→ Войти через Google' });

/** Resolves to the popup. A click that comes before the SDK is ready opens no popup, so it is repeated. */
export async function openGooglePopup(page: Page): Promise<Page> {
  const opening = page.waitForEvent('popup');
  // The click removes the message of an earlier click.
  await googleButton(page).click();
  const ready = page.getByText(GOOGLE_READY).waitFor();
  const cameTooEarly = await Promise.race([
    opening.then(() => false),
    ready.then(
      () => true,
      () => false,
    ),
  ]);
  if (cameTooEarly) await googleButton(page).click();
  return opening;
}
