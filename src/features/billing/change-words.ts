import { changes, count, date, more, named, student, text, why } from '#features/history/change-words.ts'
import { isDay } from '#shared/day-text.ts'
import { counted } from '#shared/text.ts'
import type { Side, LoggedChange, Wording } from '#shared/wording.ts'
import { money, percentOf } from './amounts.ts'
import { monthName } from './months.ts'
import { t } from '#shared/language.ts'

const amountIn = (side: Side, value: unknown = side['amount']) =>
  typeof value === 'number' && /^[A-Z]{3}$/.test(text(side['currency']))
    ? money(value, text(side['currency']))
    : ''
const invoices = (value: unknown) =>
  typeof value === 'number' ? counted(value, 'invoice') : t('the invoices')
const monthIn = ({ row }: LoggedChange) =>
  isDay(`${text(row['month'])}-01`) ? monthName(text(row['month'])) : t('a month')
const payer = ({ row, names }: LoggedChange) => named(names, row['parentId'], t('a parent'))
const percentage = (value: unknown) => (typeof value === 'number' ? `${percentOf(value)}%` : '')

const units: Record<string, () => string> = {
  month: () => t('a month'),
  class: () => t('a class'),
  hour: () => t('an hour'),
}
/** Describes a rate: `$120.00 a month for Math`. */
function rateIn(side: Side) {
  const price = `${amountIn(side)} ${units[text(side['unit'])]?.() ?? ''}`.trim()
  return text(side['name']) ? t('{price} for {name}', { price, name: text(side['name']) }) : price
}

/** Wording of this feature's changes in the audit log. */
export const billingWording: Wording = {
  fields: {
    currency: ['the currency'],
    tax: ['the tax', percentage],
    siblingDiscount: ['the sibling discount', percentage],
    dueDays: ['the days until an invoice is due', count('day')],
    howToPay: ['how to pay'],
  },
  actions: {
    'billing.run': (change) =>
      t('created {invoices} for {month}{total}', {
        invoices: invoices(change.after['count']),
        month: monthIn(change),
        total: more(amountIn(change.after, change.after['total'])),
      }),
    'billing.undoRun': (change) =>
      t('deleted {drafts} for {month}', {
        drafts: counted(Number(change.before['count'] ?? 0), 'draft'),
        month: monthIn(change),
      }),
    'billing.send': (change) =>
      t('sent {invoices} for {month}{total}', {
        invoices: invoices(change.after['count']),
        month: monthIn(change),
        total: more(amountIn(change.after, change.after['total'])),
      }),
    'billing.void': (change) =>
      t('voided invoice {number} for {payer}{reason}', {
        number: text(change.after['number']),
        payer: payer(change),
        reason: why(change.after['reason']),
      }),
    'billing.adjust': (change) =>
      t('entered a {kind} of {amount} for {payer}{reason}', {
        kind: t(text(change.after['kind'])),
        amount: amountIn(change.after),
        payer: payer(change),
        reason: why(change.after['note']),
      }),
    'billing.undoAdjustment': (change) =>
      t('undid a {kind} of {amount} for {payer}{reason}', {
        kind: t(text(change.after['kind'])),
        amount: amountIn(change.after),
        payer: payer(change),
        reason: why(change.after['reason']),
      }),
    'billing.choosePayer': (change) =>
      t('chose {payer} to pay for {student}', { payer: payer(change), student: student(change) }),
    'billing.settings': (change) => changes(change, t('changed the billing settings')),
    'rates.add': ({ after }) =>
      t('added a rate of {rate}, starting {day}', { rate: rateIn(after), day: date(after['startDate']) }),
    'rates.change': ({ before, after }) => {
      const [was, is] = [rateIn(before), rateIn(after)]
      return was === is
        ? t('changed when the rate of {rate} applies', { rate: is })
        : t('changed a rate from {was} to {is}', { was, is })
    },
    'rates.remove': ({ before }) => t('removed a rate of {rate}', { rate: rateIn(before) }),
    'payments.add': (change) => {
      const [amount, day] = [amountIn(change.after), date(change.after['on'])]
      return day
        ? t('recorded a payment of {amount} from {payer}, paid on {day}', {
            amount,
            payer: payer(change),
            day,
          })
        : t('recorded a payment of {amount} from {payer}', { amount, payer: payer(change) })
    },
    'payments.undo': (change) =>
      t('undid a payment of {amount} from {payer}{reason}', {
        amount: amountIn(change.after),
        payer: payer(change),
        reason: why(change.after['reason']),
      }),
    'quickbooks.export': () => t('exported invoices for QuickBooks'),
    'xero.export': () => t('exported invoices for Xero'),
    'entries.export': () => t('exported all account entries'),
    'hours.export': () => t('exported teachers’ hours'),
  },
}
