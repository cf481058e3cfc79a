/** A failure while drawing shows a sentence, never an empty page. */
import { Component, type ReactNode } from 'react';
import { NightPage } from './NightPage';

export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? (
      <NightPage
        sign="Oops"
        title="This page could not be shown"
        text="Please try again."
        onAgain={() => location.reload()}
      />
    ) : (
      this.props.children
    );
  }
}
