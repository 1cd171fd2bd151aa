/** Creates values that match Valibot schemas of timeline and audit log entries. */
import * as v from 'valibot';

export type Sampled = v.BaseSchema<unknown, unknown, v.BaseIssue<unknown>>;

const toParts = (schema: Sampled) =>
  schema as Sampled & {
    entries?: Record<string, Sampled>;
    options?: unknown[];
    wrapped?: Sampled;
    item?: Sampled;
    literal?: unknown;
  };

/** Returns a value of the schema, with every optional field. Throws if the sample does not match the schema. */
export function buildSample(schema: Sampled): unknown {
  const value = buildCandidate(schema);
  if (!v.is(schema, value)) throw new Error(`no sample for ${schema.type}: ${JSON.stringify(value)}`);
  return value;
}

function buildCandidate(schema: Sampled): unknown {
  const { type, entries, options, wrapped, item, literal } = toParts(schema);
  switch (type) {
    case 'object':
    case 'loose_object':
    case 'strict_object':
      return Object.fromEntries(
        Object.entries(entries ?? {}).map(([name, field]) => [name, buildCandidate(field)]),
      );
    case 'optional':
    case 'nullable':
    case 'nullish':
      return wrapped === undefined ? null : buildCandidate(wrapped);
    case 'array':
      return item === undefined ? [] : [buildCandidate(item)];
    case 'picklist':
      return options?.[0];
    case 'union':
    case 'variant':
      return buildCandidate(options?.[0] as Sampled);
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
