/** Shows a message instead of an empty page if rendering fails. */
import { Component, type ReactNode } from 'react';
import { PLACES, RENDER_FAILURE } from '@/booking-form/texts';

export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="stage message-page" role="alert">
        <div className="stage-inner">
          <h1>{RENDER_FAILURE}</h1>
          <p>{PLACES.reload}</p>
        </div>
      </main>
    );
  }
}
