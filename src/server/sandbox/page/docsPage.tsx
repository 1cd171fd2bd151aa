/** @jsxImportSource hono/jsx */
/** Page with the product's OpenAPI document as a list of endpoints, each with its part of the document. */
import type { OpenApiDocument } from '../../http/openApi';
import { DOCS } from '../texts/page';
import { Frame } from './document';

export const DocsPage = ({ product, document }: { product: string; document: OpenApiDocument }) => {
  const [{ url }] = document.servers;
  const calls = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ path: `${url}${path}`, method, operation })),
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
            {calls.map(({ path, method, operation }) => (
              <li class="entry call">
                <details>
                  <summary>
                    <span class="chip">{method.toUpperCase()}</span>
                    <code>{path}</code>
                    <span class="muted">
                      {operation.summary}
                      {operation.security.length === 0 ? '' : ` (${DOCS.bearer})`}
                    </span>
                  </summary>
                  <pre class="plain">{JSON.stringify(operation, null, 2)}</pre>
                </details>
              </li>
            ))}
          </ol>
        </section>
      </div>
    </Frame>
  );
};
