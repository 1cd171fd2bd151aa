/**
 * Content that consists of elements only. A component that renders content beside siblings must not accept a text,
 * because a page translator replaces text nodes, and React then fails to remove or update the text.
 */
import type { ReactElement } from 'react';

export type Elements = ReactElement | boolean | null | undefined | '' | readonly Elements[];
