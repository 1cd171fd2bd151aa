/** Tests that everything the checks install is pinned by its hash. */
import fs from 'node:fs';

interface LockedPackage {
  integrity?: string;
  link?: boolean;
}

const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, LockedPackage>;
};

test('every package of the lock file has a hash', () => {
  const locked = Object.entries(packages).filter(([folder, { link }]) => folder !== '' && link !== true);
  expect(locked.length).toBeGreaterThan(500);
  expect(
    locked.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([name]) => name),
  ).toEqual([]);
});

test('npm test runs no package that the lock file does not contain', () => {
  expect(fs.readFileSync('.ci/check.mjs', 'utf8')).not.toMatch(/npx|npm['", ]+exec/);
});
