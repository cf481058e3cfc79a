import { type AdminPlan, useSavePlan } from '@/api/admin';
import { useRecordForm } from '@/components/useRecordForm';
import { FormDialog } from '@/ui/FormDialog';
import {
  CountField,
  LongTextField,
  PriceField,
  SelectField,
  TextField,
  useCheckedForm,
} from '@/ui/FormField';
import { FormSwitch } from '@/ui/FormSwitch';
import { Options } from '@/ui/Input';
import { fieldsOfPlan, intervals, type PlanForm, planOf, planSchema } from './plan-form';

/** Creates a plan, or changes one. Mounted while it is open. */
export function PlanDialog({ plan, onClose }: { plan: AdminPlan | null; onClose: () => void }) {
  const save = useSavePlan();
  const form = useCheckedForm(planSchema, fieldsOfPlan(plan));
  const record = useRecordForm({
    form,
    save,
    sent: (input: PlanForm) => ({ id: plan?.id ?? null, input: planOf(input) }),
    failed: 'Error',
    done: ({ name }: AdminPlan) => ({
      title: 'Success',
      description: `Plan ${plan === null ? 'created' : 'updated'}: ${name}`,
    }),
    onClose,
  });
  return (
    <FormDialog
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
        <TextField form={form} name="name" label="Name" required autoComplete="off" />
        <LongTextField form={form} name="description" label="Description (Optional)" />
        <div className="grid gap-5 sm:grid-cols-3">
          <PriceField form={form} name="price" label="Price ($)" required />
          <SelectField form={form} name="interval" label="Interval">
            <Options of={intervals} />
          </SelectField>
          <CountField form={form} name="trialDays" label="Trial Days" />
        </div>
        <LongTextField
          form={form}
          name="features"
          label="Features (Optional)"
          hint={'With commas between them, or as JSON: {"items": ["One", "Two"]}'}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            form={form}
            name="feePercent"
            label="Platform Fee (%)"
            hint="Of each card payment to a business with this plan. Empty: as in the settings."
            inputMode="decimal"
            autoComplete="off"
          />
          <TextField
            form={form}
            name="feeFixed"
            label="Platform Fee ($)"
            hint="Added for each payment."
            inputMode="decimal"
            autoComplete="off"
          />
        </div>
        <TextField
          form={form}
          name="storageMegabytes"
          label="Picture Storage (MB)"
          hint="Storage for the pictures of a business with this plan. Empty: 200 MB."
          inputMode="numeric"
          autoComplete="off"
        />
        <FormSwitch
          form={form}
          name="isActive"
          label="Active"
          hint="Only active plans can be subscribed to. Subscribers of a plan keep it."
        />
      </div>
    </FormDialog>
  );
}
