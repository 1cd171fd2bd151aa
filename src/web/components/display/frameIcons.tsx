/** The icons of the frame, the toasts and the notices: every page that works has them. */
import { type IconProps, Line } from './iconSvg';

export function CloseIcon(props: IconProps) {
  return (
    <Line {...props}>
      <path d="m6.5 6.5 11 11m0-11-11 11" />
    </Line>
  );
}

export function InfoIcon(props: IconProps) {
  return (
    <Line {...props}>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 11v5.2M12 7.7v.1" />
    </Line>
  );
}

export function CheckIcon(props: IconProps) {
  return (
    <Line {...props}>
      <circle cx="12" cy="12" r="9" />
      <path d="m8.3 12.3 2.6 2.6 4.9-5.3" />
    </Line>
  );
}

export function WarningIcon(props: IconProps) {
  return (
    <Line {...props}>
      <path d="M12 4 2.8 19.5h18.4L12 4ZM12 10.3v4.2M12 17v.1" />
    </Line>
  );
}

export function SunIcon(props: IconProps) {
  return (
    <Line {...props}>
      <circle cx="12" cy="12" r="4" />
      <path d="M12 3v1.8M12 19.2V21M3 12h1.8M19.2 12H21M5.6 5.6l1.3 1.3M17.1 17.1l1.3 1.3M5.6 18.4l1.3-1.3M17.1 6.9l1.3-1.3" />
    </Line>
  );
}

export function MoonIcon(props: IconProps) {
  return (
    <Line {...props}>
      <path d="M19.8 14.2A8.2 8.2 0 0 1 9.8 4.2a8.2 8.2 0 1 0 10 10Z" />
    </Line>
  );
}

export function SystemSchemeIcon(props: IconProps) {
  return (
    <Line {...props}>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 3.5v17a8.5 8.5 0 0 0 0-17Z" fill="currentColor" stroke="none" />
    </Line>
  );
}
