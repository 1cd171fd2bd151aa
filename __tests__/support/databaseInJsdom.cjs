/**
 * A Jest transform that makes PGlite work in Node with jsdom, for the journey tests. If `document` exists, PGlite takes
 * the environment for a browser and looks for its files there. PGlite also dumps a database into a jsdom `File`, which
 * cannot be read. So the transform replaces both checks in PGlite's modules, and PGlite finds neither `document` nor
 * `File`.
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
