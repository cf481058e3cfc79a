/**
 * Error of an element that has no field of its own, announced by screen readers. Renders nothing without a
 * message.
 */
export function FormError({ message }: { message: string | null | undefined }) {
  return message ? (
    <p role="alert" className="text-danger text-sm">
      {message}
    </p>
  ) : null;
}
