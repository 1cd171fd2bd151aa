/** Tests that the website contains the licenses of its packages and of its font. */
import { sourceFiles } from '../support/sourceTree';
import { expect, test } from './support/journey';

/** Returns the packages that the sources of the web application import at runtime. The build checks their dependencies. */
function importedPackages(): string[] {
  const specifiers = sourceFiles()
    .filter(({ path }) => /^src\/(?:web|shared)\/(?!prerender\/)/.test(path))
    .flatMap(({ imports }) => imports.filter(({ typeOnly, target }) => !typeOnly && target === null))
    .map(({ specifier }) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier);
  return [...new Set(specifiers)].sort();
}

test('/offer links to the licenses of all packages that the website imports, and of the font', async ({
  page,
}) => {
  const packages = importedPackages();
  expect(packages).toEqual(expect.arrayContaining(['firebase', 'react', '@mui/material', 'valibot']));
  await page.goto('/offer');
  const link = page.getByRole('link', { name: 'Лицензии открытых программ и шрифта' });
  const response = await page.request.get((await link.getAttribute('href')) ?? '');
  expect(response.status()).toBe(200);
  expect(response.headers()['content-type']).toBe('text/plain; charset=utf-8');
  const text = await response.text();
  // The package `react-router-dom` only re-exports `react-router`.
  const missing = packages.filter((name) => name !== 'react-router-dom' && !text.includes(`\n## ${name} - `));
  expect(missing).toEqual([]);
  expect(text).toContain('Copyright 2021 The Onest Project Authors');
  expect(text).toContain('SIL OPEN FONT LICENSE');
  expect(text).toContain('Apache License');
});
