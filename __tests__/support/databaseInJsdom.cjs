/**
 * PGlite takes a `document` for a browser and looks for its files there. Journeys run it in Node
 * with jsdom's document around, so its modules are told that there is none.
 */
const { createTransformer } = require('@swc/jest').default ?? require('@swc/jest');

const compiler = createTransformer({ jsc: { target: 'es2022' }, module: { type: 'commonjs' } });

module.exports = {
  process: (source, file, options) =>
    compiler.process(source.replaceAll('typeof document>"u"', 'true'), file, options),
};
