import { v7 as newId } from 'uuid'
import { t } from '#shared/language.ts'
import { record } from '#server/audit.ts'
import type { CenterCall, HandlerInput, IfMatch } from '#server/call.ts'
import { one, refuseOnConstraint, type Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { publish } from '#server/live.ts'
import { isStale, withId } from '#server/records.ts'
import { conflict, notFound, refused, stale } from '#shared/problem.ts'
import type { BillingSettings, rates } from './api.ts'
import { defaultSettings } from './default-settings.ts'
import {
  changeRate,
  changeSettingsRow,
  dropRate,
  hasClass,
  hasAmounts,
  lockRate,
  lockSettings,
  putRate,
  rateRows,
  settingsRow,
  type SettingsRow,
} from './queries.ts'

const publishBilling = (db: Db, center: CenterId) =>
  publish(db, { channel: `center:${center}`, topic: 'billing' })

const shown = ({ nextNumber: _, ...row }: SettingsRow): BillingSettings => row

/** Returns the rates and the billing settings of a center. */
export async function ratesOf({ db, center }: CenterCall) {
  const [rows, [settings]] = await Promise.all([rateRows(db, center), settingsRow(db, center)])
  return { rates: rows.map(withId), settings: settings ? shown(settings) : defaultSettings }
}

const rate = async (db: Db, center: CenterId, id: string) => one(await rateRows(db, center, { id }), notFound)

const overlaps = refuseOnConstraint(
  'one_rate_at_a_time',
  conflict(
    'rate_overlaps',
    'There is already a rate for this subject or class on some of these days. End that rate first.',
  ),
)

function refuseBackward({ startDate, endDate }: { startDate: string; endDate: string | null }) {
  if (endDate !== null && endDate < startDate)
    throw refused('backward', t('The last day can’t be before the first day.'), '/endDate')
}

/** Returns the data about a rate for the audit log. */
const rateFacts = <
  R extends {
    className: string | null
    subject: string | null
    unit: string
    amount: number
    startDate: string
    endDate: string | null
  },
>(
  row: R,
  currency: string,
) => ({
  name: row.className ?? row.subject,
  unit: row.unit,
  amount: row.amount,
  currency,
  startDate: row.startDate,
  endDate: row.endDate,
})

export async function addRate({ db, actor, center }: CenterCall, input: HandlerInput<(typeof rates)['add']>) {
  const { currency } = one(await lockSettings(db, center), notFound)
  if ((input.subject === null) === (input.classId === null))
    throw refused('subject_or_class', t('Choose either a subject or a class.'), '/subject')
  refuseBackward(input)
  if (input.classId) one(await hasClass(db, center, input.classId), notFound)
  const id = newId()
  await putRate(db, center, { id, ...input }).catch(overlaps)
  const added = await rate(db, center, id)
  record(db, actor, { action: 'rates.add', entity: id, center, after: rateFacts(added, currency) })
  publishBilling(db, center)
  return withId(added)
}

/** Changes the amount or the days of a rate. */
export async function editRate(
  { db, actor, center, ifMatch }: CenterCall & IfMatch,
  { id, ...fields }: HandlerInput<(typeof rates)['change']>,
) {
  const { currency } = one(await lockSettings(db, center), notFound)
  await lockRate(db, center, id)
  const before = await rate(db, center, id)
  if (isStale(ifMatch, before.version)) throw stale(withId(before))
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  const wanted = { ...before, ...given }
  refuseBackward(wanted)
  await changeRate(db, center, wanted).catch(overlaps)
  const after = await rate(db, center, id)
  const sides = { before: rateFacts(before, currency), after: rateFacts(after, currency) }
  record(db, actor, { action: 'rates.change', entity: id, center, ...sides })
  publishBilling(db, center)
  return withId(after)
}

/** Removes a rate. Sent invoices don't change. */
export async function removeRate(
  { db, actor, center, ifMatch }: CenterCall & IfMatch,
  { id }: HandlerInput<(typeof rates)['remove']>,
) {
  const { currency } = one(await lockSettings(db, center), notFound)
  await lockRate(db, center, id)
  const before = await rate(db, center, id)
  if (isStale(ifMatch, before.version)) throw stale(withId(before))
  await dropRate(db, center, id)
  record(db, actor, { action: 'rates.remove', entity: id, center, before: rateFacts(before, currency) })
  publishBilling(db, center)
}

export async function editSettings(
  { db, actor, center, ifMatch }: CenterCall & IfMatch,
  fields: HandlerInput<(typeof rates)['settings']>,
) {
  const before = shown(one(await lockSettings(db, center), notFound))
  if (isStale(ifMatch, before.version)) throw stale(before)
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  const wanted: BillingSettings = { ...before, ...given }
  if (wanted.currency !== before.currency && (await hasAmounts(db, center)).length > 0)
    throw conflict(
      'currency_in_use',
      t('There are invoices or payments in this currency, so it can’t be changed anymore.'),
    )
  await changeSettingsRow(db, center, wanted)
  const after = shown(one(await settingsRow(db, center), notFound))
  record(db, actor, { action: 'billing.settings', entity: center, center, before, after })
  publishBilling(db, center)
  return after
}
