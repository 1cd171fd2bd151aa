/** Tests that one web font file contains the characters of the product, and renders them like the npm package of the font. */
import fs from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { FONT_PATH, FONT_WEIGHTS } from '../../src/shared/designTokens';
import { expect, test } from './support/journey';
import { rendered } from './support/layoutShift';

const SOURCE = path.resolve('src');
const PACKAGE = path.resolve('node_modules/@fontsource-variable/onest');
/** Folders and files whose texts and amounts are rendered in the web font. */
const RENDERED = ['web', 'server/texts', 'server/sandbox/page', 'server/sandbox/texts'];
/** Characters that Onest lacks: keys of a keyboard, a menu icon of iOS, and brackets around names in the console. */
const NOT_IN_ONEST = '⌘↵⋯⟨⟩';
/** Characters that are never rendered. */
const CONTROLS = '\n\t';
/** Family name that a test gives to the font file. */
const FILE_FAMILY = 'File';

/** Returns the characters of all files that contain texts, sorted. Escape sequences count as the character that they mean. */
function charactersOfTexts(): string[] {
  const files = RENDERED.flatMap((folder) =>
    fs
      .readdirSync(path.join(SOURCE, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => path.join(SOURCE, folder, name)),
  );
  const formats = ['russianFormats', 'englishAmounts', 'plurals', 'offerTerms'];
  const text = [...files, ...formats.map((name) => path.join(SOURCE, 'shared', `${name}.ts`))]
    .map((file) => fs.readFileSync(file, 'utf8'))
    .join('')
    .replace(/\\u([\da-f]{4})/gi, (_escape, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return [...new Set(text)].filter((each) => !CONTROLS.includes(each)).toSorted();
}

/** Resolves to the names of the fonts in which Chromium rendered an element. Fallback fonts have the name of their file. */
async function readFonts(page: Page, element: Locator): Promise<string[]> {
  const client = await page.context().newCDPSession(page);
  await client.send('DOM.enable');
  await client.send('CSS.enable');
  await element.evaluate((node) => node.setAttribute('data-measured', ''));
  const { root } = await client.send('DOM.getDocument', {});
  const { nodeId } = await client.send('DOM.querySelector', {
    nodeId: root.nodeId,
    selector: '[data-measured]',
  });
  const { fonts } = await client.send('CSS.getPlatformFontsForNode', { nodeId });
  await element.evaluate((node) => node.removeAttribute('data-measured'));
  await client.detach();
  return fonts.map(({ familyName, isCustomFont }) => `${familyName}${isCustomFont ? '' : ' (local)'}`);
}

/**
 * Opens a page and adds the font file as a font face of its own. The page's own face has `font-display: optional`, so a slow
 * machine may render it in the fallback font until the page is left.
 */
async function openWithFontFile(page: Page): Promise<void> {
  await page.goto('/');
  await page.evaluate(
    async ({ family, url, weights }) => {
      const face = new FontFace(family, `url(${url})`, { weight: weights });
      document.fonts.add(await face.load());
    },
    { family: FILE_FAMILY, url: FONT_PATH, weights: FONT_WEIGHTS },
  );
}

test('a page loads one font file, and renders a price in the typeface of the text beside it', async ({
  page,
}) => {
  const files: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/fonts/')) files.push(request.url());
  });
  const price = page.getByText(/\d\s₽/).first();
  const heading = page.getByRole('heading', { level: 1 });
  const shown = async () => [await readFonts(page, heading), await readFonts(page, price)];
  await page.goto('/');
  await rendered(page);
  const [ofHeading, ofPrice] = await shown();
  expect(ofPrice).toEqual(ofHeading);
  expect(ofPrice).toHaveLength(1);
  expect(files).toHaveLength(1);
  // With `font-display: optional` a slow machine may render a visit in the fallback font, but not every visit.
  await expect(async () => {
    await page.goto('/yt');
    await rendered(page);
    expect(await shown()).toEqual([['Onest'], ['Onest']]);
  }).toPass();
});

test('the font file contains every character of the texts', async ({ page }) => {
  await openWithFontFile(page);
  const missing: string[] = [];
  await page.evaluate((family) => {
    const probe = document.createElement('p');
    probe.id = 'probe';
    probe.style.fontFamily = `'${family}', monospace`;
    document.body.append(probe);
  }, FILE_FAMILY);
  const probe = page.locator('#probe');
  const fontsFor = async (text: string) => {
    await probe.evaluate((node, content) => (node.textContent = content), text);
    return (await readFonts(page, probe)).join();
  };
  /** Halves the characters until each missing one is found. */
  const search = async (characters: readonly string[]): Promise<void> => {
    // Chromium renders no glyph of a space at the end of a line.
    if (['', 'Onest'].includes(await fontsFor(characters.join('')))) return;
    const [only] = characters;
    if (characters.length === 1 && only !== undefined) missing.push(only);
    else
      for (const half of [
        characters.slice(0, characters.length / 2),
        characters.slice(characters.length / 2),
      ])
        await search(half);
  };
  const characters = charactersOfTexts();
  for (const each of 'ж№a₽→«»—…') expect(characters).toContain(each);
  await search(characters.filter((each) => !NOT_IN_ONEST.includes(each)));
  expect(missing).toEqual([]);
  await search(Array.from(NOT_IN_ONEST));
  expect(missing.toSorted()).toEqual(Array.from(NOT_IN_ONEST).toSorted());
});

test('the font file renders glyphs, widths and kerning as the package of the font does', async ({ page }) => {
  const read = (name: string) =>
    fs.readFileSync(path.join(PACKAGE, 'files', `onest-${name}-wght-normal.woff2`));
  const ranges = JSON.parse(fs.readFileSync(path.join(PACKAGE, 'unicode.json'), 'utf8')) as Record<
    string,
    string
  >;
  const parts = ['cyrillic', 'latin-ext', 'latin', 'math'].map((name) => ({
    base64: read(name).toString('base64'),
    range: ranges[name] ?? '',
  }));
  await openWithFontFile(page);
  const result = await page.evaluate(
    async ({ family, weights, files }) => {
      for (const { base64, range } of files) {
        const bytes = Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
        const face = new FontFace('Package', bytes, { weight: weights, unicodeRange: range });
        document.fonts.add(await face.load());
      }
      const between = (from: number, to: number) =>
        Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i));
      const latin = [...between(0x21, 0x7e), ...Array.from('©«±·»×–—‘’“”„•…−↑↓')];
      const cyrillic = [...between(0x410, 0x44f), ...Array.from('Ёё№')];
      const alone = [...latin, ...cyrillic, ...Array.from('₽←→')];
      const canvas = document.createElement('canvas');
      canvas.width = 160;
      canvas.height = 160;
      const context = canvas.getContext('2d', { willReadFrequently: true });
      if (context === null) throw new Error('no canvas');
      const different: string[] = [];
      let kerned = 0;
      for (const weight of [400, 600, 750]) {
        const buildFont = (name: string, px: number) => `${String(weight)} ${String(px)}px '${name}'`;
        for (const name of [family, 'Package'])
          for (const text of alone) await document.fonts.load(buildFont(name, 100), text);
        const measure = (name: string) => {
          context.font = buildFont(name, 1000);
          const measureWidth = (text: string) => context.measureText(text).width;
          const single = new Map(alone.map((each) => [each, measureWidth(each)]));
          const pairs = [latin, cyrillic].flatMap((set) =>
            set.flatMap((first) => set.map((second) => first + second)),
          );
          return { single, pairs: new Map(pairs.map((pair) => [pair, measureWidth(pair)])) };
        };
        const [ours, theirs] = [measure(family), measure('Package')];
        // One unit of the font is one pixel. The rounded advances of both glyphs and their kerning may differ by two units.
        for (const kind of ['single', 'pairs'] as const)
          for (const [text, width] of theirs[kind])
            if (Math.abs((ours[kind].get(text) ?? 0) - width) > 2)
              different.push(
                `${text} ${String(weight)}: ${String(ours[kind].get(text))}, not ${String(width)}`,
              );
        for (const [pair, width] of ours.pairs) {
          const [first = '', second = ''] = pair;
          const sum = (ours.single.get(first) ?? 0) + (ours.single.get(second) ?? 0);
          if (Math.abs(sum - width) > 2) kerned += 1;
        }
        const draw = (name: string, text: string) => {
          context.clearRect(0, 0, 160, 160);
          context.font = buildFont(name, 100);
          context.fillText(text, 10, 115);
          return context.getImageData(0, 0, 160, 160).data;
        };
        for (const text of alone) {
          const [a, b] = [draw(family, text), draw('Package', text)];
          const ink = b.reduce((sum, shade) => sum + shade, 0);
          const changed = a.reduce((sum, shade, i) => sum + Math.abs(shade - (b[i] ?? 0)), 0);
          if (ink === 0 || changed / ink > 0.03)
            different.push(`${text} ${String(weight)}: ${String(changed)} of ${String(ink)} changed`);
        }
      }
      return { different, kerned };
    },
    { family: FILE_FAMILY, weights: FONT_WEIGHTS, files: parts },
  );
  expect(result.different).toEqual([]);
  expect(result.kerned).toBeGreaterThan(1000);
});
