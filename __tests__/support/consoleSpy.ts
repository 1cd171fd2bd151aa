/** Takes what is logged to the console, so that a test can say that it meant it. */
export interface ConsoleLine {
  level: 'error' | 'warn';
  message: string;
  details: unknown;
}

/** Call in a test or a `beforeEach`; the console is given back after the test. */
export function takeConsole(): ConsoleLine[] {
  const lines: ConsoleLine[] = [];
  for (const level of ['error', 'warn'] as const) {
    jest.spyOn(globalThis.console, level).mockImplementation((...said: unknown[]) => {
      lines.push({ level, message: String(said[0]), details: said[1] });
    });
  }
  return lines;
}

afterEach(() => {
  jest.restoreAllMocks();
});
