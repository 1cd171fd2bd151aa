/** The house as `rooms.ts` draws it. */
import path from 'node:path';
import { sourceFiles } from '../support/sourceTree';
import { EXCEPTIONS, ROOMS } from './rooms';

const files = sourceFiles();

/** The row of the table that a file belongs to, and the one room of that row which it stands in. */
interface Place {
  row: string;
  room: string;
}

function placeOf(file: string): Place | null {
  if (file in ROOMS) return { row: file, room: file };
  const folder = path.posix.dirname(file);
  if (folder in ROOMS) return { row: folder, room: folder };
  const anyOf = `${path.posix.dirname(folder)}/*`;
  return anyOf in ROOMS ? { row: anyOf, room: folder } : null;
}

const isIn = (file: string, place: string) => file === place || file.startsWith(`${place}/`);

interface Dependency {
  file: string;
  target: string;
  from: Place;
  to: Place;
}

/** Every import that leaves its room. */
const dependencies: Dependency[] = files.flatMap((file) =>
  file.imports.flatMap(({ target }) => {
    const from = placeOf(file.path);
    const to = target === null ? null : placeOf(target);
    return target === null || from === null || to === null || from.room === to.room
      ? []
      : [{ file: file.path, target, from, to }];
  }),
);

const isAllowed = ({ from, to }: Dependency) => ROOMS[from.row]?.mayImport.includes(to.row) === true;
const exceptionFor = ({ file, target }: Dependency) =>
  EXCEPTIONS.find((each) => isIn(file, each.from) && isIn(target, each.to));

it('gives every source file a room', () => {
  expect(files.length).toBeGreaterThan(400);
  expect(files.map(({ path }) => path).filter((file) => placeOf(file) === null)).toEqual([]);
});

it('names no room that is empty, and none twice', () => {
  const used = new Set(files.map((file) => placeOf(file.path)?.row));
  expect(Object.keys(ROOMS).filter((room) => !used.has(room))).toEqual([]);
  const named = Object.values(ROOMS).flatMap(({ mayImport }) => mayImport);
  expect(named.filter((room) => !(room in ROOMS))).toEqual([]);
});

it('lets a room look only into rooms that its row allows', () => {
  const offences = dependencies
    .filter((dependency) => !isAllowed(dependency) && exceptionFor(dependency) === undefined)
    .map(({ file, target, from, to }) => `${file} -> ${target}: ${from.row} may not import ${to.row}`);
  expect(offences).toEqual([]);
});

it('has no circle of rooms', () => {
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (row: string, trail: readonly string[]): void => {
    if (trail.includes(row)) {
      circles.push([...trail.slice(trail.indexOf(row)), row].join(' -> '));
      return;
    }
    if (done.has(row)) return;
    for (const next of ROOMS[row]?.mayImport ?? []) visit(next, [...trail, row]);
    done.add(row);
  };
  for (const row of Object.keys(ROOMS)) visit(row, []);
  expect(circles).toEqual([]);
});

it('uses only the packages that a row names', () => {
  const offences = files.flatMap((file) => {
    const allowed = ROOMS[placeOf(file.path)?.row ?? '']?.packages;
    return file.imports
      .filter(({ target, specifier }) => target === null && allowed?.includes(specifier) === false)
      .map(({ specifier }) => `${file.path} -> ${specifier}`);
  });
  expect(offences).toEqual([]);
});

it('allows nothing that nobody uses', () => {
  const used = new Set(dependencies.map(({ from, to }) => `${from.row} -> ${to.row}`));
  const permissions = Object.entries(ROOMS).flatMap(([row, { mayImport }]) =>
    mayImport.map((other) => `${row} -> ${other}`),
  );
  expect(permissions.filter((each) => !used.has(each))).toEqual([]);
  const excepted = new Set(dependencies.filter((dependency) => !isAllowed(dependency)).map(exceptionFor));
  expect(EXCEPTIONS.filter((each) => !excepted.has(each))).toEqual([]);
});
