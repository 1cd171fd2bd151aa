/**
 * The shapes of the night sky, grown from a few strokes by a seeded generator: the same sky on
 * every page and in every browser, for a fraction of the bytes of a drawn file.
 */

/** Centre and radii. */
type Ellipse = readonly [x: number, y: number, rx: number, ry: number];

/** The clouds' canvas, and where the light stands in it. */
export const CLOUDS = { width: 800, height: 460, lightX: 400, lightY: 200 } as const;
export const WATER = { width: 800, height: 170 } as const;

interface Bank {
  left: readonly Ellipse[];
  right: readonly Ellipse[];
  /** Puffs per 26 px of an ellipse's half width. */
  puffs: number;
}

/** From the haze beside the light to the dark bank that is nearest to the viewer. */
const BANKS: readonly Bank[] = [
  {
    left: [
      [40, 118, 130, 70],
      [170, 112, 84, 58],
      [262, 150, 74, 48],
      [326, 178, 36, 26],
      [150, 206, 200, 70],
      [290, 214, 84, 36],
    ],
    right: [
      [800, 92, 120, 74],
      [672, 84, 92, 60],
      [566, 118, 72, 50],
      [498, 156, 42, 32],
      [680, 196, 230, 80],
      [520, 204, 84, 42],
    ],
    puffs: 1.1,
  },
  {
    left: [
      [-10, 196, 120, 76],
      [100, 186, 88, 60],
      [196, 208, 72, 48],
      [270, 222, 50, 36],
      [322, 242, 30, 22],
      [100, 272, 230, 66],
      [262, 276, 90, 36],
    ],
    right: [
      [822, 190, 120, 84],
      [716, 160, 84, 64],
      [622, 186, 68, 54],
      [548, 206, 50, 40],
      [488, 232, 34, 26],
      [700, 268, 230, 70],
      [556, 264, 96, 42],
    ],
    puffs: 1.15,
  },
  {
    left: [
      [-36, 272, 118, 72],
      [60, 256, 80, 54],
      [140, 276, 62, 42],
      [206, 290, 44, 30],
      [256, 306, 30, 20],
      [60, 334, 230, 56],
      [200, 326, 84, 28],
    ],
    right: [
      [840, 262, 120, 80],
      [744, 246, 80, 60],
      [660, 270, 62, 44],
      [592, 286, 46, 32],
      [542, 304, 30, 20],
      [740, 336, 230, 60],
      [600, 324, 96, 32],
    ],
    puffs: 1.1,
  },
  {
    left: [
      [-20, 348, 104, 52],
      [70, 344, 70, 38],
      [138, 356, 52, 26],
      [186, 366, 32, 16],
      [50, 396, 220, 46],
    ],
    right: [
      [830, 342, 110, 58],
      [740, 338, 70, 42],
      [670, 354, 54, 28],
      [618, 366, 34, 17],
      [750, 398, 230, 50],
    ],
    puffs: 0.9,
  },
];

/** Mulberry32: numbers in [0, 1) that only depend on the seed. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const random = seeded(7);

/** An ellipse with puffs along its upper rim and on the end that faces the light. */
function puffed(strokes: readonly Ellipse[], side: -1 | 1, density: number): Ellipse[] {
  return strokes.flatMap((stroke): Ellipse[] => {
    const [x, y, rx, ry] = stroke;
    const count = Math.max(2, Math.round((rx / 26) * density));
    const puffs = Array.from({ length: count }, (_, index): Ellipse => {
      const along = (index + 0.3 + random() * 0.5) / count;
      const angle = side < 0 ? Math.PI * (along * 1.12 - 0.95) : -Math.PI * (0.05 + along * 1.12);
      const size = (0.2 + 0.2 * random()) * Math.min(rx, ry * 1.25);
      return [x + Math.cos(angle) * rx * 0.9, y + Math.sin(angle) * ry * 0.86, size * 1.25, size];
    });
    return [stroke, ...puffs];
  });
}

/** One path whose non-zero filling is the union of the ellipses. */
function union(ellipses: readonly Ellipse[]): string {
  return ellipses
    .map((ellipse) => ellipse.map(Math.round))
    .map(([x = 0, y = 0, rx = 0, ry = 0]) => {
      const across = String(2 * rx);
      const arc = `a${String(rx)} ${String(ry)} 0 1 0 `;
      return `M${String(x - rx)} ${String(y)}${arc}${across} 0${arc}-${across} 0`;
    })
    .join('');
}

/** Paths of the banks, the farthest first. */
export const CLOUD_PATHS: readonly string[] = BANKS.map(({ left, right, puffs }) =>
  union([...puffed(left, -1, puffs), ...puffed(right, 1, puffs)]),
);

/** Many strokes of one weight as one path: a sky of a few elements. */
export interface Strokes {
  path: string;
  width: number;
  opacity: number;
}

function strokes(width: number, opacity: number, count: number, draw: (part: number) => string): Strokes {
  const path = Array.from({ length: count }, (_, index) => draw(index / count)).join('');
  return { path, width, opacity };
}

function streak(x: number, y: number, length: number): string {
  return `M${String(round(x - length / 2))} ${String(round(y))}h${String(round(length))}`;
}

const REFLECTION_BANDS = [
  { width: 1.4, opacity: 0.8 },
  { width: 1.8, opacity: 0.62 },
  { width: 2.2, opacity: 0.46 },
  { width: 2.6, opacity: 0.32 },
  { width: 3, opacity: 0.2 },
];
const STREAKS_PER_BAND = 6;

/** The beam broken up by the water: wide and bright at the horizon, scattered nearer to the viewer. */
export const REFLECTION: readonly Strokes[] = REFLECTION_BANDS.map(({ width, opacity }, band) =>
  strokes(width, opacity, STREAKS_PER_BAND, (part) => {
    const near = (band + part) / REFLECTION_BANDS.length;
    const length = (88 - 48 * near) * (0.5 + random() * 0.9) + (random() < 0.3 ? 24 : 0);
    return streak(CLOUDS.lightX + (random() - 0.5) * (14 + 52 * near), 3 + near ** 1.35 * 160, length);
  }),
);

/** Still water elsewhere. */
export const RIPPLES: readonly Strokes[] = [0.2, 0.13].map((opacity) =>
  strokes(1.2, opacity, 9, () => streak(random() * WATER.width, 10 + random() * 150, 30 + random() * 90)),
);

/** A star is a stroke of no length with round ends. */
export const STARS: readonly Strokes[] = [
  { width: 1.1, opacity: 0.45, count: 34 },
  { width: 1.8, opacity: 0.62, count: 18 },
  { width: 2.7, opacity: 0.85, count: 8 },
].map(({ width, opacity, count }) =>
  strokes(width, opacity, count, () => streak(random() * 1000, random() ** 1.4 * 420, 0)),
);

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
