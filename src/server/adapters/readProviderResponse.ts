/** Reads the body of a card provider's response by a schema. */
import * as v from 'valibot';
import { ProviderUnavailable } from '../ports/cardProvider';

/**
 * Returns `value` as the schema describes it. Throws `ProviderUnavailable` with the name of the call and of the fields
 * that do not match, but without their values, which may be personal data.
 */
export function readProviderResponse<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  call: string,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return parsed.output;
  const fields = parsed.issues.map((issue) => v.getDotPath(issue) ?? 'answer');
  throw new ProviderUnavailable(`${call}: not readable: ${[...new Set(fields)].join(', ')}`);
}
