/** Icons that only the staff console shows. */
import { lineIcon } from '../display/icons';

export const BackIcon = lineIcon(<path d="m14.5 5.5-6.5 6.5 6.5 6.5" />);

export const PersonIcon = lineIcon(
  <>
    <circle cx="12" cy="8.2" r="3.9" />
    <path d="M4.6 20c.9-3.7 3.8-5.6 7.4-5.6s6.5 1.9 7.4 5.6" />
  </>,
);

export const SearchIcon = lineIcon(
  <>
    <circle cx="10.8" cy="10.8" r="6.3" />
    <path d="m15.6 15.6 5 5" />
  </>,
);
