import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ReceiptText } from 'lucide-react'
import { t } from '#shared/language.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Loading } from '#ui/Loading.tsx'
import { read } from '#web/api.ts'
import { ownInvoices } from './api.ts'
import style from './Billing.module.css'
import { balanceInWords } from './invoice-words.ts'

/**
 * Balance at each center, with a link to the invoices, for a parent's home page. Renders nothing for a parent
 * who has no invoices, payments or other entries at any center.
 */
export function InvoicesLink() {
  const { data = [], isPending } = useQuery(read(ownInvoices.accounts, {}))
  if (isPending) return <Loading />
  if (data.length === 0) return null
  return (
    <section className={`${style.panel} card cluster middle apart gap-3 pad-5`} aria-label={t('Invoices')}>
      <div>
        {data.map(({ center, balance, currency }) => (
          <p key={center} data-figures>
            {data.length > 1 && `${center}: `}
            {balanceInWords(balance, currency)}
          </p>
        ))}
      </div>
      <Link to="/parent/invoices" search={{}} className={buttonClass({ kind: 'secondary' })}>
        <ReceiptText aria-hidden />
        {t('View invoices')}
      </Link>
    </section>
  )
}
