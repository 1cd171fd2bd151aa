/** Parses a URL without `URL.canParse`, which is missing in Chrome before 120 and Safari before 17. */

/** Returns the parsed absolute URL, or null for any other text. */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
