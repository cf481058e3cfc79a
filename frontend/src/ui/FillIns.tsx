/** The fields that a text may have in braces, each with what it becomes; with `onPick` a press puts one into the text. */
export function FillIns({
  fields,
  lead,
  onPick,
}: {
  fields: readonly { name: string; meaning: string }[];
  lead: string;
  onPick?: (name: string) => void;
}) {
  const look = 'rounded-sm bg-sunken px-1.5 py-0.5 font-mono';
  return (
    <div className="text-soft text-sm">
      <p>{lead}</p>
      <ul className="mt-1 flex flex-wrap gap-1.5">
        {fields.map(({ name, meaning }) => (
          <li key={name} title={meaning}>
            {onPick === undefined ? (
              <code className={look}>{`{${name}}`}</code>
            ) : (
              <button
                type="button"
                aria-label={`Insert {${name}}: ${meaning}`}
                onClick={() => onPick(name)}
                className={`${look} cursor-pointer hover:bg-line`}
              >{`{${name}}`}</button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
