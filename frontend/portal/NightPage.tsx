import { Component, type ReactNode } from 'react';
import { MarqueeSign } from '@/sign/MarqueeSign';
import { bulbButton } from './looks';

export interface NightPageProps {
  sign: string;
  title: string;
  text: string;
  onAgain?: () => void;
}

/** Shown instead of a page whose data does not exist or could not be loaded. */
export function NightPage({ sign, title, text, onAgain }: NightPageProps) {
  return (
    <main className="night night-ground grid min-h-dvh flex-1 place-content-center gap-3 px-5 py-12 text-center text-ink">
      <div aria-hidden="true" className="mb-6 w-full min-w-0">
        <MarqueeSign message={sign} state="unlit" height={84} surface="night" align="center" />
      </div>
      <h1 className="font-semibold text-2xl tracking-tight">{title}</h1>
      <p className="mx-auto max-w-md text-pretty text-soft">{text}</p>
      {onAgain === undefined ? null : (
        <div className="mt-4">
          <button type="button" className={bulbButton} onClick={onAgain}>
            Try Again
          </button>
        </div>
      )}
    </main>
  );
}

/** Shows a message instead of an empty page if rendering fails. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? (
      <NightPage
        sign="Oops"
        title="We couldn’t show this page"
        text="Please try again."
        onAgain={() => location.reload()}
      />
    ) : (
      this.props.children
    );
  }
}
