/**
 * Generates the OpenAPI 3.1 document of the API from the API contract, from which the HTTP routes are also generated.
 */
import { toJsonSchema } from '@valibot/to-json-schema';
import {
  type Audience,
  type Call,
  CALL_METHOD,
  letsCustomersIn,
  type WireSchema,
} from '../../shared/contract/call';
import { parseStaffRight } from '../../shared/contract/callers';
import { CALL_NAMES, CONTRACT } from '../../shared/contract/contract';
import { errorBody } from '../../shared/contract/errors';
import { listPaths } from './contractRoutes';

type Schema = Record<string, unknown>;

interface Operation extends Schema {
  operationId: string;
  summary: string;
  /** Authentication schemes of the operation. The list is empty for a public API endpoint. */
  security: Record<string, never[]>[];
}

export interface OpenApiDocument extends Schema {
  servers: [{ url: string }];
  /** Operations by path (relative to the server URL) and HTTP method (in lower case). */
  paths: Record<string, Record<string, Operation>>;
}

/**
 * Converts a schema to JSON Schema. `input` describes what clients send, and `output` what the server returns.
 * Transformations of values are omitted, because JSON Schema cannot express them.
 */
function buildSchema(schema: WireSchema, typeMode: 'input' | 'output'): Schema {
  const { $schema: _dialect, ...rest } = toJsonSchema(schema, {
    typeMode,
    target: 'draft-2020-12',
    errorMode: 'ignore',
  });
  return rest;
}

function buildSecurity(audience: Audience): Record<string, never[]>[] {
  const schemes = [
    ...(letsCustomersIn(audience) ? ['customer'] : []),
    ...(audience === 'google' || audience === 'customerOrGoogle' ? ['google'] : []),
    ...(parseStaffRight(audience) === null ? [] : ['staff']),
  ];
  return schemes.map((scheme) => ({ [scheme]: [] }));
}

function buildParameters(schema: WireSchema | undefined): Schema[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = buildSchema(schema, 'input') as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: property,
  }));
}

const json = (schema: Schema) => ({ 'application/json': { schema } });

function buildOperation(name: string, row: Call, isAlias: boolean): Operation {
  return {
    operationId: isAlias ? `${name}Alias` : name,
    summary: row.summary,
    tags: [row.path.includes('/') ? row.path.slice(0, row.path.indexOf('/')) : row.path],
    ...(isAlias ? { deprecated: true } : {}),
    description: `Audience: ${row.audience}. ${row.kind === 'read' ? 'Changes nothing. Safe to retry.' : 'Changes state. Clients must not retry automatically.'}`,
    security: buildSecurity(row.audience),
    parameters: buildParameters(row.query),
    ...(row.body === undefined
      ? {}
      : { requestBody: { required: true, content: json(buildSchema(row.body, 'input')) } }),
    responses: {
      200: { description: 'The response.', content: json(buildSchema(row.response, 'output')) },
      '4XX': { $ref: '#/components/responses/Rejection' },
      '5XX': { $ref: '#/components/responses/Rejection' },
    },
  };
}

/** Returns the OpenAPI document, in which all paths are relative to the API base URL. */
export function openApiDocument(title: string): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {};
  for (const name of CALL_NAMES) {
    const row: Call = CONTRACT[name];
    for (const path of listPaths(row)) {
      paths[`/${path}`] = { [CALL_METHOD.toLowerCase()]: buildOperation(name, row, path !== row.path) };
    }
  }
  const bearer = (description: string) => ({ type: 'http', scheme: 'bearer', description });
  return {
    openapi: '3.1.0',
    info: { title: `${title} API`, version: '1' },
    servers: [{ url: '/api' }],
    paths,
    components: {
      securitySchemes: {
        customer: bearer('Access token of a customer.'),
        google: bearer('Firebase ID token of a Google sign-in.'),
        staff: bearer('Access token of staff.'),
      },
      responses: {
        Rejection: {
          description: 'The reason of the rejection.',
          content: json(buildSchema(errorBody, 'output')),
        },
      },
    },
  };
}
