/** Hashes and verifies staff passwords with argon2id, off the event loop. */
import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** Costs of argon2id. They equal the library's defaults and are fixed here so that an update cannot weaken them. */
const COSTS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export async function hashPassword(password: string): Promise<string> {
  return hash(password, COSTS);
}

/** Lowercase characters and digits without look-alikes such as `l`, `1`, `o` and `0`. */
const PASSWORD_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const PASSWORD_GROUPS = 4;
const PASSWORD_GROUP_LENGTH = 5;

/** Generates a password of about 99 bits that a person can read aloud. */
export function createPassword(): string {
  const group = () =>
    Array.from({ length: PASSWORD_GROUP_LENGTH }, () =>
      PASSWORD_ALPHABET.charAt(randomInt(PASSWORD_ALPHABET.length)),
    ).join('');
  return Array.from({ length: PASSWORD_GROUPS }, group).join('-');
}

let unmatchable: Promise<string> | null = null;

/**
 * Returns whether the password matches the hash. If there is no hash, because the username is unknown, returns false after
 * the same amount of work, so that response time does not reveal which usernames exist.
 */
export async function passwordMatches(passwordHash: string | null, password: string): Promise<boolean> {
  if (passwordHash !== null) return verify(passwordHash, password);
  unmatchable ??= hashPassword(`nobody:${String(Math.random())}`);
  await verify(await unmatchable, password);
  return false;
}
