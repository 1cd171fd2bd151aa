/**
 * Reads environment variables and gathers everything that is wrong with them, so that a start is
 * rejected once with the whole list and not once per variable. An empty variable counts as absent.
 */
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** The variables do not describe a server that may start. */
export class ConfigurationRejected extends Error {
  override readonly name = 'ConfigurationRejected';

  constructor(readonly problems: readonly string[]) {
    super(`The configuration is not complete:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

export class EnvironmentReader {
  readonly #variables: EnvironmentVariables;
  readonly #problems: string[] = [];

  constructor(variables: EnvironmentVariables) {
    this.#variables = variables;
  }

  /** Notes what is wrong; `rejectProblems` throws it later. */
  problem(text: string): void {
    this.#problems.push(text);
  }

  optional(name: string): string | undefined {
    const value = this.#variables[name]?.trim();
    return value === '' ? undefined : value;
  }

  /** '' stands in for an absent value: it never gets past `rejectProblems`. */
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

  /** Comma-separated; blanks around the parts are dropped. */
  list(name: string): string[] | undefined {
    return this.optional(name)
      ?.split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  }

  /** An origin without a path: `https://shop.example`. Returned without a trailing slash. */
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
        `${name} must be an address like ${protocols[0] ?? ''}//host, without a path and without a user`,
      );
      return value;
    }
    return url.origin;
  }

  /** Throws ConfigurationRefused when anything was wrong. */
  rejectProblems(): void {
    if (this.#problems.length > 0) throw new ConfigurationRejected(this.#problems);
  }
}
