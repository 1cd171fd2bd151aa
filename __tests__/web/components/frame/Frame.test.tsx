import { screen, waitFor, within } from '@testing-library/react';
import { DEFAULT_BRAND } from '../../../../src/shared/brand';
import { DownloadBlock } from '../../../../src/web/components/controls/DownloadBlock';
import { Frame } from '../../../../src/web/components/frame/Frame';
import { type FakePlatform, fakePlatform } from '../../../support/fakePlatform';
import { renderInProduct } from '../../../support/renderInProduct';

function renderFrame(platform: FakePlatform = fakePlatform()) {
  return renderInProduct(
    <Frame title="Экран" aside={<p>сбоку</p>}>
      <p>дело</p>
    </Frame>,
    platform,
  );
}

it('shows the brand, the task and the footer as separate parts [screen-8, screen-61]', () => {
  renderFrame();
  const brand = within(screen.getByRole('banner'));
  expect(brand.getByRole('link', { name: 'Просвет, на главную' })).toHaveAttribute('href', '/');
  expect(brand.getByText('сбоку')).toBeVisible();
  expect(within(screen.getByRole('main')).getByText('дело')).toBeVisible();
  expect(screen.getByRole('contentinfo')).toBeVisible();
});

it('shows the name of the screen in the title of the browser tab', async () => {
  renderFrame();
  await waitFor(() => expect(document.title).toBe('Экран — Просвет'));
});

it('shows a notice in the sandbox, and only in the sandbox', () => {
  const { unmount } = renderFrame();
  expect(screen.getByRole('link', { name: 'песочница' })).toHaveAttribute('href', '/sandbox');
  unmount();
  renderFrame(fakePlatform({ configuration: { mode: 'production' } }));
  expect(screen.queryByText('песочница')).not.toBeInTheDocument();
});

describe('the footer', () => {
  const footer = () => within(screen.getByRole('contentinfo'));

  it.each([
    ['2026-11-21T12:00:00Z', '© 2021–2026 ООО «Другая»'],
    ['2031-06-01T12:00:00Z', '© 2021–2031 ООО «Другая»'],
  ])('names the company up to the year of %s', (now, line) => {
    const brand = { ...DEFAULT_BRAND, company: 'ООО «Другая»', taxIdLine: 'ИНН 1234567890' };
    renderFrame({ ...fakePlatform({ configuration: { brand } }), now: () => Date.parse(now) });
    expect(footer().getByText(line)).toBeVisible();
    expect(footer().getByText('ИНН 1234567890')).toBeVisible();
  });

  it('leads to the support bot and the offer [screen-24]', () => {
    renderFrame();
    expect(footer().getByRole('link', { name: 'Поддержка' })).toHaveAttribute(
      'href',
      DEFAULT_BRAND.supportBotUrl,
    );
    expect(footer().getByRole('link', { name: 'Публичная оферта' })).toHaveAttribute('href', '/offer');
    expect(footer().getByRole('link', { name: 'Персональные данные' })).toHaveAttribute('href', '/privacy');
  });

  it('switches the colour scheme and remembers the choice', async () => {
    window.localStorage.clear();
    const { user } = renderFrame();
    const choice = (name: string) => footer().getByRole('button', { name });
    expect(choice('Как в системе')).toHaveAttribute('aria-pressed', 'true');
    await user.click(choice('Тёмное'));
    expect(choice('Тёмное')).toHaveAttribute('aria-pressed', 'true');
    expect(document.documentElement).toHaveAttribute('data-color-scheme', 'dark');
    expect(window.localStorage.getItem('mui-mode')).toBe('dark');
    await user.click(choice('Светлое'));
    expect(document.documentElement).toHaveAttribute('data-color-scheme', 'light');
  });
});

it('offers all five downloads in the profile [screen-65]', () => {
  renderInProduct(<DownloadBlock />);
  const targets = within(screen.getByRole('region', { name: 'Скачать приложение' }))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);
  expect(targets).toEqual([
    ['Android', DEFAULT_BRAND.androidStoreUrl],
    ['или .apk', DEFAULT_BRAND.androidApkUrl],
    ['iOS', DEFAULT_BRAND.iosStoreUrl],
    ['для macOS', DEFAULT_BRAND.macosStoreUrl],
    ['Windows', DEFAULT_BRAND.windowsInstallerUrl],
  ]);
});
