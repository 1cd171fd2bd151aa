/** An eye struck through: nobody looks. Drawn like the others in `icons.tsx`. */
export function PrivacyIcon({ size = 24 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d="M9.9 5.2A9.6 9.6 0 0 1 12 5c5 0 8.4 4.2 9.5 7a13.5 13.5 0 0 1-2.3 3.6M6.3 6.7A13.2 13.2 0 0 0 2.5 12c1.1 2.8 4.5 7 9.5 7a9.3 9.3 0 0 0 5.3-1.7" />
      <path d="M10 10.1a2.8 2.8 0 0 0 3.9 3.9M4 4l16 16" />
    </svg>
  );
}
