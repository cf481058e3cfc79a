/** What is wrong with something that has no field of its own, read out at once; nothing while there is nothing to say. */
export function Fault({ said }: { said: string | null | undefined }) {
  return said ? (
    <p role="alert" className="text-danger text-sm">
      {said}
    </p>
  ) : null;
}
