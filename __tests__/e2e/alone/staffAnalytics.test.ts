/** Tests that the exported files of the analytics contain the figures that the page shows. */
import fs from 'node:fs';
import type { Page } from '@playwright/test';
import { parseCells, unzip } from '../../support/workbook';
import { expect, test } from '../support/journey';
import { signInAsStaff } from '../support/staff';
import { DESKTOP_WIDTH } from '../support/widths';

const DAY_MS = 86_400_000;
const DAYS = 60;
/** Serial number of 1 January 1970 in Excel. */
const EXCEL_EPOCH = 25_569;

test.use({ viewport: { width: DESKTOP_WIDTH, height: 900 } });

/** Presses an export button. Resolves to the name and the content of the saved file. */
async function exported(page: Page, button: string) {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const file = await saving;
  return { name: file.suggestedFilename(), content: fs.readFileSync(await file.path()) };
}

/** Returns the figure of a card on the page. */
async function shown(page: Page, card: string): Promise<number> {
  const text = await page.getByRole('region', { name: card, exact: true }).locator('strong').textContent();
  return Number(text?.replace('\u2212', '-').replaceAll(/[^\d.-]/g, ''));
}

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + Math.round(value * 100), 0) / 100;

test('the CSV file and the Excel workbook contain the figures of the page', async ({ page, sandbox }) => {
  await sandbox.post('seed', { customers: 60 });
  const clock = (await (await page.request.get('/sandbox/api/clock')).json()) as { now: string };
  // The period ends yesterday, because the figures of today still change.
  const dayBefore = (days: number) =>
    new Date(Date.parse(clock.now) + 3 * 3_600_000 - days * DAY_MS).toISOString().slice(0, 10);
  const [from, to] = [dayBefore(DAYS), dayBefore(1)];
  await signInAsStaff(page);
  await page.goto(`/adept/analytics?from=${from}&to=${to}`);
  await expect(page.getByRole('region', { name: 'Net revenue', exact: true })).toBeVisible();
  const figures = {
    net: await shown(page, 'Net revenue'),
    paid: await shown(page, 'Gross sales'),
    monthly: await shown(page, 'Monthly recurring revenue'),
    paying: await shown(page, 'Paying subscribers'),
  };
  expect(figures.paid).toBeGreaterThan(1000);
  expect(figures.paying).toBeGreaterThan(0);

  await test.step('the CSV file opens in a Russian Excel: semicolons, decimal commas, Russian dates', async () => {
    const { name, content } = await exported(page, 'Export CSV');
    expect(name).toBe(`analytics-${from}-${to}.csv`);
    const [head = [], ...rows] = content
      .toString('utf8')
      .replace(/^\uFEFF/, '')
      .trim()
      .split('\r\n')
      .map((line) => line.split(';'));
    expect(rows).toHaveLength(DAYS);
    expect(rows.at(-1)?.[0]).toBe(to.split('-').reverse().join('.'));
    const column = (header: string) =>
      rows.map((cells) => Number(cells[head.indexOf(`"${header}"`)]?.replace(',', '.')));
    expect(sum(column('Net revenue'))).toBe(figures.net);
    expect(sum(column('Gross sales'))).toBe(figures.paid);
    expect(column('MRR').at(-1)).toBe(figures.monthly);
    expect(column('Paying subscribers').at(-1)).toBe(figures.paying);
  });

  await test.step('the workbook contains real numbers and dates', async () => {
    const { name, content } = await exported(page, 'Export Excel');
    expect(name).toBe(`analytics-${from}-${to}.xlsx`);
    const files = unzip(content);
    // The security policy of the product forbids a `DOMParser`, so a blank page reads the file.
    const reader = await page.context().newPage();
    const read = async (sheet: string) => new Map(await reader.evaluate(parseCells, { files, sheet }));
    const days = await read('sheet1');
    const last = String(DAYS + 1);
    expect(days.get(`A${last}`)).toEqual({
      type: 'n',
      value: EXCEL_EPOCH + Date.parse(to) / DAY_MS,
      format: 'dd.mm.yyyy',
    });
    const findColumn = (header: string) =>
      [...days]
        .find(([cell, { value }]) => /^[A-Z]+1$/.test(cell) && value === header)?.[0]
        .replace(/1$/, '');
    const column = (header: string) =>
      Array.from({ length: DAYS }, (_, index) => {
        const cell = days.get(`${findColumn(header) ?? ''}${String(index + 2)}`);
        expect(cell?.type).toBe('n');
        return Number(cell?.value);
      });
    expect(sum(column('Net revenue'))).toBe(figures.net);
    expect(sum(column('Gross sales'))).toBe(figures.paid);
    expect(column('MRR').at(-1)).toBe(figures.monthly);
    expect(column('Paying subscribers').at(-1)).toBe(figures.paying);
    const summary = await read('sheet2');
    const summarized = (figure: string) => {
      const [cell] = [...summary].find(([at, { value }]) => /^A\d+$/.test(at) && value === figure) ?? [''];
      return summary.get(cell.replace('A', 'B'))?.value;
    };
    expect(summarized('Net revenue')).toBe(figures.net);
    expect(summarized('Monthly recurring revenue')).toBe(figures.monthly);
  });
});
