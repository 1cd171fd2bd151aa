import { applyColorScheme, COLOR_SCHEME_ATTRIBUTE } from '../../../src/web/theme/colorScheme';

function schemeAfter({ stored, systemIsDark }: { stored: string | null | Error; systemIsDark: boolean }) {
  document.documentElement.removeAttribute(COLOR_SCHEME_ATTRIBUTE);
  applyColorScheme({
    document,
    localStorage: {
      getItem: () => {
        if (stored instanceof Error) throw stored;
        return stored;
      },
    },
    matchMedia: (query) => ({ matches: query.includes('dark') === systemIsDark }),
  });
  return document.documentElement.getAttribute(COLOR_SCHEME_ATTRIBUTE);
}

it.each([
  ['nothing stored, dark system', null, true, 'dark'],
  ['nothing stored, light system', null, false, 'light'],
  ['light chosen in a dark system', 'light', true, 'light'],
  ['dark chosen in a light system', 'dark', false, 'dark'],
  ['the system chosen', 'system', true, 'dark'],
  ['garbage stored', '"><script>', false, 'light'],
  ['storage that is blocked', new Error('SecurityError'), true, 'dark'],
])('%s', (_case, stored, systemIsDark, scheme) => {
  expect(schemeAfter({ stored, systemIsDark })).toBe(scheme);
});
