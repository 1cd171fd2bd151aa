/** Resolves to a free loopback port. No other caller gets the same port while the current process runs. */
export function freePort(): Promise<number>;
