import { useQuery } from '@tanstack/react-query'
import { FilePen, Send, TriangleAlert, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { OutputOf } from '#shared/contract.ts'
import { translateSentence, t } from '#shared/language.ts'
import { counted, listed } from '#shared/text.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { QueryState } from '#ui/QueryState.tsx'
import { read, useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { money } from './amounts.ts'
import { billing, type Difference, type PreviewedInvoice } from './api.ts'
import style from './Billing.module.css'
import { familiesInWords } from './Families.tsx'
import { lineInWords } from './line-words.ts'
import { monthName } from './months.ts'
import { useBillingChange } from './use-billing-change.ts'

type RunProps = { centerId: string; month: string; onSent: () => void }

/**
 * The month's billing run: what each family would pay, and buttons that create, delete and send the drafts.
 */
export function RunPart({ centerId, month, onSent }: RunProps) {
  const preview = useQuery(read(billing.preview, { centerId, month }))
  const stored = useQuery(read(billing.families, { centerId, month }))
  const { data } = preview
  if (!data || !stored.data) {
    const { error, isFetching, refetch } = data ? stored : preview
    return <QueryState query={{ error, isFetching, refetch }} of={t('the preview')} lines={6} height="3rem" />
  }
  return (
    <div className="stack gap-4">
      <Warnings preview={data} />
      {data.families.length === 0 ? (
        <EmptyState icon={<FilePen />} title={t('Nothing to bill for {month}', { month: monthName(month) })}>
          {t('Invoices are calculated from the rates and the classes that children are enrolled in.')}
        </EmptyState>
      ) : (
        <>
          <Actions {...{ centerId, month, onSent }} preview={data} drafts={stored.data.drafts} />
          <p className="quiet" data-figures>
            {familiesInWords(data.families.length)}, {money(sumOf(data.families), data.currency)}
          </p>
          <ul className="card" aria-label={t('Preview')}>
            {data.families.map((each) => (
              <PreviewRow key={each.payerId} family={each} currency={data.currency} />
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

/** Returns the total that the families pay for the month, with the stored amounts of sent invoices. */
const sumOf = (all: readonly PreviewedInvoice[]) => all.reduce((sum, each) => sum + amountOf(each), 0)
const amountOf = ({ difference, total, before }: PreviewedInvoice) =>
  difference === 'sent' ? (before ?? 0) : total

type Preview = OutputOf<typeof billing.preview>

function Warnings({ preview: { unrated, unpaid } }: { preview: Preview }) {
  if (unrated.length + unpaid.length === 0) return null
  return (
    <div className="warn-ground rounded pad-3 row gap-2" role="note">
      <TriangleAlert aria-hidden />
      <div className="stack gap-1 shrinks">
        {unrated.length > 0 && <p>{t('No rate, so not billed: {classes}.', { classes: listed(unrated) })}</p>}
        {unpaid.length > 0 && (
          <p>
            {t('No parent to bill for: {children}.', { children: listed(unpaid.map(({ name }) => name)) })}
          </p>
        )}
      </div>
    </div>
  )
}

const differences: Record<Difference, string> = {
  new: 'New',
  changed: 'Changed since the draft',
  same: 'Same as in the draft',
  removed: 'No longer billed',
  sent: 'Already sent',
}

function differenceWords({ difference, total, before }: PreviewedInvoice, currency: string) {
  if (difference === 'changed' && before !== null)
    return t('Changed since the draft (was {amount})', { amount: money(before, currency) })
  if (difference === 'sent' && total !== before)
    return t('Already sent (would be {amount} now)', { amount: money(total, currency) })
  return t(differences[difference])
}

function PreviewRow({ family, currency }: { family: PreviewedInvoice; currency: string }) {
  const { payer, lines, total, before, difference } = family
  const shows = difference === 'sent' || difference === 'removed' ? (before ?? 0) : total
  return (
    <li className={`${style.entry} pad-2-4`}>
      <details>
        <summary className="target cluster middle apart gap-1-3">
          <span className="breakable">
            <span className="bold">{payer}</span>{' '}
            <span className="fine-print">{differenceWords(family, currency)}</span>
          </span>
          <span className="bold" data-figures>
            {money(shows, currency)}
          </span>
        </summary>
        <ul>
          {lines.map(({ child, text, amount, tax }, at) => (
            // The index works as a key: two lines can be alike, and lines never move.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={at} className="cluster apart gap-1-3 fine-print">
              <span className="breakable">
                {child}: {lineInWords(text)}
              </span>
              <span data-figures>
                {tax === 0
                  ? money(amount, currency)
                  : t('{amount} + {tax} tax', { amount: money(amount, currency), tax: money(tax, currency) })}
              </span>
            </li>
          ))}
        </ul>
      </details>
    </li>
  )
}

const draftsMade = (drafts: string, amount: string) => t('{drafts} created, {amount}.', { drafts, amount })

type ActionsProps = RunProps & { preview: Preview; drafts: { count: number; total: number } }

function Actions({ centerId, month, preview, drafts, onSent }: ActionsProps) {
  const [asking, setAsking] = useState(false)
  const changed = useBillingChange()
  const done = (words: string) => {
    toast(words)
    void changed()
  }
  const run = useSend(billing.run, {
    onSuccess: ({ count, total }) =>
      done(draftsMade(counted(count, 'draft'), money(total, preview.currency))),
  })
  const undo = useSend(billing.undoRun, { onSuccess: () => done(t('Drafts deleted.')) })
  const send = useSend(billing.send, {
    onSuccess: ({ count, mailed }) => {
      setAsking(false)
      done(t('{invoices} sent, {mailed} by email.', { invoices: counted(count, 'invoice'), mailed }))
      onSent()
    },
    onError: () => void changed(),
  })
  const isSettled = preview.families.every(({ difference }) => difference === 'same' || difference === 'sent')
  const invoices = counted(drafts.count, 'invoice')
  const of = { centerId, month }
  return (
    <div className="cluster middle gap-2">
      {(drafts.count === 0 || !isSettled) && (
        <Button
          autoFocus={undo.isSuccess}
          kind={drafts.count === 0 ? 'primary' : 'secondary'}
          icon={<FilePen aria-hidden />}
          busy={run.isPending}
          reason={isSettled ? t('All invoices have been sent.') : null}
          onClick={() => run.mutate(of)}
        >
          {drafts.count === 0 ? t('Create drafts') : t('Create drafts again')}
        </Button>
      )}
      {drafts.count > 0 && (
        <>
          <Button icon={<Undo2 aria-hidden />} busy={undo.isPending} onClick={() => undo.mutate(of)}>
            {t('Delete drafts')}
          </Button>
          {/* Gets the focus when the button that created the drafts disappears. */}
          <Button
            autoFocus={run.isSuccess}
            kind="primary"
            icon={<Send aria-hidden />}
            onClick={() => setAsking(true)}
          >
            {t('Send {invoices}', { invoices })}
          </Button>
        </>
      )}
      <Dialog
        open={asking}
        title={t('Send {invoices} for {month}?', { invoices, month: monthName(month) })}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>{t('Cancel')}</Button>
            <Button
              kind="primary"
              busy={send.isPending}
              onClick={() => send.mutate({ centerId, month, total: drafts.total })}
            >
              {t('Send')}
            </Button>
          </>
        }
      >
        <p>
          {t(
            '{amount} in total. Families will get the invoices by email and in their account. Once sent, an invoice can only be voided.',
            { amount: money(drafts.total, preview.currency) },
          )}
        </p>
        {send.error && (
          <p role="alert" className="error-text">
            {translateSentence(send.error.message)}
          </p>
        )}
      </Dialog>
    </div>
  )
}
