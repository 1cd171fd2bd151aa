/**
 * Reads environment variables and collects all errors, so that a failed start reports the complete list of errors. An
 * empty environment variable counts as missing.
 */
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

/**
 * Reader of environment variables.
 * @example
 * const environment = new EnvironmentReader(process.env);
 * const port = environment.integer('PORT', 8080, 1, 65_535);
 * environment.rejectProblems();
 */
export class EnvironmentReader {
  readonly #variables: EnvironmentVariables;
  readonly #problems: string[] = [];

  constructor(variables: EnvironmentVariables) {
    this.#variables = variables;
  }

  /** Records an error, which `rejectProblems` throws later. */
  problem(text: string): void {
    this.#problems.push(text);
  }

  optional(name: string): string | undefined {
    const value = this.#variables[name]?.trim();
    return value === '' ? undefined : value;
  }

  /**
   * Returns the value of a required environment variable. If the variable is missing, records an error and returns ''.
   * `what` describes the expected value.
   */
  required(name: string, what: string): string {
    const value = this.optional(name);
    if (value === undefined) this.problem(`${name} is missing: ${what}`);
    return value ?? '';
  }

  integer(name: string, fallback: number, min: number, max: number): number {
    const text = this.optional(name);
    if (text === undefined) return fallback;
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    this.problem(`${name} must be a whole number from ${min} to ${max}`);
    return fallback;
  }

  flag(name: string, fallback: boolean): boolean {
    const text = this.optional(name)?.toLowerCase();
    if (text === undefined) return fallback;
    if (text === 'true' || text === 'false') return text === 'true';
    this.problem(`${name} must be true or false`);
    return fallback;
  }

  choice<const Choice extends string>(name: string, choices: readonly Choice[], fallback: Choice): Choice {
    const text = this.optional(name);
    if (text === undefined) return fallback;
    const found = choices.find((choice) => choice === text);
    if (found === undefined) this.problem(`${name} must be one of ${choices.join(', ')}`);
    return found ?? fallback;
  }

  /** Returns the items of a comma-separated variable without surrounding spaces, or undefined if the variable is missing. */
  list(name: string): string[] | undefined {
    return this.optional(name)
      ?.split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  }

  /**
   * Returns the origin of a URL without a trailing slash, for example `https://shop.example`. Records an error if the URL
   * has another protocol, a path, a query or credentials.
   */
  origin(name: string, value: string, protocols: readonly string[]): string {
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
    if (this.#problems.length > 0) throw new ConfigurationRejected(this.#problems);
  }
}
