/**
 * jsdom with a quick answer to «which style rules match this element». It asks its selector engine
 * about every rule of every sheet for every element, which is where half of a screen's test went.
 * A rule whose last compound selector names a class, a tag or an id that the element does not have
 * cannot match; the engine is asked about the others, so that the answer stays its own.
 */
const selectors = require('jsdom/lib/jsdom/living/helpers/selectors.js');

const askEngine = selectors.matchesDontThrow;

/** What an element must have to match one alternative of a selector, or null where that is not plain. */
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

// Loads the rest of jsdom, which takes the function above.
module.exports = require('jest-fixed-jsdom');
