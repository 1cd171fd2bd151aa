/**
 * Declares the class `URL`, which is available in browsers and in Node. `src/shared` uses no other global outside
 * ECMAScript.
 */
declare class URL {
  constructor(address: string);
  readonly hostname: string;
  readonly protocol: string;
  readonly username: string;
  readonly password: string;
}
