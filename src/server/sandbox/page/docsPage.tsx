/** @jsxImportSource hono/jsx */
/** The OpenAPI document of the product as a page to read. */
import { DOCS } from '../texts/page';
import { Frame } from './document';

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objectAt = (value: unknown, ...path: string[]): Json => {
  const found = path.reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), value);
  return isObject(found) ? found : {};
};
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

interface Field {
  name: string;
  type: string;
  isRequired: boolean;
}

/** A JSON Schema in a few words. */
function typeText(schema: unknown): string {
  if (!isObject(schema)) return '';
  if ('const' in schema) return JSON.stringify(schema['const']);
  const choices = listOf(schema['enum']);
  if (choices.length > 0) return choices.map((choice) => JSON.stringify(choice)).join(' | ');
  const variants = [...listOf(schema['anyOf']), ...listOf(schema['oneOf'])];
  if (variants.length > 0)
    return [...new Set(variants.map(typeText))].filter((text) => text !== '').join(' | ');
  if (schema['type'] === 'array') return `${typeText(schema['items']) || 'any'}[]`;
  if (schema['type'] === 'object') {
    const names = Object.keys(objectAt(schema, 'properties'));
    return names.length === 0 ? '{}' : `{ ${names.join(', ')} }`;
  }
  const limits = [
    ...(typeof schema['minimum'] === 'number' ? [`≥ ${schema['minimum']}`] : []),
    ...(typeof schema['maximum'] === 'number' ? [`≤ ${schema['maximum']}`] : []),
    ...(typeof schema['maxLength'] === 'number' ? [`≤ ${schema['maxLength']} chars`] : []),
  ];
  return [textOf(schema['type']), ...limits].filter((part) => part !== '').join(' ');
}

function objectVariants(schema: unknown): Json[] {
  if (!isObject(schema)) return [];
  const variants = [...listOf(schema['anyOf']), ...listOf(schema['oneOf'])].flatMap(objectVariants);
  return variants.length > 0 ? variants : [schema];
}

function fieldsOf(schema: Json): Field[] {
  if (schema['type'] === 'array') return fieldsOf(objectAt(schema, 'items'));
  const required = listOf(schema['required']);
  return Object.entries(objectAt(schema, 'properties')).map(([name, property]) => ({
    name,
    type: typeText(property),
    isRequired: required.includes(name),
  }));
}

const Fields = ({ title, fields }: { title: string; fields: Field[] }) => (
  <div>
    <p class="label">{title}</p>
    {fields.length === 0 ? (
      <p class="muted">{DOCS.nothing}</p>
    ) : (
      <div class="scroll" tabindex={0} role="region" aria-label={title}>
        <table>
          <thead>
            <tr>
              <th scope="col">{DOCS.field}</th>
              <th scope="col">{DOCS.type}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map(({ name, type, isRequired }) => (
              <tr>
                <td>
                  <code>{name}</code> {isRequired ? <span class="muted">{DOCS.required}</span> : null}
                </td>
                <td>
                  <code>{type}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )}
  </div>
);

const jsonSchema = (holder: unknown): Json => objectAt(holder, 'content', 'application/json', 'schema');

const CallEntry = ({ method, path, operation }: { method: string; path: string; operation: Json }) => {
  const parameters = listOf(operation['parameters']).filter(isObject);
  const isOpen = listOf(operation['security']).length === 0;
  return (
    <li class="entry call">
      <details>
        <summary>
          <span class="chip">{method.toUpperCase()}</span>
          <code>{path}</code>
          <span class="muted">
            {textOf(operation['summary'])}
            {isOpen ? '' : ` (${DOCS.bearer})`}
          </span>
        </summary>
        <div class="parts">
          <p class="muted">{textOf(operation['description'])}</p>
          {parameters.length === 0 ? null : (
            <Fields
              title={DOCS.query}
              fields={parameters.map((parameter) => ({
                name: textOf(parameter['name']),
                type: typeText(parameter['schema']),
                isRequired: parameter['required'] === true,
              }))}
            />
          )}
          {isObject(operation['requestBody'])
            ? objectVariants(jsonSchema(operation['requestBody'])).map((schema) => (
                <Fields title={DOCS.request} fields={fieldsOf(schema)} />
              ))
            : null}
          {objectVariants(jsonSchema(objectAt(operation, 'responses', '200'))).map((schema) => (
            <Fields title={DOCS.response} fields={fieldsOf(schema)} />
          ))}
        </div>
      </details>
    </li>
  );
};

export const DocsPage = ({ product, document }: { product: string; document: Json }) => {
  const base = textOf(objectAt({ first: listOf(document['servers'])[0] }, 'first')['url']);
  const calls = Object.entries(objectAt(document, 'paths')).flatMap(([path, operations]) =>
    Object.entries(isObject(operations) ? operations : {}).map(([method, operation]) => ({
      method,
      path: `${base}${path}`,
      operation: isObject(operation) ? operation : {},
    })),
  );
  return (
    <Frame
      product={product}
      title={DOCS.title}
      lead={DOCS.lead}
      ways={[
        { href: '/sandbox', label: DOCS.backToSandbox },
        { href: '/api/openapi.json', label: DOCS.document },
      ]}
    >
      <div class="columns one">
        <section class="panel" aria-label={DOCS.callsList}>
          <ol class="entries">
            {calls.map((call) => (
              <CallEntry {...call} />
            ))}
          </ol>
        </section>
      </div>
    </Frame>
  );
};
