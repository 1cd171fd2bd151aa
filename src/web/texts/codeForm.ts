/** Texts of the form for a code from an email. */
import { SIGN_IN_CODE_LENGTH } from '../../shared/constants';

export const CODE_TEXTS = {
  placeholder: '0'.repeat(SIGN_IN_CODE_LENGTH),
  incomplete: `В коде ${SIGN_IN_CODE_LENGTH} цифр.`,
} as const;
