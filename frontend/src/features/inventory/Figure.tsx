/** A number that stands out, with what it counts. Inside a list of terms. */
export function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-soft text-sm">{name}</dt>
      <dd className="tabular font-semibold text-2xl tracking-tight">{value}</dd>
    </div>
  );
}
