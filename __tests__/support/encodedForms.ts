/** The forms in which a text value may have been copied to another place: in another case, or encoded. */

const BASE64_ALIGNMENTS = [0, 1, 2];

/** Returns the part of the value's Base64 that does not depend on the text around the value. */
function base64Within(value: string, encoding: 'base64' | 'base64url', offset: number): string {
  const text = Buffer.concat([Buffer.alloc(offset), Buffer.from(value)]);
  const whole = text.subarray(0, text.length - (text.length % 3)).toString(encoding);
  return whole.slice(Math.ceil((offset * 4) / 3));
}

/**
 * Returns whether a text contains a value as it is, in another case, percent-encoded, as hexadecimal digits, or in Base64
 * at any position.
 */
export function containsInAnyForm(text: string, value: string): boolean {
  const lower = text.toLowerCase();
  const ofAnyCase = [value, encodeURIComponent(value), Buffer.from(value).toString('hex')];
  if (ofAnyCase.some((form) => lower.includes(form.toLowerCase()))) return true;
  return [value, value.toLowerCase()].some((each) =>
    BASE64_ALIGNMENTS.some((offset) =>
      (['base64', 'base64url'] as const).some((encoding) =>
        text.includes(base64Within(each, encoding, offset)),
      ),
    ),
  );
}
