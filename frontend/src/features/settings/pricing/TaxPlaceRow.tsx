import type { TaxPlace } from '@/api/sales-tax';
import { zipCodesInShort } from './delivery-zones-form';

/** A place with its ZIP codes and rate. */
export function TaxPlaceRow({ place }: { place: TaxPlace }) {
  const codes = zipCodesInShort(place.zipCodes);
  return (
    <li className="flex items-start justify-between gap-4 py-2.5 first:pt-0">
      <div className="min-w-0">
        <p className="break-words font-medium text-sm">{place.name}</p>
        {codes === '' || codes === place.name ? null : (
          <p className="break-words text-faint text-sm">{codes}</p>
        )}
      </div>
      <span className="tabular shrink-0 text-sm">{place.percent}%</span>
    </li>
  );
}
