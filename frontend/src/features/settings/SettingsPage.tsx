import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { useSignedInUser } from '@/api/user';
import { usePageTitle } from '@/lib/page-title';
import { PageHeader } from '@/ui/PageHeader';
import { Tab, TabList, TabPanel, Tabs } from '@/ui/Tabs';
import { BookingRulesTab } from './BookingRulesTab';
import { BusinessTab } from './BusinessTab';
import { EmbedTab } from './EmbedTab';
import { MessagesTab } from './MessagesTab';
import { useReturnFromOnboarding } from './onboarding';
import { PaymentsTab } from './PaymentsTab';
import { PricingTab } from './PricingTab';
import { ProfileTab } from './ProfileTab';
import { SecurityTab } from './SecurityTab';
import { SignIns } from './SignIns';

const personal = ['profile', 'security'];
const ofTheBusiness = ['business', 'pricing', 'rules', 'messages', 'payments', 'embed'];

/** The account's settings; ?tab= says which of them, anything unknown means the profile. */
export function SettingsPage() {
  usePageTitle('Settings');
  const user = useSignedInUser();
  useReturnFromOnboarding();
  const [params, setParams] = useSearchParams();
  const wanted = params.get('tab') ?? '';
  const runsBusiness = user.operatorId !== null;
  const tabs = runsBusiness ? [...personal, ...ofTheBusiness] : personal;
  const tab = tabs.includes(wanted) ? wanted : 'profile';
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a chosen tab may be out of a phone's sight.
  useEffect(() => {
    list.current
      ?.querySelector('[aria-selected=true]')
      ?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [tab]);
  return (
    <div className="grid gap-6">
      <PageHeader
        title="Settings"
        description={
          runsBusiness
            ? 'Your account, your papers, your prices and rules, and the form that your customers fill in.'
            : 'Your account.'
        }
      />
      <Tabs
        className="min-w-0"
        value={tab}
        // Not by focus alone: after a question about unsaved changes the focus comes back to the tab that asked it.
        activationMode="manual"
        onValueChange={(next) => setParams(next === 'profile' ? {} : { tab: next }, { replace: true })}
      >
        <TabList ref={list} aria-label="Settings">
          <Tab value="profile">Profile</Tab>
          <Tab value="security">Security</Tab>
          {runsBusiness ? (
            <>
              <Tab value="business">Business</Tab>
              <Tab value="pricing">Pricing</Tab>
              <Tab value="rules">Booking Rules</Tab>
              <Tab value="messages">Messages</Tab>
              <Tab value="payments">Payments</Tab>
              <Tab value="embed">Embed Widget</Tab>
            </>
          ) : null}
        </TabList>
        <TabPanel value="profile">
          <ProfileTab user={user} />
        </TabPanel>
        <TabPanel value="security" className="grid gap-6">
          <SecurityTab />
          <SignIns user={user} />
        </TabPanel>
        <TabPanel value="business">
          <BusinessTab />
        </TabPanel>
        <TabPanel value="pricing">
          <PricingTab user={user} />
        </TabPanel>
        <TabPanel value="rules">
          <BookingRulesTab />
        </TabPanel>
        <TabPanel value="messages">
          <MessagesTab />
        </TabPanel>
        <TabPanel value="payments">
          <PaymentsTab />
        </TabPanel>
        <TabPanel value="embed">
          <EmbedTab user={user} />
        </TabPanel>
      </Tabs>
    </div>
  );
}
