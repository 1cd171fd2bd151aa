/**
 * Replaces `@node-rs/argon2` with its minimum costs, because hashing is slow on purpose and tests sign in staff thousands
 * of times. Throws if the product requests less than the OWASP minimum for argon2id, which is 19 MiB and 2 iterations.
 */
const argon2 = require('@node-rs/argon2/index.js');

const LEAST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const IN_TESTS = { memoryCost: 8, timeCost: 1, parallelism: 1 };

async function hash(password, costs) {
  for (const [name, least] of Object.entries(LEAST)) {
    if (!(costs?.[name] >= least)) throw new Error(`passwords are hashed with ${name} below ${least}`);
  }
  return argon2.hash(password, { ...costs, ...IN_TESTS });
}

module.exports = { ...argon2, hash };
