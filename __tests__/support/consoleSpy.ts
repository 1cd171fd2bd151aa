/** A line that was logged to the console. Tests capture the logged lines and assert the expected lines. */
export interface ConsoleLine {
  level: 'error' | 'warn';
  message: string;
  details: unknown;
}

/**
 * Warnings of Redux Toolkit's development checks that only mean that the machine is slow. Warnings that match are not
 * captured.
 */
const SLOW_MACHINE = /^(Immutable|Serializable)StateInvariantMiddleware took /;

/**
 * Captures console errors and warnings. Call this function in a test or in `beforeEach`. The console is restored after each
 * test.
 */
export function takeConsole(): ConsoleLine[] {
  const lines: ConsoleLine[] = [];
  for (const level of ['error', 'warn'] as const) {
    jest.spyOn(globalThis.console, level).mockImplementation((...said: unknown[]) => {
      const message = String(said[0]);
      if (!SLOW_MACHINE.test(message)) lines.push({ level, message, details: said[1] });
    });
  }
  return lines;
}

afterEach(() => {
  jest.restoreAllMocks();
});
