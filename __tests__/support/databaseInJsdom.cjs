/**
 * PGlite takes a `document` for a browser and looks for its files there, and dumps into a `File`,
 * which cannot be read when it is jsdom's. Journeys run PGlite in Node with jsdom around, so its
 * modules are told that there is neither.
 */
const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { createTransformer } = require('@swc/jest').default ?? require('@swc/jest');

const compiler = createTransformer({ jsc: { target: 'es2022' }, module: { type: 'commonjs' } });
const ownSource = readFileSync(__filename);

module.exports = {
  process: (source, file, options) =>
    compiler.process(
      source.replaceAll('typeof document>"u"', 'true').replaceAll('typeof File<"u"', 'false'),
      file,
      options,
    ),
  getCacheKey: (source, file, { configString }) =>
    [ownSource, configString, file, source]
      .reduce((hash, part) => hash.update(part).update('\0'), createHash('sha256'))
      .digest('hex'),
};
