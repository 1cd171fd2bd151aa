/**
 * A Jest environment: jsdom with a faster `getComputedStyle`, which took half of the duration of a screen test. For every
 * element jsdom matches every rule of every style sheet with its selector engine, and computes colors that no test reads.
 *
 * If the last compound selector of a rule names a class, a tag or an id that the element does not have, the rule cannot
 * match. The selector engine checks all other rules, so the result stays the same. Only the CSS properties in `READ` are
 * computed. CSS rules that declare none of these properties are ignored.
 */
const { CSSStyleDeclaration } = require('cssstyle');
const defaultStyleSheet = require('jsdom/lib/jsdom/browser/default-stylesheet.js');
const cssom = require('rrweb-cssom');
const selectors = require('jsdom/lib/jsdom/living/helpers/selectors.js');

const askEngine = selectors.matchesDontThrow;

/**
 * Returns the class, tag or id that an element must have to match one alternative of a selector, or null if the
 * requirement is not obvious.
 */
function requirement(alternative) {
  const compound = alternative
    .trim()
    .split(/[\s>+~]+/)
    .at(-1)
    .replaceAll(/::?[\w-]+/g, '');
  const parts = /^(?<tag>[a-zA-Z][\w-]*)?(?<rest>(?:[.#][\w-]+)*)$/.exec(compound)?.groups;
  if (parts === undefined) return null;
  const named = parts.rest.match(/[.#][\w-]+/g) ?? [];
  const last = named.at(-1);
  if (last !== undefined) return { kind: last[0], name: last.slice(1) };
  return parts.tag === undefined ? null : { kind: '', name: parts.tag.toLowerCase() };
}

function requirementsOf(selector) {
  if (/["'\\]/.test(selector)) return null;
  let plain = selector;
  for (let inner = null; inner !== plain;) {
    inner = plain;
    plain = plain.replaceAll(/\([^()]*\)|\[[^[\]]*\]/g, '');
  }
  const found = plain.split(',').map(requirement);
  return found.includes(null) ? null : found;
}

const known = new Map();
const classes = new Map();

function classesOf(element) {
  const value = element.getAttributeNS(null, 'class') ?? '';
  let list = classes.get(value);
  if (list === undefined) {
    list = new Set(value.split(/\s+/));
    classes.set(value, list);
  }
  return list;
}

function has(element, { kind, name }) {
  if (kind === '.') return classesOf(element).has(name);
  if (kind === '#') return element.getAttributeNS(null, 'id') === name;
  return element.localName.toLowerCase() === name;
}

selectors.matchesDontThrow = (element, selector) => {
  if (typeof selector !== 'string') return askEngine(element, selector);
  let requirements = known.get(selector);
  if (requirements === undefined) {
    requirements = requirementsOf(selector);
    known.set(selector, requirements);
  }
  if (requirements !== null && !requirements.some((each) => has(element, each))) return false;
  return askEngine(element, selector);
};

/** Properties of a computed style that the product, the tests and their libraries read. */
const READ = [
  'display',
  'visibility',
  'opacity',
  'pointer-events',
  'content',
  'color-scheme',
  'overflow-x',
  'overflow-y',
  'padding-right',
  'text-indent',
  'transform',
];

const styleRules = require('jsdom/lib/jsdom/living/helpers/style-rules.js');
styleRules.propertiesWithResolvedValueImplemented = Object.fromEntries(
  Object.entries(styleRules.propertiesWithResolvedValueImplemented).filter(([property]) =>
    READ.includes(property),
  ),
);

const readOfRule = new WeakMap();

/** Returns the properties in `READ` that a CSS rule declares, in the order of their declarations. */
function declaredBy(rule) {
  let properties = readOfRule.get(rule);
  if (properties === undefined) {
    properties = Array.from(rule.style).filter((property) => READ.includes(property));
    readOfRule.set(rule, properties);
  }
  return properties;
}

/**
 * Yields the CSS rules of a style sheet that declare a property in `READ`, except rules for media other than the screen.
 */
function* decidingRules(sheet) {
  for (const rule of sheet.cssRules) {
    if (rule.media !== undefined) {
      if (Array.from(rule.media).includes('screen')) yield* decidingRules(rule);
    } else if (rule.style !== undefined && declaredBy(rule).length > 0) yield rule;
  }
}

const defaultRules = [...decidingRules(cssom.parse(defaultStyleSheet))];

function apply(declaration, style, property) {
  const value = style.getPropertyValue(property);
  if (value === 'unset') declaration.removeProperty(property);
  else declaration.setProperty(property, value, style.getPropertyPriority(property));
}

styleRules.getDeclarationForElement = (element) => {
  const page = element._ownerDocument;
  page._styleCache ??= new WeakMap();
  // jsdom discards its style cache whenever the document changes, and the cache of this function with it.
  page._styleCache.rules ??= [
    ...defaultRules,
    ...page.styleSheets._list.flatMap((sheet) => [...decidingRules(sheet)]),
  ];
  const cached = page._styleCache.get(element);
  if (cached !== undefined) return cached;
  const declaration = new CSSStyleDeclaration();
  for (const rule of page._styleCache.rules) {
    if (!selectors.matchesDontThrow(element, rule.selectorText)) continue;
    for (const property of declaredBy(rule)) apply(declaration, rule.style, property);
  }
  for (const property of Array.from(element.style)) apply(declaration, element.style, property);
  page._styleCache.set(element, declaration);
  return declaration;
};

// Loads the rest of jsdom after its functions have been replaced.
module.exports = require('jest-fixed-jsdom');
