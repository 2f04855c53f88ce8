import { CreditCard } from 'lucide-react'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { useSend } from '#web/api.ts'
import { money } from '../amounts.ts'
import type { OwnInvoice } from '../api.ts'
import { checkout } from './api.ts'

/** Button that opens the Stripe page for paying the rest of an invoice. */
export function PayButton({ invoice: { _id: id, open, currency } }: { invoice: OwnInvoice }) {
  const begin = useSend(checkout.begin, { onSuccess: ({ url }) => location.assign(url) })
  return (
    <Button
      kind="primary"
      icon={<CreditCard aria-hidden />}
      busy={begin.isPending}
      onClick={() => begin.mutate({ id })}
    >
      {t('Pay {open}', { open: money(open, currency) })}
    </Button>
  )
}
