import { useSearchParams } from 'react-router';
import { type PlatformSettings, usePlatformSettings } from '@/api/admin';
import { LoadState } from '@/components/LoadState';
import { usePageTitle } from '@/lib/page-title';
import { PageHeader } from '@/ui/PageHeader';
import { Placeholder } from '@/ui/Skeleton';
import { TabList, TabPanels, Tabs } from '@/ui/Tabs';
import { AnnouncementsCard } from './AnnouncementsCard';
import { EmailTab } from './EmailTab';
import { GeneralTab } from './GeneralTab';
import { PaymentsTab } from './PaymentsTab';
import { SiteTab } from './SiteTab';
import { TextsTab } from './TextsTab';

const tabs = {
  general: 'General',
  site: 'Site',
  email: 'Email',
  payments: 'Payments',
  texts: 'Texts',
  announcements: 'Announcements',
};

/** Settings of the installation. `?tab=` selects the tab; an unknown value selects General. */
export function AdminSettingsPage() {
  usePageTitle('System Settings');
  const settings = usePlatformSettings();
  return (
    <div className="grid gap-6">
      <PageHeader title="System Settings" description="Manage application settings and configurations" />
      {settings.data !== undefined ? (
        <Groups settings={settings.data} />
      ) : (
        <LoadState of={settings} failed="Couldn’t load settings">
          <Placeholder className="max-w-2xl" bars={['h-96 rounded-xl']} />
        </LoadState>
      )}
    </div>
  );
}

function Groups({ settings }: { settings: PlatformSettings }) {
  const [params, setParams] = useSearchParams();
  const tab = params.get('tab') ?? '';
  return (
    <Tabs
      className="min-w-0"
      value={Object.hasOwn(tabs, tab) ? tab : 'general'}
      // Manual: closing the unsaved-changes dialog returns focus to the tab that was clicked, which must not
      // select it.
      activationMode="manual"
      onValueChange={(next) => setParams(next === 'general' ? {} : { tab: next }, { replace: true })}
    >
      <TabList aria-label="Settings" of={tabs} />
      <TabPanels
        of={{
          general: <GeneralTab settings={settings} />,
          site: <SiteTab settings={settings} />,
          email: <EmailTab settings={settings} />,
          payments: <PaymentsTab settings={settings} />,
          texts: <TextsTab settings={settings} />,
          announcements: <AnnouncementsCard />,
        }}
      />
    </Tabs>
  );
}
