/**
 * `@node-rs/argon2` at its least costs: hashing is slow on purpose, and tests sign staff in thousands of times. What the
 * product asks for must be no less than OWASP's least for argon2id (19 MiB, 2 rounds), or nothing is hashed at all.
 */
const argon2 = require('@node-rs/argon2/index.js');

const LEAST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const IN_TESTS = { memoryCost: 8, timeCost: 1, parallelism: 1 };

async function hash(password, costs) {
  for (const [name, least] of Object.entries(LEAST)) {
    if (!(costs?.[name] >= least)) throw new Error(`passwords are hashed with less than ${name} ${least}`);
  }
  return argon2.hash(password, { ...costs, ...IN_TESTS });
}

module.exports = { ...argon2, hash };
