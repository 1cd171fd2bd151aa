/** Starts real child processes that tests can kill. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface RunningChild {
  pid: number;
  /** Returns everything that the child process has written to stdout and stderr so far. */
  output(): string;
  /** Resolves when the output of the child process contains the text. Rejects if the child process exits first. */
  until(text: string): Promise<void>;
  /** Resolves to the exit code of the child process, or to null if a signal ended the process. */
  exited: Promise<number | null>;
  kill(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts `node` on a TypeScript module of the tests or the sources, with the Node flags of the current process. */
export function startChild(
  file: string,
  options: { args?: readonly string[]; env?: Record<string, string> } = {},
): RunningChild {
  return startCommand(
    process.execPath,
    [...process.execArgv, '--import', 'tsx', file, ...(options.args ?? [])],
    { env: { ...process.env, NODE_ENV: 'test', ...options.env } },
  );
}

/** Starts a command of the operating system with exactly the given environment. */
export function startCommand(
  command: string,
  args: readonly string[],
  options: { env: NodeJS.ProcessEnv; cwd?: string },
): RunningChild {
  const child: ChildProcess = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  if (child.pid === undefined) throw new Error(`${command} did not start`);
  let output = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (part: Buffer) => {
      output += part.toString('utf8');
      for (const listener of listeners) listener();
    });
  }
  const exited = once(child, 'close').then(([code]) => code as number | null);
  return {
    pid: child.pid,
    output: () => output,
    exited,
    until: (text) =>
      new Promise((resolve, reject) => {
        const check = () => {
          if (output.includes(text)) resolve();
        };
        listeners.add(check);
        check();
        void exited.then((code) => reject(new Error(`exited with ${code ?? 'a signal'}:\n${output}`)));
      }),
    kill: (signal) => {
      child.kill(signal);
      return exited;
    },
  };
}
