/**
 * Adapter of the element outside the application that shows the maintenance notice. React does not render the element, so
 * the server can write it into each document, and a page translator that replaces its texts breaks nothing.
 */
import { decodeNotice, NOTICE_ELEMENT_ID, noticeParts } from '../../shared/notice';
import type { NoticePlace } from './platform';

/** Interval in ms at which the end of the shown notice is checked. A timer for the end itself would stop with the device. */
const CHECK_EVERY_MS = 15_000;

/** Distance in px between the notice and the element above it. */
const GAP_PX = 12;

/** CSS property with the height of the notice and its distance, for other elements that stay at the lower edge of the window. */
const HEIGHT_PROPERTY = '--notice';

type Page = Pick<Window & typeof globalThis, 'document'> & Partial<Pick<typeof globalThis, 'ResizeObserver'>>;

export function createNoticePlace({ document, ResizeObserver }: Page): NoticePlace {
  const place = document.getElementById(NOTICE_ELEMENT_ID);
  if (place === null) return { show: () => undefined };
  let now = (): number => Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const show = (encoded: string): void => {
    clearTimeout(timer);
    const notice = decodeNotice(encoded);
    // The comparison is false for an unreadable end, too.
    const isOver = notice === null || !(Date.parse(notice.endsAt) > now());
    const shown = isOver ? '' : encoded;
    if (shown !== (place.dataset['notice'] ?? '')) {
      place.dataset['notice'] = shown;
      place.replaceChildren(
        ...(isOver ? [] : noticeParts(notice)).map(([tag, text]) => {
          const element = document.createElement(tag);
          element.textContent = text;
          return element;
        }),
      );
    }
    if (!isOver) timer = setTimeout(() => show(encoded), CHECK_EVERY_MS);
  };

  // The oldest browsers have no `ResizeObserver`.
  if (ResizeObserver !== undefined)
    new ResizeObserver(() => {
      const height = place.childElementCount === 0 ? 0 : place.offsetHeight + GAP_PX;
      document.documentElement.style.setProperty(HEIGHT_PROPERTY, `${String(height)}px`);
    }).observe(place);
  show(place.dataset['notice'] ?? '');
  return {
    show: (encoded, clock) => {
      now = clock;
      show(encoded);
    },
  };
}
