/** Tests that text on a page can never become a script or markup (Trusted Types). */
import { expect, takeExpectedComplaints, test } from './support/journey';

/** Returns for each kind of text whether the browser accepts it in the page. */
function tryTexts(addresses: readonly string[]): Record<string, boolean> {
  const isTaken = (attempt: () => void): boolean => {
    try {
      attempt();
      return true;
    } catch {
      return false;
    }
  };
  const script = document.createElement('script');
  return Object.fromEntries<boolean>([
    ...addresses.map((address): [string, boolean] => [
      address,
      isTaken(() => script.setAttribute('src', address)),
    ]),
    ['markup', isTaken(() => (document.createElement('div').innerHTML = '<b>text</b>'))],
    ['code', isTaken(() => (script.text = 'void 0'))],
  ]);
}

test('a customer’s page accepts only the scripts in its configuration, and the console accepts none', async ({
  page,
  complaints,
}) => {
  await page.goto('/login');
  await expect(page.locator('html[data-starts]')).toHaveCount(0);
  const widget = await page.evaluate(
    () =>
      (
        JSON.parse(document.querySelector('script[type="application/json"]')?.textContent ?? '{}') as {
          cardWidget: { scriptUrl: string };
        }
      ).cardWidget.scriptUrl,
  );
  const foreign = 'https://evil.example/x.js';
  expect(await page.evaluate(tryTexts, [widget, foreign])).toEqual({
    [widget]: true,
    [foreign]: false,
    markup: false,
    code: false,
  });
  await page.goto('/capitulum');
  await expect(page.getByLabel('Username')).toBeVisible();
  expect(await page.evaluate(tryTexts, [widget, foreign])).toEqual({
    [widget]: false,
    [foreign]: false,
    markup: false,
    code: false,
  });
  await takeExpectedComplaints(complaints, /trusted/i);
});

test(
  'a link from the console to a customer page loads a new document with the customer policy',
  { tag: '@desktop' },
  async ({ page }) => {
    await page.goto('/adept/nowhere');
    const readPolicy = async () =>
      (await page.request.get(page.url())).headers()['content-security-policy'] ?? '';
    expect(await readPolicy()).toContain('; trusted-types application;');
    await page.getByRole('link', { name: /главн/i }).first().click();
    await page.waitForURL((url) => url.pathname === '/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('html[data-page="/"]')).toHaveCount(1);
  },
);
