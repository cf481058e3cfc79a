import { MessageSquareText } from 'lucide-react';
import { Link } from 'react-router';
import { useCannedAnswers, useFilledAnswer } from '@/api/canned-answers';
import { tellFailed } from '@/components/tell-failed';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/Button';
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from '@/ui/Menu';

interface AnswerMenuProps {
  customerId: number;
  /** Called with the text, whose fields are filled in for the customer. */
  onInsert: (text: string) => void;
}

/** Menu of canned answers to insert. */
export function AnswerMenu({ customerId, onInsert }: AnswerMenuProps) {
  const answers = useCannedAnswers().data?.items ?? [];
  const fill = useFilledAnswer(customerId);
  const insert = (id: number) =>
    fill.mutate(id, {
      onSuccess: ({ text }) => onInsert(text),
      onError: tellFailed('Couldn’t insert the answer'),
    });
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button kind="secondary" size="sm" pending={fill.isPending} pendingLabel="Inserting...">
          <MessageSquareText aria-hidden="true" />
          Canned Answers
        </Button>
      </MenuTrigger>
      <MenuContent align="start" className="max-h-80 max-w-72 overflow-y-auto">
        {answers.map(({ id, title }) => (
          <MenuItem key={id} onSelect={() => insert(id)} className="wrap-anywhere">
            {title}
          </MenuItem>
        ))}
        {answers.length === 0 ? null : <MenuSeparator />}
        <MenuItem asChild>
          <Link to={`${paths.settings}?tab=messages#answers`}>
            {answers.length === 0 ? 'Add Canned Answers' : 'Edit Canned Answers'}
          </Link>
        </MenuItem>
      </MenuContent>
    </Menu>
  );
}
