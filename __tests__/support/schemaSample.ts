/** Creates values that match Valibot schemas of timeline and audit log entries. */
import * as v from 'valibot';

export type Sampled = v.BaseSchema<unknown, unknown, v.BaseIssue<unknown>>;

const partsOf = (schema: Sampled) =>
  schema as Sampled & {
    entries?: Record<string, Sampled>;
    options?: unknown[];
    wrapped?: Sampled;
    item?: Sampled;
    literal?: unknown;
  };

/** Returns a value of the schema, with every optional field. Throws if the sample does not match the schema. */
export function sampleOf(schema: Sampled): unknown {
  const value = candidateOf(schema);
  if (!v.is(schema, value)) throw new Error(`no sample for ${schema.type}: ${JSON.stringify(value)}`);
  return value;
}

function candidateOf(schema: Sampled): unknown {
  const { type, entries, options, wrapped, item, literal } = partsOf(schema);
  switch (type) {
    case 'object':
    case 'loose_object':
    case 'strict_object':
      return Object.fromEntries(
        Object.entries(entries ?? {}).map(([name, field]) => [name, candidateOf(field)]),
      );
    case 'optional':
    case 'nullable':
    case 'nullish':
      return wrapped === undefined ? null : candidateOf(wrapped);
    case 'array':
      return item === undefined ? [] : [candidateOf(item)];
    case 'picklist':
      return options?.[0];
    case 'union':
    case 'variant':
      return candidateOf(options?.[0] as Sampled);
    case 'literal':
      return literal;
    case 'number':
      return 1;
    case 'boolean':
      return true;
    case 'record':
      return {};
    case 'string':
      return ['sample', '2026-11-20T12:00:00.000Z', 'https://shop.example'].find((text) =>
        v.is(schema, text),
      );
    default:
      throw new Error(`no sample for ${type}`);
  }
}
