/**
 * The answer to `POST /sandbox/api/clock`. Moving the clock over a town of 100 000 customers takes minutes: the answer
 * begins at once and is never silent for long, so that no caller gives it up.
 */
import { FOLLOWED_TYPE } from './outside/sandboxRequest';
import type { Progress } from './timeTravel';

/** Between two words of an answer that is not there yet, ms. */
const ANNOUNCE_EVERY_MS = 2000;

/**
 * `{"now"}` when the clock has arrived. Before it, whoever follows gets a line `{"now", "until"}` every few seconds,
 * and everybody else white space, which JSON allows before a value. A journey that fails breaks the answer off.
 */
export function clockResponse(
  travel: (notify: (progress: Progress) => void) => Promise<Date>,
  { isFollowed, announceEveryMs = ANNOUNCE_EVERY_MS }: { isFollowed: boolean; announceEveryMs?: number },
): Response {
  const encoder = new TextEncoder();
  let progress: Progress | null = null;
  let isLeft = false;

  const wordOf = (): string => {
    if (!isFollowed) return ' ';
    if (progress === null) return '';
    const { now, end } = progress;
    return `${JSON.stringify({ now: now.toISOString(), until: end.toISOString() })}\n`;
  };

  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const say = (text: string): void => {
        if (!isLeft && text !== '') controller.enqueue(encoder.encode(text));
      };
      const timer = setInterval(() => say(wordOf()), announceEveryMs);
      const arrive = async (): Promise<void> => {
        try {
          const now = await travel((latest) => {
            progress = latest;
          });
          say(JSON.stringify({ now: now.toISOString() }));
          if (!isLeft) controller.close();
        } catch (error) {
          if (!isLeft) controller.error(error);
        } finally {
          clearInterval(timer);
        }
      };
      void arrive();
    },
    cancel() {
      isLeft = true;
    },
  });
  return new Response(body, {
    headers: { 'Content-Type': isFollowed ? FOLLOWED_TYPE : 'application/json', 'Cache-Control': 'no-store' },
  });
}
