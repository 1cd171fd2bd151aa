/** Layout checks of the console's pages. */
import type { Page } from 'playwright-core';

/**
 * Returns the visible words that are broken inside. A text without spaces that contains a digit, mixed upper and lower
 * case, or a word of more than 20 characters may be an id, which has no better place for a break.
 */
export function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const broken = new Set<string>();
    const range = document.createRange();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      if (node.parentElement === null || !node.parentElement.checkVisibility({ visibilityProperty: true }))
        continue;
      const text = node.textContent ?? '';
      // The ids are blanked, so that the places of the other words stay the same.
      const withoutIds = text.replace(/\S+/gu, (run) =>
        /\p{N}|\p{Ll}\p{Lu}|\p{L}{21}/u.test(run) ? ' '.repeat(run.length) : run,
      );
      for (const { index, 0: word } of withoutIds.matchAll(/\p{L}{2,}/gu)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = [...range.getClientRects()].filter(({ width }) => width > 1);
        if (new Set(lines.map(({ top }) => Math.round(top))).size > 1) broken.add(word);
      }
    }
    return [...broken];
  });
}

/**
 * Returns the names of fields that are beside another field of the page, but at another height or of another size. Fields
 * in tables and check boxes are ignored.
 */
export function misalignedFields(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLElement>('main input, main select')]
      .filter((field) => !field.matches('table *, [type="checkbox"], [type="radio"], [type="search"]'))
      .map((field) => {
        // The border of a text field belongs to its container.
        const box = field.closest('.MuiOutlinedInput-root') ?? field;
        const { top, bottom, height } = box.getBoundingClientRect();
        return { name: field.getAttribute('name') ?? '', top, bottom, height };
      })
      .filter(({ height }) => height > 0);
    return fields
      .filter((field) =>
        fields.some(
          (other) =>
            field.top < other.bottom - 1 &&
            other.top < field.bottom - 1 &&
            (Math.abs(field.top - other.top) > 1 || Math.abs(field.height - other.height) > 1),
        ),
      )
      .map(({ name }) => name);
  });
}
