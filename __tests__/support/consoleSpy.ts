/** Takes what is logged to the console, so that a test can say that it meant it. */
export interface ConsoleLine {
  level: 'error' | 'warn';
  message: string;
  details: unknown;
}

/** What Redux Toolkit's development checks say of a slow machine: nothing about what is tested. */
const SLOW_MACHINE = /^(Immutable|Serializable)StateInvariantMiddleware took /;

/** Call in a test or a `beforeEach`; the console is given back after the test. */
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
