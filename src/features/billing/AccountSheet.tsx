import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Day } from '#shared/days.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { QueryState } from '#ui/QueryState.tsx'
import { read, useSend } from '#web/api.ts'
import { may, useMe } from '#web/session.tsx'
import { SideSheet } from '#web/shell/SideSheet.tsx'
import { toast } from '#web/toast.tsx'
import { adjustmentWords, AdjustSheet } from './AdjustSheet.tsx'
import { type Account, type AdjustmentKind, billing, type Entry } from './api.ts'
import style from './Billing.module.css'
import { balanceInWords } from './invoice-words.ts'
import { invoiceState } from './InvoiceView.tsx'
import { Ledger } from './Ledger.tsx'
import { monthName } from './months.ts'
import { PaymentSheet } from './payments/PaymentSheet.tsx'
import { UndoSheet } from './UndoSheet.tsx'
import { useBillingChange } from './use-billing-change.ts'

type AccountSheetProps = { centerId: string; payerId: string; today: Day; onClose: () => void }

/** A family's account: balance, children, invoices and ledger, with the actions for it. */
export function AccountSheet({ centerId, payerId, today, onClose }: AccountSheetProps) {
  const { data, error, isFetching, refetch } = useQuery(read(billing.account, { centerId, payerId }))
  const [open, setOpen] = useState<'payment' | AdjustmentKind | null>(null)
  const [undoing, setUndoing] = useState<Entry | null>(null)
  const manages = may(useMe(), 'billing.manage')
  const close = () => setOpen(null)
  if (data && open !== null && open !== 'payment')
    return <AdjustSheet {...{ centerId, today }} kind={open} account={data} onClose={close} />
  if (data && open) return <PaymentSheet {...{ centerId, today }} account={data} onClose={close} />
  if (data && undoing)
    return (
      <UndoSheet
        centerId={centerId}
        entry={undoing}
        currency={data.currency}
        onClose={() => setUndoing(null)}
      />
    )
  return (
    <SideSheet title={data?.payer ?? t('Family')} size="32rem" onClose={onClose}>
      {!data && (
        <QueryState query={{ error, isFetching, refetch }} of={t('the account')} lines={4} height="3rem" />
      )}
      {data && (
        <div className="stack gap-4">
          <p className={style.due} data-figures>
            {balanceInWords(data.balance, data.currency)}
          </p>
          {!data.hasEmail && (
            <p className="warn-text">{t('No email address. Print the invoices for this family.')}</p>
          )}
          <div className="cluster gap-2">
            <Button kind="primary" onClick={() => setOpen('payment')}>
              {t('Record payment')}
            </Button>
            {manages &&
              (['charge', 'credit', 'refund'] as const).map((kind) => (
                <Button key={kind} changes onClick={() => setOpen(kind)}>
                  {t(adjustmentWords[kind].title)}
                </Button>
              ))}
          </div>
          <Children centerId={centerId} account={data} manages={manages} />
          <Invoices centerId={centerId} account={data} />
          <h3>{t('Account')}</h3>
          {data.entries.length === 0 && <p className="quiet">{t('Nothing yet.')}</p>}
          <Ledger
            entries={data.entries}
            currency={data.currency}
            renderReceipt={(paymentId) => (
              <Link
                to="/centers/$centerId/payments/$paymentId"
                params={{ centerId, paymentId }}
                className="inline-row middle target"
              >
                {t('Receipt')}
              </Link>
            )}
            canUndo={({ kind, paymentId }) => kind === 'payment' || (manages && paymentId === null)}
            onUndo={setUndoing}
          />
        </div>
      )}
    </SideSheet>
  )
}

type PartProps = { centerId: string; account: Account }

function Children({
  centerId,
  account: { children, payerId, payer },
  manages,
}: PartProps & { manages: boolean }) {
  const changed = useBillingChange()
  const choose = useSend(billing.choosePayer, {
    onSuccess: () => {
      toast(t('{payer} will pay from now on.', { payer }))
      void changed()
    },
  })
  return (
    <div className="stack gap-1">
      <h3>{t('Children')}</h3>
      <ul>
        {children.map(({ studentId, name, pays }) => (
          <li key={studentId} className="cluster middle apart gap-1-3 target">
            <Link
              to="/centers/$centerId/students/$studentId"
              params={{ centerId, studentId }}
              className="inline-row middle target"
            >
              {name}
            </Link>
            {!pays && manages && (
              <Button busy={choose.isPending} onClick={() => choose.mutate({ centerId, studentId, payerId })}>
                {t('Bill {payer}', { payer })}
              </Button>
            )}
            {!pays && !manages && <span className="quiet">{t('Another parent pays')}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}

const Invoices = ({ centerId, account: { invoices } }: PartProps) => (
  <div className="stack gap-1">
    <h3>{t('Invoices')}</h3>
    {invoices.length === 0 && <p className="quiet">{t('No invoices yet.')}</p>}
    <ul>
      {invoices.map((each) => (
        <li key={each._id} className="cluster middle apart gap-1-3 target">
          <Link
            to="/centers/$centerId/invoices/$invoiceId"
            params={{ centerId, invoiceId: each._id }}
            className="inline-row middle target"
          >
            {each.number === null ? t('Draft') : t('Invoice {number}', { number: each.number })},{' '}
            {monthName(each.month)}
          </Link>
          <span className="quiet">{invoiceState(each)}</span>
        </li>
      ))}
    </ul>
  </div>
)
