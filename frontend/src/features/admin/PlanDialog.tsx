import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { type AdminPlan, useSavePlan } from '@/api/admin';
import { useRecordForm } from '@/booking-parts/useRecordForm';
import { Field } from '@/ui/Field';
import { FormDialog } from '@/ui/FormDialog';
import { FormSwitch } from '@/ui/FormSwitch';
import { CountInput, Input, Options, PriceInput, Select, Textarea } from '@/ui/Input';
import { toast } from '@/ui/toast-store';
import { fieldsOfPlan, intervals, type PlanForm, planOf, planSchema } from './plan-form';

/** Creates a plan, or changes one. Mounted while it is open. */
export function PlanDialog({ plan, onClose }: { plan: AdminPlan | null; onClose: () => void }) {
  const save = useSavePlan();
  const form = useForm<PlanForm>({
    resolver: zodResolver(planSchema),
    defaultValues: fieldsOfPlan(plan),
  });
  const { errors } = form.formState;
  const record = useRecordForm({
    form,
    save,
    sent: (input: PlanForm) => ({ id: plan?.id ?? null, input: planOf(input) }),
    failed: 'Error',
    onSaved: ({ name }: AdminPlan) => {
      toast({ title: 'Success', description: `Plan ${plan === null ? 'created' : 'updated'}: ${name}` });
      onClose();
    },
  });
  return (
    <FormDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={plan === null ? 'Create Plan' : 'Edit Plan'}
      description={
        plan === null
          ? 'A plan that businesses can subscribe to.'
          : 'Who has subscribed keeps the price that was agreed.'
      }
      {...record}
      submitLabel={plan === null ? 'Create Plan' : 'Save Changes'}
    >
      <div className="grid gap-5">
        <Field label="Name" error={errors.name?.message} required>
          <Input autoComplete="off" {...form.register('name')} />
        </Field>
        <Field label="Description (Optional)" error={errors.description?.message}>
          <Textarea {...form.register('description')} />
        </Field>
        <div className="grid gap-5 sm:grid-cols-3">
          <Field label="Price ($)" error={errors.price?.message} required>
            <PriceInput {...form.register('price', { valueAsNumber: true })} />
          </Field>
          <Field label="Interval" error={errors.interval?.message}>
            <Select {...form.register('interval')}>
              <Options of={intervals} />
            </Select>
          </Field>
          <Field label="Trial Days" error={errors.trialDays?.message}>
            <CountInput {...form.register('trialDays', { valueAsNumber: true })} />
          </Field>
        </div>
        <Field
          label="Features (Optional)"
          error={errors.features?.message}
          hint={'With commas between them, or as JSON: {"items": ["One", "Two"]}'}
        >
          <Textarea {...form.register('features')} />
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            label="Platform Fee (%)"
            error={errors.feePercent?.message}
            hint="Of each card payment to a business with this plan. Empty: as in the settings."
          >
            <Input inputMode="decimal" autoComplete="off" {...form.register('feePercent')} />
          </Field>
          <Field label="Platform Fee ($)" error={errors.feeFixed?.message} hint="Added for each payment.">
            <Input inputMode="decimal" autoComplete="off" {...form.register('feeFixed')} />
          </Field>
        </div>
        <FormSwitch
          control={form.control}
          name="isActive"
          label="Active"
          hint="Only active plans can be subscribed to. Subscribers of a plan keep it."
        />
      </div>
    </FormDialog>
  );
}
