import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { useSend } from '#web/api.ts'
import { useBillingChange } from '../use-billing-change.ts'
import { checkout, type CheckoutState } from './api.ts'

const words = {
  paid: 'Thank you! Your payment has arrived, and a receipt is on its way by email.',
  processing:
    'Thank you! Your bank needs a few days for this payment. It will appear here once it arrives. You don’t need to do anything else.',
  open: 'This payment wasn’t completed, and nothing was charged. You can try again.',
} as const satisfies Record<CheckoutState, string>

/** Shows the result of a payment to a parent who returns from Stripe. */
export function FinishPayment({ invoiceId: id, session }: { invoiceId: string; session: string }) {
  const changed = useBillingChange()
  const go = useNavigate()
  const { mutate, data, error, isPending } = useSend(checkout.finish, {
    onSuccess: () => void changed(),
    onError: () => {},
  })
  useEffect(() => mutate({ id, session }), [mutate, id, session])
  return (
    <div className="card cluster middle apart gap-2 pad-4 on-screen" role="status">
      <p>
        {error
          ? t('We couldn’t check your payment.')
          : data
            ? t(words[data.state])
            : t('Checking your payment…')}
      </p>
      {error && (
        <Button busy={isPending} onClick={() => mutate({ id, session })}>
          {t('Try again')}
        </Button>
      )}
      {data && (
        <Button onClick={() => void go({ to: '/parent/invoices', search: { invoice: id }, replace: true })}>
          {t('OK')}
        </Button>
      )}
    </div>
  )
}
