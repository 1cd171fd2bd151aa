/** A port that nobody listens on, and that nobody else is given while this process lives. */
export function freePort(): Promise<number>;
