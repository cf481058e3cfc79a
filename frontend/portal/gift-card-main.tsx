/** Entry point of the page where customers buy gift cards: /gift/{key}, and /gift/{key}/{purchase} during and after a purchase. */

import { takeReturned } from '@/paying/returned';
import { GiftCardPage } from './GiftCardPage';
import { openByLink } from './open-by-link';

openByLink((key) => {
  takeReturned();
  const [, , , purchase = ''] = location.pathname.split('/');
  return <GiftCardPage shopKey={key} begun={purchase === '' ? null : purchase} />;
});
