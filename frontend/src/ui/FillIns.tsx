/** The fields that a text may have in braces, each with what it becomes. */
export function FillIns({
  fields,
  lead,
}: {
  fields: readonly { name: string; meaning: string }[];
  lead: string;
}) {
  return (
    <div className="text-soft text-sm">
      <p>{lead}</p>
      <ul className="mt-1 flex flex-wrap gap-1.5">
        {fields.map(({ name, meaning }) => (
          <li key={name} title={meaning}>
            <code className="rounded-sm bg-sunken px-1.5 py-0.5">{`{${name}}`}</code>
          </li>
        ))}
      </ul>
    </div>
  );
}
