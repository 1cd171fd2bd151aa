/** Checks the imports of `src` against `layers.ts`. */
import { sourceFiles } from '../support/sourceTree';
import { LAYERS, RULES, SIDES } from './layers';

const inSrc = (path: string) => path.replace(/^src\//, '');

const files = sourceFiles().map(({ path, imports }) => ({
  path: inSrc(path),
  imports: imports.map(({ specifier, target }) => (target === null ? specifier : inSrc(target))),
}));

const modules = LAYERS.flatMap((layer, level) => layer.modules.map((module) => ({ module, level })));

/**
 * Returns the module of a file, or null for a package. If several rows of the layer table match the file, the row with
 * the innermost folder applies.
 */
function findModule(path: string) {
  const found = modules.filter(({ module }) => path === module || path.startsWith(`${module}/`));
  return found.sort((one, other) => other.module.length - one.module.length)[0] ?? null;
}

const isOtherSide = (file: string, target: string) =>
  SIDES.some(
    (side) => file.startsWith(`${side}/`) && !target.startsWith(`${side}/`) && !target.startsWith('shared/'),
  );

it('assigns each file to one layer, and every module contains files', () => {
  expect(files.length).toBeGreaterThan(400);
  const places = files.map(({ path }) => ({ path, module: findModule(path)?.module }));
  expect(places.filter(({ module }) => module === undefined)).toEqual([]);
  const used = new Set(places.map(({ module }) => module));
  expect(modules.filter(({ module }) => !used.has(module))).toEqual([]);
});

it('imports lower layers only', () => {
  const upward = files.flatMap(({ path, imports }) => {
    const from = findModule(path)!;
    return imports.flatMap((target) => {
      const to = findModule(target);
      const isAllowed =
        to === null || to.module === from.module || (to.level > from.level && !isOtherSide(path, target));
      return isAllowed ? [] : [`${path} imports ${target}`];
    });
  });
  expect(upward).toEqual([]);
});

it.each(RULES)('no import of $never in $of, because $because', ({ of, never }) => {
  const concerned = files.filter(({ path }) => of.test(path));
  expect(concerned).not.toEqual([]);
  const offences = concerned.flatMap(({ path, imports }) => {
    const pattern = new RegExp(never.replace('$1', of.exec(path)?.[1] ?? ''));
    return imports.filter((target) => pattern.test(target)).map((target) => `${path} imports ${target}`);
  });
  expect(offences).toEqual([]);
});
