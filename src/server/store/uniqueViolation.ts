/** Recognizes the error of PostgreSQL for a value that a unique index already contains. */

const UNIQUE_VIOLATION = '23505';

/** Returns whether a statement failed because another row has the same unique value. */
export function isUniqueViolation(error: unknown): boolean {
  for (let each: unknown = error; each instanceof Error; each = each.cause)
    if ('code' in each && each.code === UNIQUE_VIOLATION) return true;
  return false;
}
