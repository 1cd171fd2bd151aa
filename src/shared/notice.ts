/**
 * Maintenance notice that an admin sets for all pages. The server writes the notice into each document and sends it in a
 * header of API responses, and the page shows or removes it without a reload.
 */
import * as v from 'valibot';
import { momentText } from './russianFormats';

export const noticeSchema = v.object({
  /** Plain text with line breaks. */
  text: v.string(),
  /** Time in ISO 8601 UTC from which the notice is no longer shown. */
  endsAt: v.string(),
});

export type Notice = v.InferOutput<typeof noticeSchema>;

/** Id of the element that contains the notice. The element is empty if there is no notice. */
export const NOTICE_ELEMENT_ID = 'notice';

/** Heading of every maintenance notice. */
const NOTICE_TITLE = 'Технические работы';

/** Returns the elements of a notice in their order, as tag name and text. */
export function noticeParts({ text, endsAt }: Notice): [tag: 'b' | 'p' | 'small', text: string][] {
  return [
    ['b', NOTICE_TITLE],
    ['p', text],
    ['small', `До ${momentText(new Date(endsAt))}`],
  ];
}

/** Encodes a notice as ASCII for an HTTP header and an HTML attribute. Returns an empty text for no notice. */
export function encodeNotice(notice: Notice | null): string {
  return notice === null ? '' : encodeURIComponent(JSON.stringify(notice));
}

/** Decodes an encoded notice. Returns null if there is no notice, or if the text is not an encoded notice. */
export function decodeNotice(encoded: string): Notice | null {
  try {
    return v.parse(noticeSchema, JSON.parse(decodeURIComponent(encoded)));
  } catch {
    return null;
  }
}
