/**
 * Error of an element that has no field of its own, announced by screen readers. Renders nothing without a
 * message.
 */
export function Fault({ said }: { said: string | null | undefined }) {
  return said ? (
    <p role="alert" className="text-danger text-sm">
      {said}
    </p>
  ) : null;
}
