/** Hashes and verifies staff passwords with argon2id, without blocking the event loop. */
import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/**
 * Cost parameters of argon2id. The cost parameters equal the library's defaults and are fixed here so that an update of
 * the library cannot weaken them.
 */
const COSTS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export async function hashPassword(password: string): Promise<string> {
  return hash(password, COSTS);
}

/**
 * Characters of generated passwords: lowercase letters and digits without look-alikes such as `l`, `1`, `o` and `0`.
 */
const PASSWORD_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const PASSWORD_GROUPS = 4;
const PASSWORD_GROUP_LENGTH = 5;

/** Generates a password with about 99 bits of entropy that can be read aloud. */
export function createPassword(): string {
  const group = () =>
    Array.from({ length: PASSWORD_GROUP_LENGTH }, () =>
      PASSWORD_ALPHABET.charAt(randomInt(PASSWORD_ALPHABET.length)),
    ).join('');
  return Array.from({ length: PASSWORD_GROUPS }, group).join('-');
}

let unmatchable: Promise<string> | null = null;

/**
 * Returns whether the password matches the hash. If the username is unknown, there is no hash. The function then
 * returns false after the same amount of work, so that the response time does not reveal which usernames exist.
 */
export async function passwordMatches(passwordHash: string | null, password: string): Promise<boolean> {
  if (passwordHash !== null) return verify(passwordHash, password);
  unmatchable ??= hashPassword(`nobody:${String(Math.random())}`);
  await verify(await unmatchable, password);
  return false;
}
