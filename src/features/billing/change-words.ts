import { changes, count, date, more, named, student, text, why } from '#features/history/change-words.ts'
import { isDay } from '#shared/day-text.ts'
import { counted } from '#shared/text.ts'
import type { Side, Told, Wording } from '#shared/wording.ts'
import { money, percentOf } from './amounts.ts'
import { monthName } from './months.ts'

const amountIn = (side: Side, value: unknown = side['amount']) =>
  typeof value === 'number' && /^[A-Z]{3}$/.test(text(side['currency']))
    ? money(value, text(side['currency']))
    : ''
const invoices = (value: unknown) => (typeof value === 'number' ? counted(value, 'invoice') : 'the invoices')
const monthIn = ({ row }: Told) =>
  isDay(`${text(row['month'])}-01`) ? monthName(text(row['month'])) : 'a month'
const payer = ({ row, names }: Told) => named(names, row['parentId'], 'a parent')
const percentage = (value: unknown) => (typeof value === 'number' ? `${percentOf(value)}%` : '')

const units: Record<string, string> = { month: 'a month', class: 'a class', hour: 'an hour' }
/** A rate: `$120.00 a month for Math`. */
const rateIn = (side: Side) =>
  `${amountIn(side)} ${units[text(side['unit'])] ?? ''}${more(text(side['name']), ' for ')}`.trim()

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
      `made ${invoices(told.after['count'])} for ${monthIn(told)}${more(amountIn(told.after, told.after['total']))}`,
    'billing.undoRun': (told) =>
      `deleted ${counted(Number(told.before['count'] ?? 0), 'draft')} for ${monthIn(told)}`,
    'billing.send': (told) =>
      `sent ${invoices(told.after['count'])} for ${monthIn(told)}${more(amountIn(told.after, told.after['total']))}`,
    'billing.void': (told) =>
      `voided invoice ${text(told.after['number'])} to ${payer(told)}${why(told.after['reason'])}`,
    'billing.adjust': (told) =>
      `entered a ${text(told.after['kind'])} of ${amountIn(told.after)} for ${payer(told)}${why(told.after['note'])}`,
    'billing.undoAdjustment': (told) =>
      `took back a ${text(told.after['kind'])} of ${amountIn(told.after)} for ${payer(told)}${why(told.after['reason'])}`,
    'billing.choosePayer': (told) => `chose ${payer(told)} to pay for ${student(told)}`,
    'billing.settings': (told) => changes(told, 'changed the billing settings'),
    'rates.add': ({ after }) => `added a rate, ${rateIn(after)}, from ${date(after['startDate'])}`,
    'rates.change': ({ before, after }) => {
      const [was, is] = [rateIn(before), rateIn(after)]
      return was === is ? `changed the days of a rate, ${is}` : `changed a rate from ${was} to ${is}`
    },
    'rates.remove': ({ before }) => `removed a rate, ${rateIn(before)}`,
    'payments.add': (told) =>
      `recorded a payment of ${amountIn(told.after)} from ${payer(told)}${more(date(told.after['on']), ', paid on ')}`,
    'payments.undo': (told) =>
      `undid a payment of ${amountIn(told.after)} from ${payer(told)}${why(told.after['reason'])}`,
    'quickbooks.export': () => 'exported invoices for QuickBooks',
    'xero.export': () => 'exported invoices for Xero',
    'entries.export': () => 'exported the entries of all accounts',
    'hours.export': () => 'exported the hours of teachers',
  },
}
