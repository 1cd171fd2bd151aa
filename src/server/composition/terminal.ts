/** Asks the operator questions in the terminal of this process. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

export interface Terminal {
  /** Prints a question and resolves to the typed line. A hidden answer is not displayed. Rejects with `NoAnswer`. */
  ask(question: string, options?: { isHidden?: boolean }): Promise<string>;
  close(): void;
}

/** Thrown if the operator ends the input (Ctrl+C or Ctrl+D) instead of an answer. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** Opens the terminal, or returns null if the input or the output of this process is not a terminal. */
export function openTerminal(): Terminal | null {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return null;
  let isHidden = false;
  const output = new Writable({
    write: (part: Buffer, _encoding, done) => {
      if (!isHidden) process.stdout.write(part);
      done();
    },
  });
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  const ended = new AbortController();
  lines.once('close', () => ended.abort());
  return {
    ask: async (question, options = {}) => {
      if (options.isHidden === true) process.stdout.write(question);
      isHidden = options.isHidden ?? false;
      try {
        return (await lines.question(question, { signal: ended.signal })).trim();
      } catch (error) {
        throw new NoAnswer('The input ended before an answer.', { cause: error });
      } finally {
        if (isHidden) process.stdout.write('\n');
        isHidden = false;
      }
    },
    close: () => lines.close(),
  };
}
