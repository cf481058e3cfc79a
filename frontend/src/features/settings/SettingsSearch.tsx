import { useState } from 'react';
import { Link } from 'react-router';
import { searchParts } from '@/api/settings-parts';
import type { User } from '@/api/types';
import { paths } from '@/lib/paths';
import { SearchInput } from '@/ui/SearchBox';

/** Searches the settings by the words a business uses. Results appear below the field while typing. */
export function SettingsSearch({ user }: { user: User }) {
  const [typed, setTyped] = useState('');
  const found = searchParts(user, typed);
  return (
    <div className="grid gap-2">
      <SearchInput
        aria-label="Search settings"
        value={typed}
        maxLength={200}
        onChange={(event) => setTyped(event.target.value)}
      />
      <p role="status" className={found.length > 0 || typed.trim() === '' ? 'sr-only' : 'text-soft text-sm'}>
        {typed.trim() === ''
          ? ''
          : found.length === 0
            ? 'No settings found. Try another word.'
            : `${found.length} found`}
      </p>
      {found.length === 0 ? null : (
        <ul className="grid gap-1">
          {found.map(({ tab, anchor, title, section }) => (
            <li key={`${tab} ${anchor}`}>
              <Link
                to={`${paths.settings}?tab=${tab}#${anchor}`}
                onClick={() => setTyped('')}
                className="block rounded-md px-3 py-2 text-sm hover:bg-action-wash"
              >
                <span className="block font-medium">{title}</span>
                <span className="block text-soft text-xs">{section.label}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
