/**
 * Reads environment variables and collects all errors, so that a failed start reports the complete list of errors. An
 * empty environment variable counts as missing.
 */
import { readFileSync } from 'node:fs';
import { FILE_SUFFIX, variable, type VariableName } from './variables';

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** Thrown if the configuration is invalid. `problems` lists every missing or invalid environment variable. */
export class ConfigurationRejected extends Error {
  override readonly name = 'ConfigurationRejected';

  constructor(readonly problems: readonly string[]) {
    super(
      `The configuration is incomplete or invalid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    );
  }
}

/** Mode of the server. The modes differ in some default values. */
export type EnvironmentMode = 'production' | 'sandbox';

/**
 * Reader of environment variables. Default values are those of the table `VARIABLES`.
 * @example
 * const environment = new EnvironmentReader(process.env);
 * const port = environment.integer('PORT', 1, 65_535);
 * environment.rejectProblems();
 */
export class EnvironmentReader {
  readonly #variables: EnvironmentVariables;
  readonly #mode: EnvironmentMode;
  readonly #problems = new Set<string>();
  readonly #unreadable = new Set<VariableName>();

  constructor(variables: EnvironmentVariables, mode: EnvironmentMode = 'production') {
    this.#variables = variables;
    this.#mode = mode;
  }

  /** Records an error, which `rejectProblems` throws later. */
  problem(text: string): void {
    this.#problems.add(text);
  }

  #text(name: string): string | undefined {
    const value = this.#variables[name]?.trim();
    return value === '' ? undefined : value;
  }

  /**
   * Returns the value of a variable, or undefined if the variable is not set. The value of a secret variable can also be
   * in the file that `<name>_FILE` specifies; to set both is an error. An empty file counts as missing.
   */
  optional(name: VariableName): string | undefined {
    const value = this.#text(name);
    const file = variable(name).secret === true ? this.#text(`${name}${FILE_SUFFIX}`) : undefined;
    if (file === undefined) return value;
    if (value !== undefined) {
      this.problem(`${name} and ${name}${FILE_SUFFIX} must not both be set`);
      return value;
    }
    try {
      const text = readFileSync(file, 'utf8').trim();
      return text === '' ? undefined : text;
    } catch {
      this.problem(`${name}${FILE_SUFFIX} cannot be read`);
      this.#unreadable.add(name);
      return undefined;
    }
  }

  /**
   * Returns the value of a required environment variable. If the variable is missing, records an error and returns ''.
   */
  required(name: VariableName): string {
    const value = this.optional(name);
    const { meaning, required, secret } = variable(name);
    // An unreadable file has its own error.
    if (value === undefined && !this.#unreadable.has(name)) {
      const alternative = secret === true ? ` or ${name}${FILE_SUFFIX}` : '';
      const condition = typeof required === 'string' ? ` (required ${required})` : '';
      this.problem(`${name}${alternative} is missing: ${meaning}${condition}`.replaceAll('`', ''));
    }
    return value ?? '';
  }

  /** Returns the value of a variable, or its default value. */
  text(name: VariableName): string {
    const { default: fallback, sandboxDefault } = variable(name);
    const byDefault = this.#mode === 'sandbox' ? (sandboxDefault ?? fallback) : fallback;
    const value = this.optional(name) ?? byDefault;
    if (value === undefined) throw new TypeError(`${name} has no default value`);
    return value;
  }

  integer(name: VariableName, min: number, max: number): number {
    const text = this.text(name);
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max) {
      this.problem(`${name} must be a whole number from ${min} to ${max}`);
    }
    return value;
  }

  flag(name: VariableName): boolean {
    const text = this.text(name).toLowerCase();
    if (text !== 'true' && text !== 'false') this.problem(`${name} must be true or false`);
    return text === 'true';
  }

  /** Returns the value of a variable that must be one of `choices`. If the value is another one, records an error. */
  choice<const Choice extends string>(name: VariableName, choices: readonly [Choice, ...Choice[]]): Choice {
    const text = this.text(name);
    const found = choices.find((choice) => choice === text);
    if (found === undefined) this.problem(`${name} must be one of ${choices.join(', ')}`);
    return found ?? choices[0];
  }

  /** Returns the items of a comma-separated variable without surrounding spaces, or undefined if the variable is missing. */
  list(name: VariableName): string[] | undefined {
    return this.optional(name)
      ?.split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  }

  /**
   * Returns the origin of a URL without a trailing slash, for example `https://shop.example`. Records an error if the URL
   * has another protocol, a path, a query or credentials.
   */
  origin(name: VariableName, value: string, protocols: readonly string[]): string {
    if (value === '') return value;
    const url = URL.canParse(value) ? new URL(value) : null;
    if (
      url === null ||
      !protocols.includes(url.protocol) ||
      url.pathname !== '/' ||
      url.search !== '' ||
      url.username !== '' ||
      url.password !== ''
    ) {
      this.problem(
        `${name} must be a URL like ${protocols[0] ?? ''}//host, without a path and without credentials`,
      );
      return value;
    }
    return url.origin;
  }

  /** Throws `ConfigurationRejected` if an error was recorded. */
  rejectProblems(): void {
    if (this.#problems.size > 0) throw new ConfigurationRejected([...this.#problems]);
  }
}
