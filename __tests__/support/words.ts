/** Words as a person reads them: a blank is a blank, breaking or not. */
export function words(text: string): RegExp {
  return new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s/g, '\\s')}$`);
}
