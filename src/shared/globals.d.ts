/** The only global beyond ECMAScript that `src/shared` uses. Browsers and Node both have it. */
declare class URL {
  static canParse(address: string): boolean;
  constructor(address: string);
  readonly hostname: string;
  readonly protocol: string;
  readonly username: string;
  readonly password: string;
}
