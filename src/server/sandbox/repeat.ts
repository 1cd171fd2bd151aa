/** Repeats work of the fakes until it is stopped. */
import type { Logger } from '../ports/logger';

/**
 * Runs `work` every `intervalMs`, one run at a time. Failures are logged. `stop` resolves when the current run has ended.
 */
export function repeat(
  work: () => Promise<void>,
  { intervalMs, logger }: { intervalMs: number; logger: Logger },
): { stop(): Promise<void> } {
  let round = Promise.resolve();
  let isRunning = false;
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    round = work()
      .catch((error: unknown) => logger.error({ error }, 'a fake card provider failed'))
      .finally(() => {
        isRunning = false;
      });
  }, intervalMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await round;
    },
  };
}
