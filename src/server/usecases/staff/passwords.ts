/** Passwords of staff: argon2id, off the event loop. */
import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** The library's default is argon2id with these costs in mind; written down so that an update cannot weaken it. */
const COSTS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export async function hashPassword(password: string): Promise<string> {
  return hash(password, COSTS);
}

/** No emails that look alike. */
const PASSWORD_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const PASSWORD_GROUPS = 4;
const PASSWORD_GROUP_LENGTH = 5;

/** A password that a person can read out: about 99 bits. */
export function createPassword(): string {
  const group = () =>
    Array.from({ length: PASSWORD_GROUP_LENGTH }, () =>
      PASSWORD_ALPHABET.charAt(randomInt(PASSWORD_ALPHABET.length)),
    ).join('');
  return Array.from({ length: PASSWORD_GROUPS }, group).join('-');
}

let unmatchable: Promise<string> | null = null;

/**
 * Whether the password belongs to the hash. Without a hash (nobody of that name) the answer is false
 * and takes as long, so that time does not tell which usernames exist.
 */
export async function passwordMatches(passwordHash: string | null, password: string): Promise<boolean> {
  if (passwordHash !== null) return verify(passwordHash, password);
  unmatchable ??= hashPassword(`nobody:${String(Math.random())}`);
  await verify(await unmatchable, password);
  return false;
}
