import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { type Customer, useCustomerMatches } from '@/api/customers';
import { cn } from '@/lib/cn';
import { Field } from '@/ui/Field';
import { Input } from '@/ui/Input';
import { contactLine, kindOfTyped } from './customer-words';

const TYPING_PAUSE_MS = 200;

interface CustomerFieldProps {
  label: string;
  name: string;
  value: string;
  error: string | undefined;
  hint?: string;
  required?: boolean;
  onChange: (name: string) => void;
  onLeave?: () => void;
  /** An existing customer was chosen. */
  onChoose: (customer: Customer) => void;
  /** An address or a number was typed that belongs to nobody. Without it, only existing customers are offered. */
  onContact?: (kind: 'email' | 'phone', typed: string) => void;
}

/** Name of the customer. Offers existing ones while a name, an address or a number is typed. */
export function CustomerField({
  label,
  name,
  value,
  error,
  hint,
  required = false,
  onChange,
  onLeave,
  onChoose,
  onContact,
}: CustomerFieldProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const typed = value.trim();
  const [q, setQ] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data, isPlaceholderData } = useCustomerMatches(q, isOpen);
  const isCurrent = q === typed && !isPlaceholderData;
  const customers: readonly Customer[] = typed.length > 1 ? (data?.items ?? []) : [];
  const kind = kindOfTyped(typed);
  const moves =
    onContact !== undefined && kind !== 'name' && isCurrent && data !== undefined && customers.length === 0;
  const count = customers.length + (moves ? 1 : 0);
  const shown = isOpen && count > 0;
  const optionId = (index: number) => `${id}-option-${index}`;

  const take = (index: number) => {
    const customer = customers[index];
    if (customer !== undefined) onChoose(customer);
    else if (moves) onContact?.(kind, typed);
    setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && count > 0) {
      event.preventDefault();
      setOpen(true);
      setActive(shown ? (active + step + count) % count : 0);
    } else if (event.key === 'Enter' && shown) {
      event.preventDefault();
      event.stopPropagation();
      take(Math.min(active, count - 1));
    } else if (event.key === 'Escape' && shown) {
      // Keep a surrounding dialog open.
      event.stopPropagation();
      setOpen(false);
    }
  };
  return (
    <Field label={label} error={error} hint={hint} required={required} className="relative">
      <Input
        name={name}
        value={value}
        maxLength={200}
        autoComplete="off"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={`${id}-list`}
        {...(shown && { 'aria-activedescendant': optionId(Math.min(active, count - 1)) })}
        onChange={(event) => {
          onChange(event.target.value);
          setOpen(true);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          setOpen(false);
          onLeave?.();
        }}
      />
      {shown ? (
        <ul
          {...{ id: `${id}-list`, role: 'listbox' }}
          aria-label="Customers"
          className="absolute inset-x-0 top-full z-40 mt-1.5 max-h-72 overflow-y-auto rounded-lg border border-line bg-raised p-1.5 text-sm shadow-pop"
        >
          {customers.map((customer, index) => (
            <Option
              key={customer.id}
              id={optionId(index)}
              isActive={index === active}
              onTake={() => take(index)}
            >
              <span className="block font-medium">{customer.name}</span>
              <span className="block text-faint text-xs">{contactLine(customer)}</span>
            </Option>
          ))}
          {moves ? (
            <Option id={optionId(customers.length)} isActive onTake={() => take(customers.length)}>
              New customer with this {kind === 'phone' ? 'number' : 'email address'}
            </Option>
          ) : null}
        </ul>
      ) : null}
    </Field>
  );
}

interface OptionProps {
  id: string;
  isActive: boolean;
  onTake: () => void;
  children: ReactNode;
}

function Option({ id, isActive, onTake, children }: OptionProps) {
  const option = {
    id,
    role: 'option',
    'aria-selected': isActive,
    // The field keeps the keyboard focus.
    onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
    onClick: onTake,
  };
  return (
    <li
      {...option}
      className={cn(
        'wrap-anywhere min-h-10 cursor-pointer rounded-md px-2.5 py-2 hover:bg-sunken',
        isActive && 'bg-action-wash',
      )}
    >
      {children}
    </li>
  );
}
