import { ChevronRight } from 'lucide-react';
import { useId } from 'react';
import { type SettingsSection, settingsGroups } from '@/api/settings-sections';
import { TabMenu, TabMenuItem } from '@/ui/Tabs';

/** The settings pages in their groups. Groups without a page for the user are left out. */
export function SettingsMenu({ sections }: { sections: readonly SettingsSection[] }) {
  return settingsGroups.map((group) => (
    <MenuGroup key={group} title={group} sections={sections.filter((section) => section.group === group)} />
  ));
}

function MenuGroup({ title, sections }: { title: string; sections: readonly SettingsSection[] }) {
  const id = useId();
  if (sections.length === 0) return null;
  return (
    <div>
      <h2 id={id} className="mb-2 px-3 font-semibold text-faint text-xs uppercase tracking-wider">
        {title}
      </h2>
      <TabMenu aria-labelledby={id}>
        {sections.map(({ tab, label }) => (
          <TabMenuItem key={tab} value={tab}>
            {label}
            <ChevronRight aria-hidden="true" className="size-4 text-faint xl:hidden" />
          </TabMenuItem>
        ))}
      </TabMenu>
    </div>
  );
}
