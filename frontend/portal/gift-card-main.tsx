/** Entry point of the page where customers buy gift cards: /gift/{key}, or /gift/{key}/{purchase} once it is open. */

import { takeReturned } from '@/paying/returned';
import { GiftCardPage } from './GiftCardPage';
import { openByLink } from './open-by-link';

openByLink((key) => {
  takeReturned();
  const [, , , purchase = ''] = location.pathname.split('/');
  return <GiftCardPage shopKey={key} begun={purchase === '' ? null : purchase} />;
});
