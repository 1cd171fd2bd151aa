/** Operates a page of the staff console with the keyboard only, and counts the key presses. */
import type { Locator, Page } from 'playwright-core';

/** Accessible name of the button that opens the command palette. */
const PALETTE = 'Search or run a command';
/** Usual number of key presses to open a page with the command palette. */
const PALETTE_PRESSES = 5;
/** Maximum number of key presses to reach an element. */
const PRESSES_MAX = 80;

/**
 * Returns the number of key presses from the focused element to `target` with Tab, or a negative number for Shift+Tab,
 * whichever is less. The focus stays within an open dialog, which wraps around. A page does not wrap around, because the
 * browser's own buttons follow.
 */
function stepsTo(target: Locator): Promise<number> {
  // The function contains no named functions, because the TypeScript loader would rewrite them.
  return target.evaluate((element) => {
    const dialog = element.closest('[role="dialog"]');
    const stops = Array.from(
      (dialog ?? document).querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, summary, [tabindex]',
      ),
    ).filter(
      (each) =>
        each.tabIndex >= 0 &&
        !each.matches(':disabled') &&
        each.checkVisibility({ visibilityProperty: true }) &&
        // Only one radio button of a group is a tab stop.
        !(
          each instanceof HTMLInputElement &&
          each.type === 'radio' &&
          !each.checked &&
          document.querySelector(`input[type="radio"][name="${each.name}"]:checked`) !== null
        ),
    );
    const focused = document.activeElement;
    const to = stops.findIndex((each) => each === element);
    if (to < 0) throw new Error(`cannot be reached with Tab: ${element.outerHTML.slice(0, 120)}`);
    const at = stops.findIndex((each) => each === focused);
    const before =
      focused === null || focused === document.body
        ? 0
        : stops.filter((each) => focused.compareDocumentPosition(each) === Node.DOCUMENT_POSITION_PRECEDING)
            .length;
    const forward = at < 0 ? to - before + 1 : to - at;
    if (dialog === null) return forward;
    const around = forward > 0 ? forward - stops.length : forward + stops.length;
    return Math.abs(around) < Math.abs(forward) ? around : forward;
  });
}

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement);

const isInView = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight;
  });

export class Keyboard {
  presses = 0;

  constructor(private readonly page: Page) {}

  /** Presses a key or a combination of keys, which counts as one key press. */
  async press(key: string): Promise<void> {
    this.presses += 1;
    await this.page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    this.presses += Array.from(text).length;
    await this.page.keyboard.type(text);
  }

  /** Pastes a text, which counts as two key presses. */
  async paste(text: string): Promise<void> {
    this.presses += 2;
    await this.page.keyboard.insertText(text);
  }

  /** Moves the focus to an element with Tab or Shift+Tab, after the link «Skip to content» if this is shorter. */
  async moveTo(target: Locator): Promise<void> {
    await target.waitFor();
    const focusedMain = this.page.locator('#console-main').and(this.page.locator(':has(:focus), :focus'));
    if ((await focusedMain.count()) === 0 && (await this.skips(target))) {
      await this.tabTo(this.page.locator('a[href="#console-main"]'));
      await this.press('Enter');
    }
    await this.tabTo(target);
  }

  /** Returns whether the link «Skip to content» shortens the way to an element. */
  private async skips(target: Locator): Promise<boolean> {
    const main = this.page.locator('#console-main');
    const link = this.page.locator('a[href="#console-main"]');
    if (!(await target.evaluate((element) => element.closest('#console-main') !== null))) return false;
    const first = main.locator('a[href], button, input, select').first();
    const within = (await stepsTo(target)) - (await stepsTo(first)) + 1;
    const toLink = Math.abs(await stepsTo(link));
    return toLink + 1 + within < Math.abs(await stepsTo(target));
  }

  private async tabTo(target: Locator): Promise<void> {
    const steps = await stepsTo(target);
    for (let tried = 0; !(await isFocused(target)); tried += 1) {
      if (tried === PRESSES_MAX) throw new Error('the element was not reached with Tab');
      await this.press(steps < 0 ? 'Shift+Tab' : 'Tab');
    }
  }

  /** Presses the shortcut of a button or a link. Resolves to false if it has none. */
  async useShortcut(target: Locator): Promise<boolean> {
    await target.waitFor();
    const shortcut = await target.getAttribute('aria-keyshortcuts');
    if (shortcut === null) return false;
    // Shortcuts do not work while the agent types, so Escape leaves the field first.
    if ((await this.page.locator('input:focus, textarea:focus, select:focus').count()) > 0)
      await this.press('Escape');
    await this.press(shortcut.toLowerCase());
    return true;
  }

  /** Activates a button or a link, with its shortcut if it has one. Some shortcuts only move the focus to the button. */
  async activate(target: Locator): Promise<void> {
    if (await this.useShortcut(target)) {
      if ((await target.count()) > 0 && (await isFocused(target))) await this.press('Enter');
      return;
    }
    await this.moveTo(target);
    await this.press('Enter');
  }

  /** Opens the command palette. Resolves to false if the console has none. */
  async openPalette(): Promise<boolean> {
    if ((await this.page.getByRole('button', { name: PALETTE }).count()) === 0) return false;
    await this.press('Control+k');
    await this.page.getByRole('combobox').and(this.page.locator(':focus')).waitFor();
    return true;
  }

  /** Opens a page of the console: with the command palette, or with the link of the navigation if it is near. */
  async openPage(link: Locator, name: string): Promise<void> {
    await link.waitFor();
    if (Math.abs(await stepsTo(link)) < PALETTE_PRESSES || !(await this.openPalette())) {
      await this.activate(link);
      return;
    }
    const option = this.page.getByRole('option', { name, exact: true });
    for (const character of name) {
      await this.type(character.toLowerCase());
      if ((await option.getAttribute('aria-selected')) === 'true') break;
    }
    await this.press('Enter');
  }

  /** Submits the form of a dialog: with Enter in the nearest input, or with its submit button. */
  async submit(form: Locator): Promise<void> {
    const ways = await form
      .locator('input:not([type="hidden"], [type="radio"]:not(:checked)), button[type="submit"]')
      .all();
    const distances = await Promise.all(
      ways.map(async (way) => ((await isFocused(way)) ? 0 : Math.abs(await stepsTo(way)))),
    );
    const nearest = ways[distances.indexOf(Math.min(...distances))];
    if (nearest === undefined) throw new Error('the form has neither an input nor a button');
    await this.activate(nearest);
  }

  /** Scrolls the page down until the text is in view. */
  async readDownTo(text: Locator): Promise<void> {
    await text.waitFor();
    for (let tried = 0; !(await isInView(text)); tried += 1) {
      if (tried === PRESSES_MAX) throw new Error('the text was not reached by scrolling');
      await this.press('PageDown');
      await this.scrollingEnded();
    }
  }

  /** Waits until two successive frames show the same scroll position. */
  private async scrollingEnded(): Promise<void> {
    const nextScrollY = (): Promise<number> =>
      this.page.evaluate(
        () =>
          new Promise((resolve) => {
            requestAnimationFrame(() => resolve(window.scrollY));
          }),
      );
    // The browser starts to scroll one frame after the key press.
    let last = await nextScrollY();
    for (let next = await nextScrollY(); next !== last; next = await nextScrollY()) last = next;
  }
}
