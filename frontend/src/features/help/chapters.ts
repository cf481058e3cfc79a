import { account } from './account';
import { answers } from './answers';
import type { Chapter } from './chapter';
import { customers } from './customers';
import { embedding } from './embedding';
import { firstSteps } from './first-steps';
import { goods } from './goods';
import { letters } from './letters';
import { prices } from './prices';
import { quotes } from './quotes';
import { requests } from './requests';
import { team } from './team';
import { venues } from './venues';

/** The Help Center, in reading order. */
export const chapters: readonly Chapter[] = [
  firstSteps,
  embedding,
  requests,
  quotes,
  prices,
  letters,
  venues,
  goods,
  customers,
  team,
  account,
  answers,
];
