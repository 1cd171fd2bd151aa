/**
 * Streams the response to `POST /sandbox/api/clock`. Moving the clock in a sandbox with 100,000 customers takes
 * minutes. The response starts immediately and sends data at short intervals, so that no client runs into a timeout.
 */
import { FOLLOWED_TYPE } from './outside/sandboxRequest';
import type { Progress } from './timeTravel';

/** Interval between progress messages, in ms. */
const ANNOUNCE_EVERY_MS = 2000;

/**
 * Returns a streamed response that ends with `{"now"}` when the clock has reached its target. Before the final line, a
 * client that accepts NDJSON receives a line `{"now", "until"}` every few seconds. Clients that do not accept NDJSON
 * receive white space, which JSON allows before a value. If moving the clock fails, the stream is aborted.
 *
 * @example
 * clockResponse((notify) => timeTravel.advance(target, notify), { isFollowed: false });
 */
export function clockResponse(
  travel: (notify: (progress: Progress) => void) => Promise<Date>,
  { isFollowed, announceEveryMs = ANNOUNCE_EVERY_MS }: { isFollowed: boolean; announceEveryMs?: number },
): Response {
  const encoder = new TextEncoder();
  let progress: Progress | null = null;
  let isLeft = false;

  const formatProgress = (): string => {
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
      const timer = setInterval(() => say(formatProgress()), announceEveryMs);
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
