/** What follows the form: reviews, toasts, and the handling of a preview's submission. */
import type { ToastText } from '@/booking-form/texts';
import { NothingSent } from './NothingSent';
import type { FormParams } from './params';
import { Reviews } from './Reviews';
import { Toasts } from './Toasts';
import type { ToastsProps } from './useToast';

export interface FollowingProps extends ToastsProps {
  params: FormParams;
  company: string | null;
  show: (text: ToastText) => void;
}

export function Following({ params, company, toast, dismiss, show }: FollowingProps) {
  return (
    <>
      <Reviews operator={params.operator} company={company} />
      <Toasts toast={toast} dismiss={dismiss} />
      {params.preview && <NothingSent show={show} />}
    </>
  );
}
