/**
 * Error boundary of one part of the console, so that an error leaves the rest of the screen usable. The notice says
 * whether the last change was made, because the part may have failed while it rendered the effect of the change.
 */
import { Component, useEffect } from 'react';
import { lastChange } from '../../api/lastChange';
import { reportFailure } from '../../flows/reportFailure';
import { useAppDispatch } from '../../hooks/storeHooks';
import { ChunkLost } from '../../platform/chunks';
import type { Elements } from '../../platform/elements';
import { logFailure } from '../../platform/log';
import { usePlatform } from '../../platform/PlatformContext';
import { STAFF_ERROR_TEXTS } from '../../texts/common';
import { STAFF_FRAME_TEXTS } from '../../texts/staff/frame';
import { ErrorNotice } from '../controls/ErrorNotice';

interface PanelBoundaryProps {
  /** The boundary renders its children again if this value has changed, for example the path. */
  resetKey?: string;
  children: Elements;
}

export class PanelBoundary extends Component<PanelBoundaryProps, { failure: unknown; resetKey?: string }> {
  static getDerivedStateFromError(failure: unknown) {
    return { failure: failure ?? new Error() };
  }

  override state: { failure: unknown } = { failure: null };

  override componentDidUpdate(before: PanelBoundaryProps): void {
    if (before.resetKey !== this.props.resetKey && this.state.failure !== null) this.reset();
  }

  private readonly reset = () => this.setState({ failure: null });

  override render() {
    const { failure } = this.state;
    if (failure === null) return this.props.children;
    // The screen of the route reloads the page if a chunk cannot be loaded.
    if (failure instanceof ChunkLost) throw failure;
    return <PanelFailure failure={failure} onRetry={this.reset} />;
  }
}

function PanelFailure({ failure, onRetry }: { failure: unknown; onRetry: () => void }) {
  const platform = usePlatform();
  const dispatch = useAppDispatch();

  useEffect(() => {
    const name = failure instanceof Error ? failure.name : typeof failure;
    logFailure('A part of a screen failed', { name });
    void dispatch(reportFailure('panelFailed', { name }));
  }, [failure, dispatch]);

  const { title, text } = STAFF_FRAME_TEXTS.partFailed;
  const outcome = lastChange(platform);
  return (
    <ErrorNotice
      title={title}
      text={outcome === null ? text : `${STAFF_ERROR_TEXTS.change[outcome]} ${text}`}
      onRetry={onRetry}
    />
  );
}
