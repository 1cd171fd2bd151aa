/** Requests links that staff typed, and reports what responded. */

/** Result of the request of one link. */
export interface LinkResult {
  /** HTTP status of the last response, after redirects, or null if there was no response. */
  status: number | null;
  /** Host that sent the last response, or null if there was no response. */
  host: string | null;
  /** Time until the last response or the error, in ms. */
  ms: number;
  /** Sentence that describes why the link does not work, or null if the link works. */
  problem: string | null;
  /** Whether the cause is the connection, so that the machine may have no access to the internet. */
  isUnreachable: boolean;
}

export interface LinkChecker {
  /** Requests a link and follows its redirects. Never rejects. `signal` aborts the request. */
  request(url: string, signal: AbortSignal): Promise<LinkResult>;
}
