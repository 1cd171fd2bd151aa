/** Version of the product. Only the console imports this module, so that a release does not change the main chunk. */

/**
 * Constant that the build replaces (`define` in vite.config.ts). The constant is undefined in code that was not built.
 */
declare const __VERSION__: string;

export const PRODUCT_VERSION = typeof __VERSION__ === 'undefined' ? 'development' : __VERSION__;
