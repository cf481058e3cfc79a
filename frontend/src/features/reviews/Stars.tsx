const MOST = 5;

/** A rating as five stars; an average is rounded to whole stars. */
export function Stars({ value }: { value: number }) {
  const full = Math.round(value);
  return (
    <span role="img" aria-label={`${value} of ${MOST} stars`} className="whitespace-nowrap text-amber">
      {'★'.repeat(full)}
      <span className="text-faint">{'☆'.repeat(MOST - full)}</span>
    </span>
  );
}
