import { useId } from 'react';
import { sentenceOf } from '@/api/errors';
import { useBookingPartner, usePartners, useSetBookingPartner } from '@/api/partners';
import { useCan } from '@/api/rights';
import { Select } from '@/ui/Input';
import { Section } from '@/ui/Section';
import { toast } from '@/ui/toast-store';

/** Choice of the partner who brought a booking; nothing for businesses without partners. */
export function BroughtBy({ bookingId }: { bookingId: number }) {
  const id = useId();
  const handles = useCan('handleBookings');
  const { data: partners = [] } = usePartners();
  const { data } = useBookingPartner(bookingId, partners.length > 0);
  const save = useSetBookingPartner(bookingId);
  if (data === undefined) return null;
  const current = data.partner;
  const offered = partners.filter(({ id, active }) => active || id === current?.id);
  const choose = (partnerId: number | null) =>
    save.mutate(partnerId, {
      onSuccess: ({ partner }) =>
        toast({ title: partner === null ? 'Partner removed' : `Brought by ${partner.name}` }),
      onError: (error) =>
        toast({ title: 'The partner was not saved', description: sentenceOf(error), destructive: true }),
    });
  return (
    <Section title="Partner">
      <label htmlFor={id} className="sr-only">
        Brought by
      </label>
      <Select
        id={id}
        className="sm:max-w-72"
        disabled={!handles || save.isPending}
        value={current?.id ?? ''}
        onChange={({ target }) => choose(target.value === '' ? null : Number(target.value))}
      >
        <option value="">Not brought by a partner</option>
        {offered.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Section>
  );
}
