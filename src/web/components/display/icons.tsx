/**
 * Icons of the product: 24 px on a 24-unit grid, in the colour of the surrounding text. The icons of the console are in
 * `components/staff/consoleIcons.tsx`.
 */
import type { ReactNode, SVGProps } from 'react';

export interface IconProps {
  /** Width and height of the icon in px. */
  size?: number;
}

function icon(shape: ReactNode, paint: SVGProps<SVGSVGElement>) {
  return function Icon({ size = 24 }: IconProps) {
    return (
      <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false" {...paint}>
        {shape}
      </svg>
    );
  };
}

export const lineIcon = (shape: ReactNode) =>
  icon(shape, {
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth: 1.8,
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
  });

const solidIcon = (shape: ReactNode) => icon(shape, { fill: 'currentColor' });

export const CloseIcon = lineIcon(<path d="m6.5 6.5 11 11m0-11-11 11" />);

export const InfoIcon = lineIcon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 11v5.2M12 7.7v.1" />
  </>,
);

export const CheckIcon = lineIcon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="m8.3 12.3 2.6 2.6 4.9-5.3" />
  </>,
);

export const WarningIcon = lineIcon(<path d="M12 4 2.8 19.5h18.4L12 4ZM12 10.3v4.2M12 17v.1" />);

export const SunIcon = lineIcon(
  <>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 3v1.8M12 19.2V21M3 12h1.8M19.2 12H21M5.6 5.6l1.3 1.3M17.1 17.1l1.3 1.3M5.6 18.4l1.3-1.3M17.1 6.9l1.3-1.3" />
  </>,
);

export const MoonIcon = lineIcon(<path d="M19.8 14.2A8.2 8.2 0 0 1 9.8 4.2a8.2 8.2 0 1 0 10 10Z" />);

export const SystemSchemeIcon = lineIcon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 3.5v17a8.5 8.5 0 0 0 0-17Z" fill="currentColor" stroke="none" />
  </>,
);

export const SpeedIcon = lineIcon(
  <>
    <path d="M4.2 17.5a9 9 0 1 1 15.6 0" />
    <path d="m12 14 4-5" />
    <circle cx="12" cy="14" r="1.2" fill="currentColor" />
  </>,
);

export const InfinityIcon = lineIcon(
  <path d="M12 12c-2-2.7-3.6-4-5.5-4a4 4 0 0 0 0 8c1.9 0 3.5-1.3 5.5-4s3.6-4 5.5-4a4 4 0 0 1 0 8c-1.9 0-3.5-1.3-5.5-4Z" />,
);

export const PhoneIcon = lineIcon(
  <>
    <rect x="6.5" y="2.8" width="11" height="18.4" rx="2.8" />
    <path d="M10.8 18.2h2.4" />
  </>,
);

export const LaptopIcon = lineIcon(
  <>
    <rect x="4.5" y="5" width="15" height="10.5" rx="2" />
    <path d="M2.5 19h19" />
  </>,
);

export const ShieldIcon = lineIcon(
  <>
    <path d="M12 3 5 5.6v5.3c0 4.5 2.9 8 7 10.1 4.1-2.1 7-5.6 7-10.1V5.6L12 3Z" />
    <path d="m9 11.8 2.2 2.2 3.9-4.2" />
  </>,
);

export const EmailIcon = lineIcon(
  <>
    <rect x="3" y="5" width="18" height="14" rx="3" />
    <path d="m3.8 7.5 8.2 5.8 8.2-5.8" />
  </>,
);

export const GlobeIcon = lineIcon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M3 12h18M12 3c2.6 2.5 3.9 5.5 3.9 9s-1.3 6.5-3.9 9c-2.6-2.5-3.9-5.5-3.9-9S9.4 5.5 12 3Z" />
  </>,
);

export const CopyIcon = lineIcon(
  <>
    <rect x="8.5" y="8.5" width="12" height="12" rx="2.6" />
    <path d="M15.5 5.3A2.6 2.6 0 0 0 13 3.5H6.1A2.6 2.6 0 0 0 3.5 6.1V13a2.6 2.6 0 0 0 1.8 2.5" />
  </>,
);

export const AndroidIcon = solidIcon(
  <>
    <path d="M7.9 5.6 6.7 3.7a.5.5 0 0 1 .85-.53l1.2 1.95a7.7 7.7 0 0 1 6.5 0l1.2-1.95a.5.5 0 0 1 .85.53l-1.2 1.9A6.8 6.8 0 0 1 18.9 11H5.1a6.8 6.8 0 0 1 2.8-5.4ZM9.3 8.9a.9.9 0 1 0 0-1.8.9.9 0 0 0 0 1.8Zm5.4 0a.9.9 0 1 0 0-1.8.9.9 0 0 0 0 1.8Z" />
    <path d="M5.1 12.1h13.8v5.4a1.7 1.7 0 0 1-1.7 1.7h-.7v1.7a1.2 1.2 0 0 1-2.4 0v-1.7H9.9v1.7a1.2 1.2 0 0 1-2.4 0v-1.7h-.7a1.7 1.7 0 0 1-1.7-1.7v-5.4Z" />
    <rect x="2" y="11.8" width="2.2" height="6.2" rx="1.1" />
    <rect x="19.8" y="11.8" width="2.2" height="6.2" rx="1.1" />
  </>,
);

export const AppleIcon = solidIcon(
  <>
    <path d="M12.3 7c-.9 0-2-.9-3.3-.9-2.4 0-4.6 2-4.6 5.7 0 4 2.7 9 5.1 9 .9 0 1.6-.7 2.9-.7s1.9.7 2.9.7c1.9 0 3.7-3.2 4.3-5.2-1.6-.7-2.6-2-2.6-3.8 0-1.6.8-2.8 2.1-3.6-.9-1.3-2.3-2.1-3.8-2.1-1.3 0-2.3.9-3 .9Z" />
    <path d="M12.2 5.6c-.1-1.9 1.5-3.6 3.4-3.8.2 2-1.5 3.8-3.4 3.8Z" />
  </>,
);

export const WindowsIcon = solidIcon(
  <path d="m3 5.6 7.4-1v6.9H3V5.6Zm8.5-1.150L21 3.1v8.4h-9.5V4.450ZM3 12.5h7.4v6.9L3 18.4v-5.9Zm8.5 0H21v8.4l-9.5-1.350V12.5Z" />,
);

/** Crossed-out eye, the symbol of privacy. */
export const PrivacyIcon = lineIcon(
  <>
    <path d="M9.9 5.2A9.6 9.6 0 0 1 12 5c5 0 8.4 4.2 9.5 7a13.5 13.5 0 0 1-2.3 3.6M6.3 6.7A13.2 13.2 0 0 0 2.5 12c1.1 2.8 4.5 7 9.5 7a9.3 9.3 0 0 0 5.3-1.7" />
    <path d="M10 10.1a2.8 2.8 0 0 0 3.9 3.9M4 4l16 16" />
  </>,
);

export const ForwardIcon = lineIcon(<path d="m9.5 5.5 6.5 6.5-6.5 6.5" />);
