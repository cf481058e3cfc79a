import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { may, type Right } from '@/api/rights';
import type { User } from '@/api/types';
import { useSignedInUser } from '@/api/user';
import { usePageTitle } from '@/lib/page-title';
import { PageHeader } from '@/ui/PageHeader';
import { Tab, TabList, TabPanel, Tabs } from '@/ui/Tabs';
import { AccountTab } from './AccountTab';
import { ActivityTab } from './ActivityTab';
import { BookingRulesTab } from './BookingRulesTab';
import { BusinessTab } from './BusinessTab';
import { EmbedTab } from './EmbedTab';
import { MessagesTab } from './MessagesTab';
import { NotYourSection } from './NotYourSection';
import { useReturnFromOnboarding } from './onboarding';
import { PaymentsTab } from './PaymentsTab';
import { PricingTab } from './PricingTab';
import { ProfileTab } from './ProfileTab';
import { SecurityTab } from './SecurityTab';
import { SignIns } from './SignIns';
import { TeamTab } from './TeamTab';

interface Section {
  readonly tab: string;
  readonly label: string;
  /** Who has it; everybody in the business where it is left out, and everybody at all where it is null. */
  readonly right?: Right | null;
  /** True where it is there also while the business is being closed. */
  readonly whileClosing?: boolean;
}

const sections: readonly Section[] = [
  { tab: 'profile', label: 'Profile', right: null },
  { tab: 'security', label: 'Security', right: null },
  { tab: 'business', label: 'Business', right: 'changeSettings' },
  { tab: 'pricing', label: 'Pricing', right: 'changeSettings' },
  { tab: 'rules', label: 'Booking Rules', right: 'changeSettings' },
  { tab: 'messages', label: 'Messages', right: 'writeMessages' },
  { tab: 'payments', label: 'Payments', right: 'pay' },
  { tab: 'embed', label: 'Embed Widget', right: 'changeSettings' },
  { tab: 'team', label: 'Team' },
  { tab: 'activity', label: 'Activity', right: 'seeActivity' },
  { tab: 'account', label: 'Account', right: 'endBusiness', whileClosing: true },
];

/** The sections that somebody has: without a business those about the person, in one those of their role. */
function sectionsOf(user: User): readonly Section[] {
  const closing = user.team?.closesAt != null;
  return sections.filter(({ right, whileClosing = false }) => {
    if (right === null) return true;
    if (user.operatorId === null || (closing && !whileClosing)) return false;
    return right === undefined || may(user, right);
  });
}

/** The account's settings; ?tab= says which of them, anything unknown means the profile. */
export function SettingsPage() {
  usePageTitle('Settings');
  const user = useSignedInUser();
  useReturnFromOnboarding();
  const [params, setParams] = useSearchParams();
  const wanted = params.get('tab') ?? '';
  const own = sectionsOf(user);
  const withheld = sections.find((section) => section.tab === wanted && !own.includes(section));
  // Nothing is open where the wanted section is not this person's.
  const tab = withheld ? '' : own.some((section) => section.tab === wanted) ? wanted : 'profile';
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
          may(user, 'changeSettings')
            ? 'Your account, your papers, your prices and rules, and the form that your customers fill in.'
            : user.team === null
              ? 'Your account.'
              : 'Your account, and the team that you work in.'
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
          {own.map((section) => (
            <Tab key={section.tab} value={section.tab}>
              {section.label}
            </Tab>
          ))}
        </TabList>
        {withheld ? (
          <div className="pt-6">
            <NotYourSection label={withheld.label} user={user} />
          </div>
        ) : null}
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
        <TabPanel value="team" className="grid gap-6">
          <TeamTab user={user} />
        </TabPanel>
        <TabPanel value="account" className="grid gap-6">
          <AccountTab user={user} />
        </TabPanel>
        <TabPanel value="activity">
          <ActivityTab user={user} />
        </TabPanel>
      </Tabs>
    </div>
  );
}
