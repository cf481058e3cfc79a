import { ChevronLeft } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useRereadAccountStatus } from '@/api/payments';
import { can } from '@/api/rights';
import { sectionsOf, settingsSections } from '@/api/settings-sections';
import { useSignedInUser } from '@/api/user';
import { BookingRulesTab } from '@/features/rules/BookingRulesTab';
import { cn } from '@/lib/cn';
import { usePageTitle } from '@/lib/page-title';
import { paths } from '@/lib/paths';
import { useSideMenu } from '@/lib/use-wide';
import { PageHeader } from '@/ui/PageHeader';
import { TabPanel, TabPanels, Tabs } from '@/ui/Tabs';
import { toast } from '@/ui/toast-store';
import { AccountTab } from './AccountTab';
import { BusinessTab } from './BusinessTab';
import { BookkeepingTab } from './bookkeeping/BookkeepingTab';
import { CertificatesTab } from './certificates/CertificatesTab';
import { ContractTab } from './contract/ContractTab';
import { EmbedTab } from './embedding/EmbedTab';
import { ImportTab } from './imports/ImportTab';
import { MessagesTab } from './MessagesTab';
import { NotYourSection } from './NotYourSection';
import { PaymentPolicyTab } from './PaymentPolicyTab';
import { PaymentsTab } from './PaymentsTab';
import { ProfileTab } from './ProfileTab';
import { PartnersTab } from './partners/PartnersTab';
import { DeliveryZonesTab } from './pricing/DeliveryZones';
import { TaxExemptionsTab } from './pricing/ExemptCustomers';
import { PricingTab } from './pricing/PricingTab';
import { SalesTaxTab } from './pricing/SalesTax';
import { SettingsContents, useMovedParts, useScrollToPart } from './SettingsContents';
import { SettingsMenu } from './SettingsMenu';
import { SettingsSearch } from './SettingsSearch';
import { RememberedDevices } from './security/RememberedDevices';
import { SecondFactorCard } from './security/SecondFactorCard';
import { SecurityTab } from './security/SecurityTab';
import { SignIns } from './security/SignIns';
import { SupportAccessCard } from './security/SupportAccessCard';
import { ActivityTab } from './team/ActivityTab';
import { TeamTab } from './team/TeamTab';
import { TextsTab } from './texts/TextsTab';

/**
 * Handles the return from the provider's onboarding: removes ?onboarding= from the URL, reloads the account
 * status and shows it. The provider also returns "complete" if the user leaves halfway, so the parameter
 * alone is not trusted.
 */
function useReturnFromOnboarding(): void {
  const [params, setParams] = useSearchParams();
  const reread = useRereadAccountStatus();
  const came = params.get('onboarding');
  const handled = useRef<string | null>(null);
  useEffect(() => {
    if (came === handled.current) return;
    handled.current = came;
    if (came === null) return;
    setParams({ tab: 'payments' }, { replace: true });
    void reread().then((status) => {
      const unfinished = status?.hasAccount && !status.detailsSubmitted;
      toast(
        came === 'complete' && !unfinished
          ? { title: 'Onboarding complete!' }
          : {
              title: 'Onboarding not finished',
              description: 'Select Complete Onboarding to continue where you left off.',
            },
      );
    });
  }, [came, setParams, reread]);
}

/** The account's settings. ?tab= selects the section; unknown values select the profile. */
export function SettingsPage() {
  const user = useSignedInUser();
  useReturnFromOnboarding();
  const page = useRef<HTMLDivElement>(null);
  useMovedParts();
  useScrollToPart(page);
  const [params, setParams] = useSearchParams();
  const tabParam = params.get('tab') ?? '';
  const own = sectionsOf(user);
  const withheld = settingsSections.find(
    (section) => section.tab === tabParam && !own.some(({ tab }) => tab === tabParam),
  );
  // Below the side menu's width, the address without a page shows the menu alone.
  const atMenu = tabParam === '';
  const narrow = !useSideMenu();
  const menuOnly = narrow && atMenu;
  // No section is open if the user has no access to the requested one.
  const tab =
    withheld || menuOnly ? '' : own.some((section) => section.tab === tabParam) ? tabParam : 'profile';
  // Without the menu beside it, an open section has its own name.
  const section = narrow ? own.find((each) => each.tab === tab) : undefined;
  const title = section?.label ?? 'Settings';
  usePageTitle(title);
  return (
    <div className="grid gap-6">
      <PageHeader
        title={title}
        description={
          section !== undefined
            ? `${section.about}.`
            : can(user, 'changeSettings')
              ? 'Your account, business, pricing, rules, and booking form.'
              : user.team === null
                ? 'Your account.'
                : 'Your account and your team.'
        }
      />
      <Tabs
        className="grid items-start gap-6 xl:grid-cols-[14rem_minmax(0,1fr)]"
        orientation="vertical"
        value={tab}
        // Not on focus alone: after a prompt about unsaved changes, the focus returns to the tab that opened
        // it.
        activationMode="manual"
        onValueChange={(next) => setParams({ tab: next })}
      >
        <nav aria-label="Settings" className={cn('grid min-w-0 gap-6 pt-6', !atMenu && 'max-xl:hidden')}>
          <SettingsSearch user={user} />
          <SettingsMenu sections={own} />
        </nav>
        <div ref={page} className={cn('min-w-0', atMenu && 'max-xl:hidden')}>
          <Link
            to={paths.settings}
            className="inline-flex items-center gap-1 rounded-sm text-link text-sm xl:hidden"
          >
            <ChevronLeft aria-hidden="true" className="size-4" />
            All Settings
          </Link>
          {withheld ? null : <SettingsContents tab={tab} user={user} />}
          {withheld ? (
            <div className="pt-6">
              <NotYourSection label={withheld.label} user={user} />
            </div>
          ) : null}
          <TabPanels
            of={{
              profile: <ProfileTab user={user} />,
              business: <BusinessTab />,
              pricing: <PricingTab user={user} />,
              zones: <DeliveryZonesTab user={user} />,
              tax: <SalesTaxTab user={user} />,
              exemptions: <TaxExemptionsTab user={user} />,
              rules: <BookingRulesTab user={user} />,
              policy: <PaymentPolicyTab user={user} />,
              contract: <ContractTab user={user} />,
              messages: <MessagesTab />,
              texts: <TextsTab />,
              payments: <PaymentsTab />,
              bookkeeping: <BookkeepingTab />,
              embed: <EmbedTab user={user} />,
              import: <ImportTab />,
              partners: <PartnersTab user={user} />,
              certificates: <CertificatesTab user={user} />,
              activity: <ActivityTab user={user} />,
            }}
          />
          <TabPanel value="security" className="in-turn grid gap-6">
            <SecurityTab />
            <SecondFactorCard />
            <RememberedDevices />
            <SignIns user={user} />
            {can(user, 'endBusiness') ? <SupportAccessCard /> : null}
          </TabPanel>
          <TabPanel value="team" className="in-turn grid gap-6">
            <TeamTab user={user} />
          </TabPanel>
          <TabPanel value="account" className="in-turn grid gap-6">
            <AccountTab user={user} />
          </TabPanel>
        </div>
      </Tabs>
    </div>
  );
}
