import { changes, count, date, more, named, student, text, why } from '#features/history/change-words.ts'
import { isDay } from '#shared/day-text.ts'
import { counted } from '#shared/text.ts'
import type { Side, Told, Wording } from '#shared/wording.ts'
import { money, percentOf } from './amounts.ts'
import { monthName } from './months.ts'
import { t } from '#shared/language.ts'

const amountIn = (side: Side, value: unknown = side['amount']) =>
  typeof value === 'number' && /^[A-Z]{3}$/.test(text(side['currency']))
    ? money(value, text(side['currency']))
    : ''
const invoices = (value: unknown) =>
  typeof value === 'number' ? counted(value, 'invoice') : t('the invoices')
const monthIn = ({ row }: Told) =>
  isDay(`${text(row['month'])}-01`) ? monthName(text(row['month'])) : t('a month')
const payer = ({ row, names }: Told) => named(names, row['parentId'], t('a parent'))
const percentage = (value: unknown) => (typeof value === 'number' ? `${percentOf(value)}%` : '')

const units: Record<string, () => string> = {
  month: () => t('a month'),
  class: () => t('a class'),
  hour: () => t('an hour'),
}
/** A rate: `$120.00 a month for Math`. */
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
    'billing.run': (told) =>
      t('created {invoices} for {month}{total}', {
        invoices: invoices(told.after['count']),
        month: monthIn(told),
        total: more(amountIn(told.after, told.after['total'])),
      }),
    'billing.undoRun': (told) =>
      t('deleted {drafts} for {month}', {
        drafts: counted(Number(told.before['count'] ?? 0), 'draft'),
        month: monthIn(told),
      }),
    'billing.send': (told) =>
      t('sent {invoices} for {month}{total}', {
        invoices: invoices(told.after['count']),
        month: monthIn(told),
        total: more(amountIn(told.after, told.after['total'])),
      }),
    'billing.void': (told) =>
      t('voided invoice {number} to {payer}{reason}', {
        number: text(told.after['number']),
        payer: payer(told),
        reason: why(told.after['reason']),
      }),
    'billing.adjust': (told) =>
      t('entered a {kind} of {amount} for {payer}{reason}', {
        kind: t(text(told.after['kind'])),
        amount: amountIn(told.after),
        payer: payer(told),
        reason: why(told.after['note']),
      }),
    'billing.undoAdjustment': (told) =>
      t('undid a {kind} of {amount} for {payer}{reason}', {
        kind: t(text(told.after['kind'])),
        amount: amountIn(told.after),
        payer: payer(told),
        reason: why(told.after['reason']),
      }),
    'billing.choosePayer': (told) =>
      t('chose {payer} to pay for {student}', { payer: payer(told), student: student(told) }),
    'billing.settings': (told) => changes(told, t('changed the billing settings')),
    'rates.add': ({ after }) =>
      t('added a rate, {rate}, from {day}', { rate: rateIn(after), day: date(after['startDate']) }),
    'rates.change': ({ before, after }) => {
      const [was, is] = [rateIn(before), rateIn(after)]
      return was === is
        ? t('changed the days of a rate, {rate}', { rate: is })
        : t('changed a rate from {was} to {is}', { was, is })
    },
    'rates.remove': ({ before }) => t('removed a rate, {rate}', { rate: rateIn(before) }),
    'payments.add': (told) => {
      const [amount, day] = [amountIn(told.after), date(told.after['on'])]
      return day
        ? t('recorded a payment of {amount} from {payer}, paid on {day}', { amount, payer: payer(told), day })
        : t('recorded a payment of {amount} from {payer}', { amount, payer: payer(told) })
    },
    'payments.undo': (told) =>
      t('undid a payment of {amount} from {payer}{reason}', {
        amount: amountIn(told.after),
        payer: payer(told),
        reason: why(told.after['reason']),
      }),
    'quickbooks.export': () => t('exported invoices for QuickBooks'),
    'xero.export': () => t('exported invoices for Xero'),
    'entries.export': () => t('exported all account entries'),
    'hours.export': () => t('exported teachers’ hours'),
  },
}
