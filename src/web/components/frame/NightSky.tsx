/**
 * Decorative night sky behind the logo: stars, parting clouds, a beam of light and its reflection on water. The sky
 * fills its positioned parent element at any aspect ratio.
 *
 * Custom properties of the parent configure the sky:
 * - `--sky-light` is the distance of the light from the top.
 * - `--sky-x` is the horizontal position of the light.
 * - `--sky-water` is the height of the water.
 * - `--sky-scale` is the scale of the clouds.
 * - `--sky-span` is the minimum width of the clouds.
 */
import { keyframes, styled } from '@mui/material/styles';
import type { SVGProps } from 'react';
import { WIDE_LAYOUT } from '../../theme/theme';

/**
 * URL of the SVG file with the complex shapes. The browser loads the file after the first paint (FCP) and caches it.
 */
const SHAPES = '/sky.svg';

/** Size of the cloud canvas and the position of the light on it, in SVG units. */
const CLOUDS = { width: 800, height: 460, lightX: 400, lightY: 200 } as const;
const WATER = { width: 800, height: 170 } as const;

/** Layers of clouds, in the order from the haze beside the light to the dark layer nearest to the viewer. */
const BANKS = [0, 1, 2, 3] as const;

type Stops = readonly (readonly [offset: number, color: string])[];

/** Gradients of backlit clouds. Each layer of clouds is darker than the layer behind it, and has a lit edge. */
const BANK_BODIES: readonly Stops[] = [
  [
    [0.12, '#F0BF82'],
    [0.24, '#A97C76'],
    [0.4, '#504F7F'],
    [0.65, '#26316A'],
    [1, '#141C46'],
  ],
  [
    [0.14, '#B78866'],
    [0.26, '#6B5878'],
    [0.42, '#333C74'],
    [0.7, '#1B2557'],
    [1, '#10173A'],
  ],
  [
    [0.16, '#76606F'],
    [0.3, '#3B3E6C'],
    [0.5, '#1F2959'],
    [1, '#0E1535'],
  ],
  [
    [0.2, '#3B3C66'],
    [0.4, '#1A2450'],
    [0.7, '#131B42'],
    [1, '#0B112C'],
  ],
];
const BANK_RIMS: readonly Stops[] = [
  [
    [0.1, '#FFF3D6'],
    [0.3, '#FFD696'],
    [0.46, '#9C96BE'],
    [0.75, '#3F4F92'],
    [1, '#212D62'],
  ],
  [
    [0.1, '#FFF6E0'],
    [0.28, '#FFCB80'],
    [0.44, '#9886A8'],
    [0.66, '#40508F'],
    [1, '#202C63'],
  ],
  [
    [0.12, '#FFE9BE'],
    [0.3, '#DFA267'],
    [0.46, '#68658F'],
    [0.7, '#303D7C'],
    [1, '#1A2455'],
  ],
  [
    [0.2, '#C9946C'],
    [0.4, '#4C4D80'],
    [0.7, '#243069'],
    [1, '#141D48'],
  ],
];
const BANK_RIM_WIDTHS = [2.9, 3.1, 2.4, 1.7];
const BANK_BLURS = [1.6, 0.6, 0.5, 0.4];

/** Radius of the light in SVG units. Clouds outside the radius are as dark as the sky. */
const LIGHT_REACH = 440;

export function NightSky() {
  return (
    <Scene aria-hidden="true">
      <AboveWater>
        <Stars viewBox="0 0 1000 440" preserveAspectRatio="xMidYMin slice">
          <Shape id="stars" />
        </Stars>
        <Glow />
        <Shore viewBox="0 0 800 60" preserveAspectRatio="none">
          <path d="M0 60V30C40 24 70 16 120 22s80 10 120 22 60 14 90 16zM800 60V18c-40-4-80 0-120 10s-70 6-110 18-50 12-90 14z" />
          <path d="M0 60V44c60-10 120-6 190 4s110 10 170 12zM800 60V40c-60-8-120 0-170 6s-120 10-190 14z" />
        </Shore>
        <Beam />
        <CloudLayer>
          <Clouds />
        </CloudLayer>
      </AboveWater>
      <Water />
    </Scene>
  );
}

function Clouds() {
  return (
    <CloudCanvas viewBox={`0 0 ${String(CLOUDS.width)} ${String(CLOUDS.height)}`}>
      <defs>
        {BANKS.map((bank) => (
          <g key={bank}>
            <Lit id={`sky-body-${String(bank)}`} stops={BANK_BODIES[bank]} />
            <Lit id={`sky-rim-${String(bank)}`} stops={BANK_RIMS[bank]} />
            <filter id={`sky-soft-${String(bank)}`}>
              <feGaussianBlur stdDeviation={BANK_BLURS[bank]} />
            </filter>
          </g>
        ))}
        <linearGradient id="sky-mist" x1="0" y1="0" x2="0" y2="1">
          <stop offset=".62" stopColor="#fff" />
          <stop offset=".9" stopColor="#fff" stopOpacity="0" />
        </linearGradient>
        <mask id="sky-thin" maskUnits="userSpaceOnUse" x="-200" y="0" width="1200" height={CLOUDS.height}>
          <rect x="-200" width="1200" height={CLOUDS.height} fill="url(#sky-mist)" />
        </mask>
      </defs>
      <g mask="url(#sky-thin)">
        {BANKS.map((bank) => (
          <g key={bank} filter={`url(#sky-soft-${String(bank)})`}>
            <Shape
              id={`bank-${String(bank)}`}
              fill={`url(#sky-rim-${String(bank)})`}
              stroke={`url(#sky-rim-${String(bank)})`}
              strokeWidth={BANK_RIM_WIDTHS[bank]}
            />
            <Shape
              id={`bank-${String(bank)}`}
              fill={`url(#sky-body-${String(bank)})`}
              transform="translate(0 2)"
            />
          </g>
        ))}
      </g>
    </CloudCanvas>
  );
}

function Lit({ id, stops = [] }: { id: string; stops: Stops | undefined }) {
  return (
    <radialGradient
      id={id}
      gradientUnits="userSpaceOnUse"
      cx={CLOUDS.lightX}
      cy={CLOUDS.lightY}
      r={LIGHT_REACH}
    >
      {stops.map(([offset, color]) => (
        <stop key={offset} offset={offset} stopColor={color} />
      ))}
    </radialGradient>
  );
}

function Beam() {
  return (
    <BeamCanvas viewBox="0 0 400 600" preserveAspectRatio="none">
      <defs>
        <linearGradient id="sky-beam" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#FFF1D0" stopOpacity="0" />
          <stop offset=".1" stopColor="#FFE9BE" stopOpacity=".9" />
          <stop offset=".38" stopColor="#FFCB7A" stopOpacity=".58" />
          <stop offset="1" stopColor="#FFB648" stopOpacity=".36" />
        </linearGradient>
        <filter id="sky-wide" x="-40%" width="180%" y="-5%" height="110%">
          <feGaussianBlur stdDeviation="11 3" />
        </filter>
        <filter id="sky-ray" x="-60%" width="220%" y="-5%" height="110%">
          <feGaussianBlur stdDeviation="5 2" />
        </filter>
      </defs>
      <g fill="url(#sky-beam)">
        <path filter="url(#sky-wide)" opacity=".46" d="M180 0h40L312 600H88z" />
        <g filter="url(#sky-ray)">
          <path opacity=".44" d="M188 0h24L258 600H142z" />
          <path opacity=".55" d="M195 0h10L224 600H176z" />
          <path opacity=".22" d="M184 0h8L124 600H104z" />
          <path opacity=".22" d="M208 0h8L304 600H280z" />
        </g>
      </g>
    </BeamCanvas>
  );
}

function Water() {
  return (
    <WaterCanvas
      viewBox={`0 0 ${String(WATER.width)} ${String(WATER.height)}`}
      preserveAspectRatio="xMidYMin slice"
    >
      <defs>
        <linearGradient id="sky-water" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#2C3C7C" />
          <stop offset=".2" stopColor="#1A2653" />
          <stop offset="1" stopColor="#0A1028" />
        </linearGradient>
        {/* Darkens the water in the foreground, so that text on the water stays readable. */}
        <linearGradient id="sky-deep" x1="0" y1="0" x2="0" y2="1">
          <stop offset=".18" stopColor="#080D20" stopOpacity="0" />
          <stop offset=".52" stopColor="#080D20" stopOpacity=".8" />
        </linearGradient>
        <radialGradient
          id="sky-pool"
          gradientUnits="userSpaceOnUse"
          cx={CLOUDS.lightX}
          cy="0"
          r="320"
          gradientTransform="scale(1 .46)"
        >
          <stop offset="0" stopColor="#FFDDA0" stopOpacity=".95" />
          <stop offset=".26" stopColor="#E8A960" stopOpacity=".42" />
          <stop offset="1" stopColor="#C98A4B" stopOpacity="0" />
        </radialGradient>
      </defs>
      <rect width={WATER.width} height={WATER.height} fill="url(#sky-water)" />
      <rect width={WATER.width} height={WATER.height} fill="url(#sky-pool)" />
      <Shape id="ripples" />
      <Shape id="reflection" />
      <rect width={WATER.width} height={WATER.height} fill="url(#sky-deep)" />
    </WaterCanvas>
  );
}

/** Reuses a shape of the SVG file with the fill and stroke from the props. */
function Shape({ id, ...paint }: SVGProps<SVGUseElement> & { id: string }) {
  return <use href={`${SHAPES}#${id}`} {...paint} />;
}

/** The colours of the night sky are the same in the light and the dark colour scheme. */
const Scene = styled('div')({
  position: 'absolute',
  inset: 0,
  // The night sky is behind the dark background of the logo, which has z-index -1.
  zIndex: -2,
  overflow: 'hidden',
  pointerEvents: 'none',
  '& svg': { position: 'absolute', display: 'block', overflow: 'visible' },
});

const AboveWater = styled('div')({
  position: 'absolute',
  inset: '0 0 var(--sky-water)',
  overflow: 'hidden',
  background: 'linear-gradient(180deg, #050917 0, #0A1230 40%, #121D48 74%, #24356F 100%)',
});

/** Stars fade out towards the horizon, so that no star appears in front of the clouds and the beam. */
const Stars = styled('svg')({
  inset: 0,
  width: '100%',
  height: '58%',
  maskImage: 'linear-gradient(#000 36%, transparent 80%)',
});

const SPAN = 'max(calc(820px * var(--sky-scale)), var(--sky-span))';

const Glow = styled('div')({
  position: 'absolute',
  left: 'var(--sky-x)',
  top: 'var(--sky-light)',
  width: SPAN,
  aspectRatio: '82 / 64',
  transform: 'translate(-50%, -50%)',
  background:
    'radial-gradient(closest-side, rgb(255 240 208), rgb(255 206 128 / 0.62) 18%, rgb(214 142 86 / 0.26) 40%, rgb(120 90 120 / 0.1) 62%, transparent 82%)',
});

const Shore = styled('svg')({
  left: 'calc(var(--sky-x) - 80%)',
  width: '160%',
  bottom: -1,
  height: 'calc(46px * var(--sky-scale))',
  '& > :first-of-type': { fill: '#0D1534' },
  '& > :last-of-type': { fill: '#141E45', opacity: 0.8 },
});

const breathe = keyframes({ from: { opacity: 1 }, to: { opacity: 0.84 } });

const BeamCanvas = styled('svg')({
  left: 'var(--sky-x)',
  top: 'calc(var(--sky-light) - 22px * var(--sky-scale))',
  width: 'max(calc(600px * var(--sky-scale)), 0.73 * var(--sky-span))',
  height: 'calc(100% - var(--sky-light) + 22px * var(--sky-scale))',
  transform: 'translateX(-50%)',
  [WIDE_LAYOUT]: { animation: `${breathe} 7s ease-in-out infinite alternate` },
});

/** The water is wider than the night sky, so that its reflection can follow the horizontal position of the light. */
const WaterCanvas = styled('svg')({
  left: 'calc(var(--sky-x) - 70%)',
  bottom: 0,
  width: '140%',
  height: 'var(--sky-water)',
});

/** Clouds fade out towards the horizon at any height of the scene. */
const CloudLayer = styled('div')({
  position: 'absolute',
  inset: 0,
  maskImage: 'linear-gradient(#000 62%, transparent 97%)',
});

const CloudCanvas = styled('svg')({
  left: 'var(--sky-x)',
  top: 'var(--sky-light)',
  width: SPAN,
  transform: `translate(-50%, ${String((-100 * CLOUDS.lightY) / CLOUDS.height)}%)`,
});
