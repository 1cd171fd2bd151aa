/** Renders a component in the product's theme, router and platform, without the rest of the application. */
import { render, type RenderResult } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { PlatformContext } from '../../src/web/platform/PlatformContext';
import { StyleProvider } from '../../src/web/theme/StyleProvider';
import { type FakePlatform, fakePlatform } from './fakePlatform';

export function renderInProduct(
  content: ReactNode,
  platform: FakePlatform = fakePlatform(),
): RenderResult & { user: UserEvent } {
  const rendered = render(
    <PlatformContext value={platform}>
      <StyleProvider>
        <MemoryRouter>{content}</MemoryRouter>
      </StyleProvider>
    </PlatformContext>,
  );
  return { ...rendered, user: userEvent.setup() };
}
