/** Returns a pattern that matches a text exactly, except that every space also matches a non-breaking space. */
export function words(text: string): RegExp {
  return new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s/g, '\\s')}$`);
}
