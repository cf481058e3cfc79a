import { secondaryButton } from './looks';

export function TryAgain({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" className={secondaryButton} onClick={onClick}>
      Try Again
    </button>
  );
}
